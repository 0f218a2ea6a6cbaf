"""The options of a torch.nn layer: as it was made, as they are set later, as they hold in one forward. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import LayerRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.value import Known
from retain_lint.interpreter.autograd.operations import certain_unless_zero
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.torch_api.spec import LayerSpec


def writes_input(spec: LayerSpec, request: CallRequest) -> Ternary:
    """Is a new layer told to write its input, and does it do so with the arguments given?"""
    if not spec.inplace or request.argument(spec.arguments, "inplace") != Known(True):
        return Ternary.NO
    return certain_unless_zero(request.argument(spec.arguments, spec.unless_zero) if spec.unless_zero else None)


def as_used(record: LayerRecord) -> LayerRecord:
    """Some save what they wrote, where they write their input; some write it in training alone."""
    if record.spec.identity_in_eval and record.training is Ternary.MAYBE and record.inplace is Ternary.YES:
        return replace(record, inplace=Ternary.MAYBE)
    if record.spec.inplace_saves_result and record.inplace is Ternary.YES:
        return replace(record, spec=replace(record.spec, saves_input=False, saves_result=True))
    return record
