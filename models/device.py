"""Where tensors live, and the settings that make a run repeatable on one kind of device."""

from __future__ import annotations

import torch


def settle() -> None:
    """One thread and full precision, so that sums keep their order and their digits."""
    torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False


def choose(asked: str) -> str:
    """`cuda` where there is one for `auto`, else what was asked.

    Raises ValueError if CUDA is asked for and there is none.
    """
    if asked == "cuda" and not torch.cuda.is_available():
        raise ValueError("--device cuda: torch finds no CUDA device here. Use --device cpu.")
    if asked == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    return asked
