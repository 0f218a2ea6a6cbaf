"""Hooks that run before and after a module's forward. Floor 3.

They are kept in the overlay, by the key of the module that they are registered on. Around a forward that is run they are called as
torch calls them (torch/nn/modules/module.py). The module may also be a part of one whose forward cannot be seen, or a part that is not
known: then its output is a tensor that hangs on one of the results so far of what it is a part of, not known which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, External, FunctionValue, Key, Known, Ref, Symbol, Tuple, Value, key_of
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.objects import allocate, class_attribute
from retain_lint.interpreter.heap.provenance import HANDLE
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.source import Span
from retain_lint.torch_api.control_methods import FORWARD_HOOKS

#: the methods that register a hook, and those that do so for all modules, by when it runs
_BEFORE, _AFTER = "%before", "%after"
_METHODS = dict(zip(FORWARD_HOOKS, (_BEFORE, _AFTER), strict=True))
_FOR_ALL = {f"register_module_{name.removeprefix('register_')}": kind for name, kind in _METHODS.items()}
#: under these names the overlay keeps what a hook of an unseen part has been given so far
_SEEN = "%seen"
#: and under this one, what unseen code gave it out of
_WHOLE = "%whole"
#: and under names that begin so, what unseen code made of that
_WRAPPER = "%wrapper"
_GIVERS = frozenset({"modules", "children", "named_modules", "named_children", "get_submodule"})
#: the key of any module at all
_EVERY: Key = ("every module",)
#: what the key of a part of a module starts with
_STEPS = frozenset({"attr", "item", "element", "parts"})
#: of unknown values that begin so it is known that they are no parts of something else
_WHOLES = frozenset({"parameter", "global", "result", "made", "member", "class", "copy", "object"})

_Run = Callable[[State, CallRequest], "list[Outcome]"]


def parts_symbol(module: Value) -> Symbol:
    """Some part of a module, not known which."""
    return Symbol(("parts", key_of(module)), plain=True)


def register_hook(m: Analysis, state: State, module: Value, name: str, request: CallRequest) -> Value | None:
    """Notes a new hook and gives its handle; None if the method registers none."""
    function = request.argument(("hook",), "hook")
    if name not in _METHODS or function is None:
        return None
    return _add(m, state, _key(state, module), _METHODS[name], function, request)


class ForwardHooks(LibraryModel):
    """Hooks of all modules, and of modules that are not known."""

    packages = ("torch.nn.",)
    methods = frozenset({*FORWARD_HOOKS, "remove"})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        kind = _FOR_ALL.get(name.rpartition(".")[2])
        function = request.argument(("hook",), "hook")
        if kind is None or function is None:
            return None
        return [Outcome(state, _add(m, state, _EVERY, kind, function, request))]

    def method(
        self, m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
    ) -> list[Outcome] | None:
        handle = register_hook(m, state, receiver, name, request)
        if handle is None and not _remove_hook(state, receiver, name):
            return None
        return [Outcome(state, handle or NONE)]


def _add(m: Analysis, state: State, key: Key, kind: str, function: Value, request: CallRequest) -> Value:
    m.facts.hooked = True
    pairs = state.attached(key)
    slot = f"{kind}{sum(name.startswith(kind) for name, _ in pairs)}"
    with_keywords = request.keywords.get("with_kwargs") == Known(True)
    state.attach(key, slot, Tuple((function, Known(with_keywords))))
    return Symbol((HANDLE, key, slot), plain=True)


def _remove_hook(state: State, handle: Value, name: str) -> bool:
    """handle.remove()"""
    if name != "remove" or not isinstance(handle, Symbol) or handle.key[0] != HANDLE:
        return False
    _, key, slot = handle.key
    pairs = state.attached(key)  # type: ignore[arg-type]
    state.reattach(key, tuple((n, NONE if n == slot else value) for n, value in pairs))  # type: ignore[arg-type]
    return True


def copy_hooks(state: State, module: Value, copy: Value) -> None:
    """A copy of a module has the same hooks."""
    if key_of(module) in state.overlay:
        state.reattach(key_of(copy), state.attached(key_of(module)))


def _key(state: State, module: Value) -> Key:
    """The key of a module; of a part of what unseen code returned, as of an attribute of it."""
    if isinstance(module, Ref) and module.address in state.parts:
        whole, part = state.parts[module.address]
        return ("attr", _key(state, whole), part)
    return key_of(module)


@dataclass(frozen=True, slots=True)
class _Call:
    """One call of a module on one path: what it is given, and how it ends."""

    inputs: tuple[Value, ...]
    outcome: Outcome


def call_hooked(m: Analysis, state: State, module: Ref, request: CallRequest, run: _Run) -> list[Outcome]:
    """Runs a module's forward, and its hooks before and after."""
    if not m.facts.hooked:
        return run(state, request)
    key, keywords = key_of(module), request.keywords
    entered = [_Call(request.positional, Outcome(state, NONE))]
    for hook in _hooks(state, key, _BEFORE):
        entered = [after for call in entered for after in _call_before(m, module, hook, call, keywords, request.span)]
    done = [
        _Call(call.inputs, outcome)
        for call in entered
        for outcome in ([call.outcome] if call.outcome.raised else _run_on(run, call, request))
    ]
    for hook in _hooks(state, key, _AFTER):
        done = [after for call in done for after in _call_after(m, module, hook, call, keywords, request.span)]
    return call_part_hooks(m, module, [call.outcome for call in done], request.span)


def _run_on(run: _Run, call: _Call, request: CallRequest) -> list[Outcome]:
    return run(call.outcome.state, replace(request, positional=call.inputs))


def _hooks(state: State, key: Key, kind: str) -> list[Tuple]:
    """The hooks on a module, in order; those of which paths disagree are left out."""
    pairs = state.attached(key)
    return [value for name, value in pairs if name.startswith(kind) and isinstance(value, Tuple)]


def _call_hook(
    m: Analysis, state: State, hook: Tuple, given: tuple[Value, ...], keywords: dict[str, Value], span: Span
) -> list[Outcome]:
    function, with_keywords = hook.items
    if with_keywords == Known(True):
        named = allocate(m, state, DictRecord(tuple((Known(name), value) for name, value in keywords.items())))
        given = (*given[:2], named, *given[2:])
    outcomes = m.interpreter.call_value(m, state, function, given, {}, span)
    seen = not isinstance(function, (External, Symbol))  # what is not seen is taken to return None, as most do
    return outcomes if seen else [Outcome(o.state, NONE, o.raised) for o in outcomes]


def _call_before(
    m: Analysis, module: Value, hook: Tuple, call: _Call, keywords: dict[str, Value], span: Span
) -> list[_Call]:
    """What a hook before the forward returns are the inputs."""
    if call.outcome.raised:
        return [call]
    calls = []
    for outcome in _call_hook(m, call.outcome.state, hook, (module, Tuple(call.inputs)), keywords, span):
        value = outcome.value
        inputs = call.inputs if value == NONE else value.items if isinstance(value, Tuple) else (value,)
        calls.append(_Call(inputs, Outcome(outcome.state, NONE, outcome.raised)))
    return calls


def _call_after(
    m: Analysis, module: Value, hook: Tuple, call: _Call, keywords: dict[str, Value], span: Span
) -> list[_Call]:
    """What a hook after the forward returns is the result; what is not seen may be it."""
    state, result = call.outcome.state, call.outcome.value
    if call.outcome.raised:
        return [call]
    calls = []
    for outcome in _call_hook(m, state, hook, (module, Tuple(call.inputs), result), keywords, span):
        value = result if outcome.value == NONE else outcome.value
        if value is not result and _is_unseen(outcome.state, value):
            value = any_graph_in(m, outcome.state, [result, value]) or value
        calls.append(_Call(call.inputs, Outcome(outcome.state, value, outcome.raised)))
    return calls


def _is_unseen(state: State, value: Value) -> bool:
    record = state.tensor(value)
    return isinstance(value, Symbol) if record is None else record.opaque


def call_part_hooks(m: Analysis, module: Value, outcomes: list[Outcome], span: Span) -> list[Outcome]:
    """After the call of a module: the hooks of its parts whose own calls are not seen. What such a hook calls out of sight,
    or it itself if it cannot be seen, runs none of them again."""
    if not m.facts.hooked or m.scope.in_part_hook or m.context.function.name == "forward" and isinstance(module, Ref):
        return outcomes
    after: list[Outcome] = []
    m.scope.in_part_hook = True
    for outcome in outcomes:
        after += [outcome] if outcome.raised else _call_parts(m, module, outcome, span)
    m.scope.in_part_hook = False
    return after


def _call_parts(m: Analysis, module: Value, outcome: Outcome, span: Span) -> list[Outcome]:
    paths = [outcome]
    for key in [key for key in outcome.state.overlay if _may_run(outcome.state, module, key)]:
        for kind in (_BEFORE, _AFTER):
            for hook in _hooks(outcome.state, key, kind):
                paths = [after for path in paths for after in _call_part(m, module, key, kind, hook, path, span)]
    return paths


def _call_part(
    m: Analysis, module: Value, key: Key, kind: str, hook: Tuple, path: Outcome, span: Span
) -> list[Outcome]:
    """Hands a hook the graph of the result; if it is not sure that the module was called, that or one of those before. One
    that returns something may have changed the result."""
    pairs = path.state.attached(key)
    before = None if _key(path.state, module) in _owners(path.state, key) else lookup(pairs, _SEEN)
    seen = any_graph_in(m, path.state, [path.value] if before is None else [before, path.value])
    if seen is None:
        return [path]
    path.state.attach(key, _SEEN, seen)
    given = (m.symbol("value", plain=True), Tuple((seen,)))
    outcomes = _call_hook(m, path.state, hook, given if kind == _BEFORE else (*given, seen), {}, span)
    return [Outcome(o.state, path.value if o.value == NONE else seen, o.raised) for o in outcomes]


def _may_run(state: State, module: Value, key: Key) -> bool:
    """Does a call of the module perhaps call, out of sight, the one that the key names?"""
    if not _is_hooked(state, key):
        return False
    owners = list(_owners(state, key))
    if _is_loose(state, owners[-1]):
        return True
    if key[0] == "value" and isinstance(key[1], Ref):
        owners = owners[:-1]
        if _runs_out_of_sight(state, module) and _owns(state, module, key[1]):
            return True
    whole = _key(state, module)
    names = {whole}
    if whole[0] == "attr" and isinstance(whole[1], tuple) and whole[1][0] != "object":
        names.add(whole[1])  # a method of a model that cannot be seen
    return not names.isdisjoint(owners)


def _is_hooked(state: State, key: Key) -> bool:
    return any(name.startswith((_BEFORE, _AFTER)) for name, _ in state.attached(key))


def note_wrapped(m: Analysis, state: State, request: CallRequest, wrapper: Value) -> None:
    """What opaque code makes of a model (`MMDataParallel(model)`) calls that model, and with it the parts that have hooks."""
    if not m.facts.hooked or not isinstance(wrapper, Symbol) or wrapper.key[0] not in _WHOLES:
        return
    for key in [key for key in state.overlay if _is_hooked(state, key)]:
        if any(_is_within(state, key, value) for value in request.values()):
            wrappers = sum(name.startswith(_WRAPPER) for name, _ in state.attached(key))
            state.attach(key, f"{_WRAPPER}{wrappers}", wrapper)


def _is_within(state: State, key: Key, value: Value) -> bool:
    """Is it the name of a model, or of a part of it?"""
    if key[0] == "value" and isinstance(key[1], Ref):
        return _owns(state, value, key[1])
    return isinstance(value, (Ref, Symbol)) and _key(state, value) in _owners(state, key)


def note_part(state: State, receiver: Value, name: str, result: Value) -> None:
    """What unseen code gives out of a module's parts is a part of it."""
    gives = name in _GIVERS or isinstance(receiver, Symbol) and receiver.key[-1] == "_modules"
    if gives and isinstance(result, Symbol):
        state.attach(result.key, _WHOLE, receiver)


def _owners(state: State, key: Key) -> Iterator[Key]:
    """What wraps a part, the part, and what that is a part of, outermost last."""
    for name, wrapper in state.attached(key):
        if name.startswith(_WRAPPER):
            yield from _owners(state, _key(state, wrapper))
    yield key
    whole = lookup(state.attached(key), _WHOLE)
    if whole is not None:
        yield from _owners(state, _key(state, whole))
    elif key[0] in _STEPS and isinstance(key[1], tuple):
        yield from _owners(state, key[1])


def _is_loose(state: State, root: Key) -> bool:
    """May it be a part of anything?"""
    if root[0] == "value" and isinstance(root[1], Ref):
        return not isinstance(state.record(root[1]), (InstanceRecord, LayerRecord))
    return root[0] not in _WHOLES


def _runs_out_of_sight(state: State, module: Value) -> bool:
    record = state.record(module)
    if isinstance(record, InstanceRecord):
        written = (class_attribute(state, record.cls, name) for name in ("__call__", "forward"))
        return not any(isinstance(method, FunctionValue) for method in written)
    return isinstance(record, LayerRecord) and record.spec.container and not record.exact


def _owns(state: State, module: Value, part: Ref, depth: int = 8) -> bool:
    """Is it the module, or one of its parts?"""
    record = state.record(module)
    if module == part or depth == 0:
        return module == part
    members: list[Value] = []
    if isinstance(record, LayerRecord):
        members = [child for _, child in record.children]
    elif isinstance(record, InstanceRecord):
        members = [value for _, value in record.attributes]
    elif isinstance(record, ListRecord):
        members = list(record.items)
    return any(_owns(state, member, part, depth - 1) for member in members if isinstance(member, Ref))
