"""What is run: the systems that the theorems speak of, in torch. Knows no claim.

Submodules load on first use (`models.index_flow.integrate`), so that naming a model in a
claim does not import torch.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import device as device
    from . import seeds as seeds


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        raise AttributeError(f"peirama.models has no module {name!r}.") from None
