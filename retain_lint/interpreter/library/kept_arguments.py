"""Base classes of libraries whose constructors keep what they are given, under the name of the parameter. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord, replace_pair
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.known_records import instance_at
from retain_lint.interpreter.heap.objects import external_bases
from retain_lint.interpreter.library.transformers_attention import choose_attention
from retain_lint.torch_api.frameworks import KEPT_ARGUMENTS


class KeptArguments(LibraryModel):
    """See the module's text."""

    def is_base(self, name: str) -> bool:
        return name.endswith(tuple(KEPT_ARGUMENTS))

    def init(self, m: Analysis, state: State, made: Ref, base: External, request: CallRequest) -> None:
        record = instance_at(state, made.address)
        attributes = record.attributes
        for name in _kept_by(state, record):
            value = request.argument((name,), name)
            if value is not None:
                attributes = replace_pair(attributes, name, value)
                choose_attention(state, record, value)
        state.put(made.address, replace(record, attributes=attributes))


def _kept_by(state: State, record: InstanceRecord) -> list[str]:
    names = [base.name for base in external_bases(state, record.cls) if isinstance(base, External)]
    return [
        argument for end, kept in KEPT_ARGUMENTS.items() for argument in kept if any(n.endswith(end) for n in names)
    ]
