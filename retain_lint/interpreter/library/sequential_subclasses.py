"""Classes that derive from nn.Sequential: the layers that their constructor is given are children, run one after another.
Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref, Tuple
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.known_records import instance_at

#: the attribute that holds the layers in their order; no program can write this name
_LAYERS = "%sequence"


class SequentialSubclasses(LibraryModel):
    """See the module's text."""

    def is_base(self, name: str) -> bool:
        return name.endswith(".Sequential")

    def init(self, m: Analysis, state: State, made: Ref, base: External, request: CallRequest) -> None:
        if not request.positional:
            return
        record = instance_at(state, made.address)
        children = tuple((str(position), child) for position, child in enumerate(request.positional))
        attributes = (*record.attributes, *children, (_LAYERS, Tuple(request.positional)))
        state.put(made.address, replace(record, attributes=attributes))


def layers_in_order(record: InstanceRecord) -> Tuple | None:
    """The layers of such an object; None if they are not known, or it is another."""
    found = lookup(record.attributes, _LAYERS)
    return found if isinstance(found, Tuple) else None
