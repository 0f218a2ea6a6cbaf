"""Outputs of the models of transformers and diffusers: their fields are attributes, entries and, but for those that are
None, the items of a tuple (transformers/utils/generic.py, ModelOutput). Floor 3."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.domain.heap import ClassRecord, InstanceRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, External, Known, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.objects import allocate, external_bases, record_of
from retain_lint.interpreter.heap.record_classes import fields_of, set_fields
from retain_lint.source import Span

_OUTPUT = External("transformers.utils.ModelOutput")
_PACKAGES = ("transformers.", "diffusers.")


class ModelOutputs(LibraryModel):
    """See the module's text."""

    packages = _PACKAGES
    methods = frozenset({"to_tuple"})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        made = _make_output(m, state, name, request)
        return None if made is None else [Outcome(state, made)]

    def item(self, m: Analysis, state: State, value: Value, index: Value, span: Span) -> Value | None:
        """`output[0]`, `output["loss"]`"""
        fields = _fields(state, value)
        if not fields or not isinstance(index, Known):
            return None
        if isinstance(index.value, str):
            return dict(fields).get(index.value)
        items = _items(fields)
        if isinstance(index.value, int) and -len(items) <= index.value < len(items):
            return items[index.value]
        return None

    def method(
        self, m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
    ) -> list[Outcome] | None:
        """`output.to_tuple()`"""
        fields = _fields(state, receiver)
        return [Outcome(state, Tuple(_items(fields)))] if fields else None


def _make_output(m: Analysis, state: State, name: str, request: CallRequest) -> Value | None:
    """`CausalLMOutput(loss=loss, logits=logits)` of a class of the library; None for anything else. Its fields are taken to
    be declared in the order in which they are given, but a loss first."""
    kind = name.rpartition(".")[2]
    if "Output" not in kind or request.positional or "**" in request.keywords:
        return None
    cls = allocate(m, state, ClassRecord(kind, (_OUTPUT,), (), m.context.module, _in_order(request.keywords)))
    made = allocate(m, state, InstanceRecord(cls.address))
    set_fields(m, state, cls, made, request)
    return made


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: name != "loss"))


def _fields(state: State, value: Value) -> list[tuple[str, Value]]:
    record = record_of(state, value)
    if not isinstance(record, InstanceRecord) or not any(map(_is_output, external_bases(state, record.cls))):
        return []
    found = [(name, lookup(record.attributes, name)) for name in fields_of(state, record.cls)]
    return [(name, item) for name, item in found if item is not None]


def _is_output(base: Value) -> bool:
    return isinstance(base, External) and base.name.startswith(_PACKAGES) and base.name.endswith("Output")


def _items(fields: list[tuple[str, Value]]) -> tuple[Value, ...]:
    return tuple(item for _, item in fields if item != NONE)
