"""The mistakes a user can make: their messages are sentences, which the command prints as such."""

from __future__ import annotations


def kinds() -> tuple[type[Exception], ...]:
    """The errors that end the command with one sentence."""
    from peirama.claims.core.calibration.certificate import CertificateError
    from peirama.claims.core.registry import UnknownNameError
    from peirama.reports.parameters import ParameterError
    from peirama.reports.record import RecordError
    from peirama.reports.running import UsageError
    from peirama.reports.store import StoreError

    named = (UnknownNameError, CertificateError, ParameterError, RecordError)
    return (*named, UsageError, StoreError, OSError)
