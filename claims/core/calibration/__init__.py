"""Measured error rates of every rule, and the certificate that ships with the package."""
