"""Gradient flow on Gaussian multi-index models: where neurons go, when, and what overlap changes.

arXiv:2411.08798. Directions are learned by spherical gradient flow on the correlation loss; a
neuron's overlaps with the index vectors then follow an ordinary differential equation of their own.
"""
