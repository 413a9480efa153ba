"""Channel attention learns a spherical polynomial of degree l0 from order d^l0/ε samples.

arXiv:2512.20562. The harmonic degrees on offer are the channels of a two-layer network: one
gradient step selects those that the target uses, and a second stage fits them by least squares.
"""
