"""How much a profile tries: settings, looks, sizes (defaults measured in statistics section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from peirama.claims.core.domain import Given

Profile = Literal["quick", "ci", "full"]
PROFILES: tuple[Profile, ...] = ("quick", "ci", "full")
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Plan:
    """What is tried at a profile; whatever is None is the profile's default.

    `looks` are the cumulative trials at which a rung looks at its data, the last one its cap.
    """

    settings: int | None = None
    minimum: int | None = None  # distinct settings below which nothing is SUPPORTED
    looks: tuple[int, ...] | None = None
    confirm: tuple[int, ...] | None = None  # looks of a confirmation stage; default `looks`
    given: Given | None = None  # smaller sizes than the claim's own domain
    sizes: Mapping[str, Any] = field(default_factory=lambda: NOTHING)  # keywords for observe
    climb: bool = False  # draw as many settings again, led towards the violation

    def __post_init__(self) -> None:
        if self.settings is not None and self.settings < 1:
            raise ValueError(f"A plan needs at least one setting, not {self.settings}.")
        for name, looks in (("looks", self.looks), ("confirm", self.confirm)):
            if looks is not None and (
                not looks or list(looks) != sorted(set(looks)) or looks[0] < 1
            ):
                raise ValueError(f"{name} must be increasing numbers of trials, not {looks}.")


@dataclass(frozen=True)
class Resolved:
    """A plan with every default filled in."""

    profile: Profile
    settings: int
    minimum: int
    looks: tuple[int, ...]
    confirm: tuple[int, ...]
    given: Given
    sizes: Mapping[str, Any]
    climb: bool

    def over(self, given: Given) -> Resolved:
        """The same plan over another domain."""
        return replace(self, given=given)


_SETTINGS = {"quick": (10, 5), "ci": (25, 15), "full": (100, 60)}
_LOOKS = {
    "quick": (32, 64, 128, 256),
    "ci": (32, 64, 128, 256, 512, 1024),
    "full": (64, 128, 256, 512, 1024, 2048, 4096, 8192),
}
_EXACT = (4,)  # trials of a claim that holds for every draw


def resolve(plan: Plan, given: Given, profile: Profile, *, random: bool) -> Resolved:
    """The plan of a claim at a profile, its defaults filled in."""
    settings, minimum = _SETTINGS[profile]
    if plan.settings is not None:
        settings = plan.settings
        minimum = min(minimum, settings)
    looks = plan.looks or (_LOOKS[profile] if random else _EXACT)
    return Resolved(
        profile=profile,
        settings=settings,
        minimum=minimum if plan.minimum is None else plan.minimum,
        looks=looks,
        confirm=plan.confirm or looks,
        given=given if plan.given is None else plan.given,
        sizes=dict(plan.sizes),
        climb=plan.climb,
    )
