"""Wrappers of models (DataParallel and kin) stand for the model that they hold, and so does their `module`. Floor 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord, LayerRecord, lookup, replace_pair
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.known_records import instance_at
from retain_lint.interpreter.heap.objects import PLAIN_BASES, class_attribute, external_bases, is_module_class
from retain_lint.torch_api.lookup import find_control
from retain_lint.torch_api.spec import Role

#: the attribute of a wrapper that holds the model
MODULE = "module"
#: members under computed names: one of them may be this one
_COMPUTED = "%member"


def wrap(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """What a wrapper was given, all of it where it takes several."""
    values = request.positional
    several = any(name.startswith("*") for name in names) and len(values) > 1
    m.facts.wrapped |= {value for value in (values if several else (subject,)) if isinstance(value, (Ref, Symbol))}
    return Tuple(values) if several else subject


class ModuleWrappers(LibraryModel):
    """See the module's text."""

    attributes = frozenset({MODULE})

    def is_base(self, name: str) -> bool:
        control = find_control(name)
        return control is not None and control.role is Role.WRAP_MODULE and control.parameters[:1] == (MODULE,)

    def init(self, m: Analysis, state: State, made: Ref, base: External, request: CallRequest) -> None:
        """The constructor of a wrapper's own keeps the model that it is given."""
        record = instance_at(state, made.address)
        model = request.argument((MODULE,), MODULE)
        if model is not None:
            state.put(made.address, replace(record, attributes=replace_pair(record.attributes, MODULE, model)))

    def attribute(self, m: Analysis, state: State, value: Value, name: str, found: Value) -> Value | None:
        """value.module, where the value has no such member of its own: what was wrapped. A bare module has none at all, so
        that a path on which one is asked for it is none, or opaque code has wrapped it."""
        if not isinstance(value, (Ref, Symbol)) or _has_member(state, value):
            return None
        return value if value in m.facts.wrapped or _is_bare(state, value) else None


WRAPPERS = ModuleWrappers()


def inherited_model(state: State, record: InstanceRecord) -> Value | None:
    """The model that the inherited forward of a wrapper calls."""
    wraps = any(isinstance(b, External) and WRAPPERS.is_base(b.name) for b in external_bases(state, record.cls))
    return lookup(record.attributes, MODULE) if wraps else None


def _has_member(state: State, value: Ref | Symbol) -> bool:
    record = state.record(value)
    if isinstance(record, InstanceRecord):
        own = lookup(record.attributes, MODULE)
        return own is not None or class_attribute(state, record.cls, MODULE) is not None
    pairs = state.attached(value.key) if isinstance(value, Symbol) else ()
    return lookup(record.children if isinstance(record, LayerRecord) else pairs, MODULE) is not None


def _is_bare(state: State, value: Value) -> bool:
    """Is it a module all of whose members are seen?"""
    record = state.record(value)
    if isinstance(record, LayerRecord):
        return record.exact
    if not isinstance(record, InstanceRecord) or not is_module_class(state, record.cls):
        return False
    bases = external_bases(state, record.cls)
    seen = all(isinstance(b, External) and (b.name.startswith("torch.nn.") or b.name in PLAIN_BASES) for b in bases)
    return seen and not any(name.startswith(_COMPUTED) for name, _ in record.attributes)
