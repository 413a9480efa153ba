"""What is run: the systems that the theorems speak of, in torch. Knows no claim.

Submodules load on first use (`models.index_flow.integrate`), so that naming a model in a
claim does not import torch.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import activations as activations
    from . import arccosine as arccosine
    from . import channel_attention as channel_attention
    from . import channel_selection as channel_selection
    from . import critical_points as critical_points
    from . import device as device
    from . import discovery as discovery
    from . import drawn_networks as drawn_networks
    from . import escape as escape
    from . import flattest_fit as flattest_fit
    from . import full_flow as full_flow
    from . import harmonic_basis as harmonic_basis
    from . import harmonic_regression as harmonic_regression
    from . import hermite as hermite
    from . import index_branch as index_branch
    from . import index_flow as index_flow
    from . import interpolators as interpolators
    from . import kernels as kernels
    from . import missed_spans as missed_spans
    from . import neurons as neurons
    from . import parity as parity
    from . import population_loss as population_loss
    from . import projected_sgd as projected_sgd
    from . import quartics as quartics
    from . import rescaling as rescaling
    from . import ridge as ridge
    from . import risk_quantiles as risk_quantiles
    from . import routes as routes
    from . import seeds as seeds
    from . import sharpness as sharpness
    from . import smooth_programme as smooth_programme
    from . import sparse_programme as sparse_programme
    from . import sphere as sphere
    from . import spiked as spiked
    from . import squared_loss as squared_loss
    from . import stuck as stuck
    from . import true_networks as true_networks
    from . import truncated_descent as truncated_descent
    from . import two_layer as two_layer
    from . import two_layer_sample as two_layer_sample
    from . import two_stage as two_stage
    from . import universal_bound as universal_bound


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        raise AttributeError(f"peirama.models has no module {name!r}.") from None
