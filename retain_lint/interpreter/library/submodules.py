"""What a module is made of: its children, and all modules below it. Floor 3."""

from __future__ import annotations

from collections.abc import Callable

from retain_lint.domain.heap import InstanceRecord, LayerRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.module_state_havoc import blur_parts
from retain_lint.interpreter.heap.objects import allocate, has_unseen_base, may_own_leaves
from retain_lint.interpreter.library.forward_hooks import parts_symbol
from retain_lint.torch_api.spec import Role

#: a name, and the module that goes by it
_Part = tuple[str, Value]
#: of more modules than these a loop would not meet all
_MAX_MODULES = 32


def children(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    """module.children(); those of an opaque module run on its parameters, so that each is taken for the whole."""
    if not isinstance(state.record(receiver), (LayerRecord, InstanceRecord)):
        _take_apart(m, receiver)
        return allocate(m, state, ListRecord((receiver,), exact=False))
    return allocate(m, state, ListRecord(tuple(part for _, part in _children(m, state, receiver))))


def modules(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    """module.modules(): the module, and all that it is made of."""
    _take_apart(m, receiver)
    return allocate(m, state, ListRecord(tuple(part for _, part in _followed(m, state, receiver))))


def _take_apart(m: Analysis, receiver: Value) -> None:
    """What is done to one of an opaque module's parts is taken to be done to the whole."""
    if isinstance(receiver, Symbol):
        m.facts.taken_apart.add(receiver.key)


def named_children(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    """module.named_children(); of an opaque module each is taken for the whole, like children()."""
    if not isinstance(state.record(receiver), (LayerRecord, InstanceRecord)):
        _take_apart(m, receiver)
        return allocate(m, state, ListRecord((Tuple((m.symbol("name", plain=True), receiver)),), exact=False))
    return _named(m, state, receiver, _children(m, state, receiver))


def named_modules(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    """module.named_modules()"""
    return _named(m, state, receiver, _followed(m, state, receiver))


def _named(m: Analysis, state: State, receiver: Value, parts: list[_Part]) -> Value:
    """Pairs of names and modules, if all of them are seen."""
    if not all(is_seen(state, part) for _, part in [("", receiver), *parts]):
        return parts_symbol(receiver)
    return allocate(m, state, ListRecord(tuple(Tuple((_name(m, name), part)) for name, part in parts)))


def _name(m: Analysis, name: str) -> Value:
    return m.symbol("name", plain=True) if "%" in name else Known(name)


def is_seen(state: State, part: Value) -> bool:
    """Is it known what a module is made of?"""
    record = state.record(part)
    if isinstance(record, InstanceRecord):
        return not has_unseen_base(state, record.cls)
    return isinstance(record, LayerRecord) and record.exact


def modules_below(m: Analysis, state: State, module: Value) -> list[_Part]:
    """The module and all modules below it, each once with its dotted name, parents first."""
    found: dict[Value, str] = {}
    _collect(m, state, module, "", found)
    return [(name, part) for part, name in found.items()]


def _followed(m: Analysis, state: State, receiver: Value) -> list[_Part]:
    """All modules, each once, parents first. Where these are too many for a loop, what it leaves out may be changed too."""
    found = modules_below(m, state, receiver)
    if len(found) > _MAX_MODULES:
        blur_parts(m, state, receiver, None)
    return found


def _collect(m: Analysis, state: State, part: Value, name: str, found: dict[Value, str]) -> None:
    if part in found:
        return
    found[part] = name
    for own, child in _children(m, state, part):
        _collect(m, state, child, join_names(name, own), found)


def join_names(path: str, name: str) -> str:
    """The dotted name of a part of the module at a path; the path of the outermost module is empty."""
    return f"{path}.{name}" if path else name


def _children(m: Analysis, state: State, module: Value) -> list[_Part]:
    record = state.record(module)
    if isinstance(record, LayerRecord):  # of more than are seen only the first has a name that is known
        first = 1 if record.sampled else len(record.children)
        pairs = (*record.children[:first], *((f"%{name}", part) for name, part in record.children[first:]))
    elif isinstance(record, InstanceRecord):
        pairs = record.attributes
    else:
        return []
    return [(name, part) for name, part in pairs if state.tensor(part) is None and may_own_leaves(m, state, part)]


METHODS: dict[Role, Callable[[Analysis, State, Value, CallRequest], Value]] = {
    Role.CHILDREN: children,
    Role.MODULES: modules,
    Role.NAMED_CHILDREN: named_children,
    Role.NAMED_MODULES: named_modules,
}
