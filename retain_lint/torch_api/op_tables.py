"""The op tables, joined: functions by qualified name, methods of a tensor by their own. Floor 1.

Hand rows come before generated ones: they say what Python does around the operation. A generated row becomes an OpSpec
when it is asked for.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.torch_api.aliases import IN_PLACE_METHODS, OPERATOR_METHODS, PYTHON, SAME
from retain_lint.torch_api.composites import COMPOSITES
from retain_lint.torch_api.functional import FUNCTIONAL
from retain_lint.torch_api.libraries import OWN_METHODS
from retain_lint.torch_api.linear_algebra import LINEAR_ALGEBRA
from retain_lint.torch_api.losses import LOSSES
from retain_lint.torch_api.masked import MASKED
from retain_lint.torch_api.operators import IN_PLACE, OPERATORS
from retain_lint.torch_api.ops_generated import OPS, SEQUENCES
from retain_lint.torch_api.overloads import OVERLOADS
from retain_lint.torch_api.rows import op, saved, table
from retain_lint.torch_api.spec import OpSpec

_HAND: dict[str, OpSpec] = {
    **OVERLOADS,
    **COMPOSITES,
    **LINEAR_ALGEBRA,
    **MASKED,
    **{f"nn.functional.{name}": row for name, row in (FUNCTIONAL | LOSSES).items()},
}

_NUMPY = table(
    op("numpy.squeeze", "a axis", view="a"),
    op("numpy.swapaxes", "a axis1 axis2", view="a"),
    op("numpy.real", "val", view="val", returns_input=True),
)


#: run with einops 0.8: a mean keeps nothing, a maximum its input; the result may be a copy
_EINOPS = table(
    op("einops.rearrange", "tensor pattern", view="tensor"),
    op("einops.repeat", "tensor pattern", view="tensor"),
    op("einops.reduce", "tensor pattern reduction", "maybe private"),
)


def function_row(qualified_name: str) -> OpSpec | None:
    """The operation of a function, by its canonical name."""
    if qualified_name.startswith("torch."):
        return _row(qualified_name[len("torch.") :])
    if qualified_name in PYTHON:
        return OPERATORS[PYTHON[qualified_name]]
    if qualified_name in OWN_METHODS:
        return _NUMPY[qualified_name]
    if qualified_name in _EINOPS:
        return _EINOPS[qualified_name]
    return _row(qualified_name) if qualified_name in ("abs", "round", "sum") else None


def method_row(name: str) -> OpSpec | None:
    """The operation of a method; its parameters begin with `self`."""
    if name in IN_PLACE_METHODS:
        return IN_PLACE[IN_PLACE_METHODS[name]]
    original = OPERATOR_METHODS.get(name, name)
    row = OPERATORS.get(original) or _row(original)
    if row is None or "." in name:
        return None
    if "self" in row.parameters[1:]:  # torch.where(condition, self, other), polygamma(n, self)
        rest = tuple(parameter for parameter in row.parameters if parameter != "self")
        return replace(row, parameters=("self", *rest))
    return row


def _row(name: str) -> OpSpec | None:
    found = _HAND.get(name) or _generated(name)
    if found is not None:
        return found
    if name in SAME:
        return _row(SAME[name])
    stem = name.rstrip("_")
    return _row(f"{SAME[stem]}_") if name.endswith("_") and stem in SAME else None


def _generated(name: str) -> OpSpec | None:
    row = OPS.get(name)
    if row is None:
        return None
    parameters, saves, flags = row
    names = tuple(parameters.split())
    digits = [int(letter) for letter in flags if letter.isdigit()]
    return OpSpec(
        name,
        names,
        saved(saves),
        tuple(SEQUENCES.get(name, "").split()),
        "d" not in flags,
        view_of=names[0] if "v" in flags else None,
        mutates=names[0] if "w" in flags else None,
        returns_input="w" in flags,
        outputs=digits[0] if digits else 1,
    )
