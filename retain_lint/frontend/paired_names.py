"""Parameters that are called after one another, `def train(G, D, opt_G, opt_D)`: what has an optimiser of its own is a module. Floor 2."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retain_lint.torch_api.vocabulary import CRITERIA

_OPTIMIZER = "opt|optim|optimizer|optimiser"
_PAIRED = re.compile(rf"(?:{_OPTIMIZER})_(?P<behind>\w+)|(?P<before>\w+)_(?:{_OPTIMIZER})")


def find_optimised(names: Sequence[str]) -> list[str]:
    """Those of a function's parameters beside which an optimiser of theirs is given, by its name."""
    pairs = (_PAIRED.fullmatch(name) for name in names if "opt" in name)
    owned = {(pair["behind"] or pair["before"]).lower() for pair in pairs if pair is not None}
    return [name for name in names if name.lower() in owned and not _is_loss(name)]


def _is_loss(name: str) -> bool:
    return any(word in name.lower() for word in CRITERIA)
