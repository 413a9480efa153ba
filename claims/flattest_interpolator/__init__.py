"""Flat interpolators generalise: the least trace of the Hessian over rescalings, as an l_p norm.

arXiv:2606.04429. Among all two-layer homogeneous networks that fit the data exactly, how flat is
the flattest, and what is its population loss?
"""
