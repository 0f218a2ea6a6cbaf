"""Options of a torch.nn layer that the program sets after it was made. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import LayerRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.value import Known, Value


def set_option(record: LayerRecord, name: str, value: Value | None) -> LayerRecord:
    """`layer.inplace = False`, `layer.p = 0.0`: what it may then do is one of both, where that is not plain."""
    spec = record.spec
    if name == "inplace" and spec.inplace:
        plain = value == Known(False) or value == Known(True) and not spec.unless_zero
        return replace(record, inplace=Ternary.of(value == Known(True) if plain else None))
    if name == spec.unless_zero and record.inplace is not Ternary.NO:
        return replace(record, inplace=Ternary.MAYBE)
    return record
