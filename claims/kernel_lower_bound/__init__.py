"""Gradient descent on a two-layer network beats every kernel: what kernels miss, what it learns.

arXiv:2007.04596. A teacher Σ_i a_i |w_i·x| with orthonormal w_i is learned from Gaussian inputs.
A kernel fixed in advance misses about c/d of it at any polynomial sample size; here c is exact.
"""
