"""Classes that derive from torch.autograd.Function: their inherited `apply`. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import ClassRecord, InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import BoundMethod, External, Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.objects import class_attribute, external_bases

_FUNCTION = "torch.autograd.Function"
_APPLY = "apply"


class AutogradFunctions(LibraryModel):
    """`apply` belongs to the class, on whichever object of it it is called."""

    attributes = frozenset({_APPLY})

    def attribute(self, m: Analysis, state: State, value: Value, name: str, found: Value) -> Value | None:
        record = state.record(value)
        cls = record.cls if isinstance(record, InstanceRecord) else None
        if isinstance(record, ClassRecord) and isinstance(value, Ref):
            cls = value.address
        if cls is None or not isinstance(found, Symbol) or class_attribute(state, cls, name) is not None:
            return None
        derives = External(_FUNCTION) in external_bases(state, cls)
        return BoundMethod(Ref(cls), External(f"{_FUNCTION}.{_APPLY}")) if derives else None
