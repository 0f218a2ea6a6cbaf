"""Classes that derive from dict, list or torch's containers of modules: their objects have the container behind them that the
inherited methods act on. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Known, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.data_model.dict_entries import call_once, find_entry
from retain_lint.interpreter.heap.class_methods import functions_of
from retain_lint.interpreter.heap.descriptors import method_of
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.known_records import instance_at
from retain_lint.interpreter.heap.objects import CONTAINER_PART, allocate, class_attribute
from retain_lint.source import Span

_DICTS = frozenset({"builtins.dict", "collections.OrderedDict", "collections.UserDict"})
_LISTS = frozenset({"builtins.list", "collections.UserList"})
_MODULES = frozenset({"torch.nn.ModuleDict", "torch.nn.ModuleList"})
#: what acts on the modules in a container
_OF_MODULES = frozenset("append clear extend insert items keys pop update values".split())
#: where an object's items may come from that are not seen to be put into it
_FILLING = ("__new__", "__setattr__", "__setitem__")
#: and names by which methods put modules in their places
_REGISTERING = frozenset({"_modules", "add_module", "register_module", "setattr"})


class ContainerSubclasses(LibraryModel):
    """See the module's text."""

    part = CONTAINER_PART
    starts_empty = True

    def is_base(self, name: str) -> bool:
        return name in _DICTS or name in _LISTS or name in _MODULES

    def build(self, m: Analysis, state: State, made: Ref, base: External, request: CallRequest) -> Value | None:
        record = instance_at(state, made.address)
        if base.name in _MODULES:
            return _make_modules(m, state, record, base, request)
        closed = all(class_attribute(state, record.cls, name) is None for name in _FILLING)
        fill = _fill_list if base.name in _LISTS else _fill_dict
        return allocate(m, state, fill(state, request, closed))

    def inherits(self, state: State, part: Value, name: str) -> bool:
        if isinstance(state.record(part), LayerRecord):
            return name in _OF_MODULES or name.startswith("__") and hasattr(list, name) and name != "__init__"
        return hasattr(dict if isinstance(state.record(part), DictRecord) else list, name)

    def item(self, m: Analysis, state: State, value: Value, index: Value, span: Span) -> Value | None:
        """What `__missing__` of a class of dictionaries gives for a key that is not there."""
        record = state.record(value)
        held = lookup(record.attributes, self.part) if isinstance(record, InstanceRecord) else None
        entries = state.record(held) if held is not None else None
        if not isinstance(entries, DictRecord) or not entries.exact or method_of(state, value, "__getitem__"):
            return None
        method = method_of(state, value, "__missing__")
        if method is None or find_entry(entries, index) is not None:
            return None
        return call_once(m, state, method, (value, index), span)


def _make_modules(
    m: Analysis, state: State, record: InstanceRecord, base: External, request: CallRequest
) -> Value | None:
    """torch's container; None where methods of the class may put modules in it by other ways than its own methods."""
    if any(function.mentions & _REGISTERING for function in functions_of(state, record.cls)):
        return None
    call = m.interpreter.call_value
    outcomes = call(m, state, base, request.positional, request.keywords, request.span, request.instruction)
    return next((outcome.value for outcome in outcomes if isinstance(state.record(outcome.value), LayerRecord)), None)


def _fill_list(state: State, request: CallRequest, closed: bool) -> ListRecord:
    source = request.first()
    items = () if source is None else concrete_items(state, source)
    return ListRecord(items or (), closed and items is not None)


def _fill_dict(state: State, request: CallRequest, closed: bool) -> DictRecord:
    source = request.first()
    record = DictRecord() if source is None else state.record(source)
    known = record if isinstance(record, DictRecord) else DictRecord(exact=False)
    named = {Known(name): value for name, value in request.keywords.items() if name != "**"}
    entries = tuple((dict(known.items) | named).items())
    return DictRecord(entries, closed and known.exact and "**" not in request.keywords)
