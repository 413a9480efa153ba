"""The types that a record is made of: numbers, settings, words, and frozen models.

JSON has no infinity and no nan, so a float that is not finite is written as one of the strings
"inf", "-inf", "nan", and comes back as the float. (In a setting an infinity is null, as in the key
of its random stream.)
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    PlainSerializer,
    WithJsonSchema,
)

from peirama.models.seeds import plain

NONFINITE = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def _from_text(value: object) -> object:
    if isinstance(value, str):
        if value not in NONFINITE:
            raise ValueError(f"{value!r} is no number; write {', '.join(NONFINITE)} or a number")
        return NONFINITE[value]
    return value


def _to_text(value: float) -> float | str:
    return value if math.isfinite(value) else str(value)


def _word(value: object) -> object:
    return value.name if isinstance(value, Enum) else value


Number = Annotated[
    float,
    BeforeValidator(_from_text),
    PlainSerializer(_to_text, return_type=float | str, when_used="json"),
    WithJsonSchema({"anyOf": [{"type": "number"}, {"enum": list(NONFINITE)}]}),
]
Curve = Number | tuple[Number, ...]
Values = Annotated[dict[str, JsonValue], BeforeValidator(plain)]  # a setting
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
OutcomeWord = Annotated[
    Literal["SUPPORTED", "REFUTED", "INCONCLUSIVE", "ERROR", "NOT_RUN"], BeforeValidator(_word)
]
ReasonWord = Annotated[
    Literal[
        "CAP",
        "TOO_FEW",
        "TOO_SKEWED",
        "DEGENERATE",
        "NUMERICAL",
        "UNCONFIRMED",
        "UNSTABLE",
        "VACUOUS",
    ],
    BeforeValidator(_word),
]


class Value(BaseModel):
    """A frozen value that refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", from_attributes=True)
