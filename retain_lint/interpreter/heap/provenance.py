"""Unknown values that hang on what a function was given or an object holds: what is computed of them may lie on graphs that
were built outside, and that others go through again. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retain_lint.domain.history import EventKind
from retain_lint.domain.key_index import STEPS, owner_of
from retain_lint.domain.loaded import is_batch
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Lazy, Linear, Method, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.tensors import MAX_NESTING, materialise, unknown_node
from retain_lint.source import Span
from retain_lint.torch_api.layer_attributes import SIZES
from retain_lint.torch_api.lookup import find_method
from retain_lint.torch_api.vocabulary import GIVEN_LOSSES

#: what arithmetic makes of such values, where a name of all its operands would nest too deep
COMPUTED = "computed of given"
#: the handle of a registered hook
HANDLE = "hook"
#: an array of numbers
ARRAY = "array"
#: what is asked of a distribution lies on the graph of its parameters
_OF_DISTRIBUTIONS = frozenset({"log_prob", "entropy", "rsample"})
_OPERATORS = frozenset({"arith", "unary"})
#: the names that hold the values of which they were computed
_NAMING = frozenset({*_OPERATORS, "value", "getattr"})
#: those, and the names of attributes and items
_PARTS = STEPS | _NAMING
#: what was computed of more unknown values hangs on the first of them, as far as is known
_MAX_ROOTS = 32
#: attributes that measure what has them
_MEASURES = frozenset({"shape", "ndim", "dtype", "device"})
#: attributes of attributes beyond this are none of a training program; each use of a name costs its depth
_MAX_DEPTH = 32
#: the length of the name of what a client gives: the function, the client's call and the parameter
_GIVEN_BY_CLIENTS = 4


def is_given(value: Value) -> bool:
    """A parameter of an entry point, an attribute that nothing in sight has set, and what is taken of them or computed."""
    if isinstance(value, Linear):
        return _names_given(value.key)
    return isinstance(value, Symbol) and not value.plain and _names_given(value.key)


def takes_numbers(value: Value) -> bool:
    """Is it an array that copies the numbers of what is stored in it?"""
    return isinstance(value, Symbol) and value.key[0] == ARRAY


def is_method_of_given(m: Analysis, callee: Value) -> bool:
    """Is it a tensor's method, or a distribution's, looked up on such a value? Its result then hangs on that value's graph. A
    module's method (`flow.log_prob`) computes one."""
    if isinstance(callee, Method):
        return _gives_graph(callee.name) and is_given(callee.receiver)
    if not isinstance(callee, Symbol) or callee.key[0] != "attr" or not _gives_graph(str(callee.key[-1])):
        return False
    holder = callee.key[1]
    if not isinstance(holder, tuple) or holder[0] == "object" or holder in m.facts.module_keys:
        return False
    return _names_given(holder)


def compute_of_given(m: Analysis, state: State, callee: Value, span: Span) -> Value | None:
    """What a tensor's method makes of such a value: a tensor, of which no more is known than of the value. None for other
    callees."""
    if not is_method_of_given(m, callee):
        return None
    if isinstance(callee, Method):
        name, receiver = callee.name, callee.receiver
    else:
        name, receiver = str(callee.key[-1]), Symbol(callee.key[1])  # type: ignore[union-attr, arg-type]
    if name in _OF_DISTRIBUTIONS:
        return None
    made = m.symbol(COMPUTED, plain=False)
    unknown_node(m, made.key, m.event(EventKind.BUILT, span))
    materialise(m, state, note_computed(m, made, (receiver,)))
    return made


def is_method_of_part(callee: Symbol) -> bool:
    """Is it a tensor's method, looked up on an attribute or an item of an object, or on what was computed?"""
    holder = callee.key[1]
    of_part = isinstance(holder, tuple) and holder[0] in _PARTS
    return callee.key[0] == "attr" and of_part and find_method(str(callee.key[-1])) is not None


def _gives_graph(name: str) -> bool:
    return name in _OF_DISTRIBUTIONS or find_method(name) is not None


def name_part(m: Analysis, value: Symbol, step: str, place: object) -> Symbol:
    """An attribute or an item of an unknown value, by the value's name; where that would nest too deep, by one of its own."""
    key, plain = value.key, value.plain or step == "attr" and place in SIZES
    for _ in range(_MAX_DEPTH):
        if key[0] not in STEPS or not isinstance(key[1], tuple):
            return Symbol((step, value.key, place), plain)
        key = key[1]
    made = m.symbol("value", plain=plain)
    note_computed(m, made, (value,))
    return made


def note_computed(m: Analysis, result: Value, operands: Iterable[Value]) -> Value:
    """Remembers what an unknown value was computed of, where its name does not tell. Returns it."""
    if isinstance(result, (Symbol, Linear)):
        roots = dict.fromkeys(root for value in operands for root in roots_in(m, value) if root != result.key)
        if roots:
            m.facts.computed_of[result.key] = tuple(roots)[:_MAX_ROOTS]
    return result


def compute(m: Analysis, state: State, result: Value, operands: Iterable[Value]) -> Value:
    """An unknown value that was computed of others: data, unless they may have a graph that was sent backward."""
    result = note_computed(m, result, operands)
    return Symbol(result.key) if isinstance(result, Symbol) and gives_out_graphs(m, state, result.key) else result


def gives_out_graphs(m: Analysis, state: State, key: Key) -> bool:
    """Does it come of an opaque object that has built a graph which was sent backward?"""
    if not state.unseen_built:
        return False
    owners = {owner_of(root) for root in roots_of(m, key)}
    built = (number for owner in owners for number in state.unseen_built.get(owner, ()))
    return any(number in state.kept or number in state.freed for number in built)


def may_hold_graphs(m: Analysis, state: State, key: Key) -> bool:
    """Is it known that there are graphs among the elements of an unknown value? They are data else."""
    return m.carries_graph(key) or gives_out_graphs(m, state, key) or owner_of(key) in m.facts.module_keys


def roots_in(m: Analysis, value: Value, depth: int = MAX_NESTING) -> Iterator[Key]:
    """The names of the unknown values of which a value was computed, or of which a tuple's items were."""
    if isinstance(value, (Symbol, Linear)):
        yield from () if _is_measure(value.key) else roots_of(m, value.key)
    elif isinstance(value, (Tuple, Lazy)) and depth:
        for item in value.items if isinstance(value, Tuple) else value.sources:
            yield from roots_in(m, item, depth - 1)


def _is_measure(key: Key) -> bool:
    """Is it an attribute that measures what has it, whatever that is, or an item of such (`x.shape[0]`)?"""
    while key[0] in STEPS and isinstance(key[1], tuple):
        if key[0] == "attr" and key[-1] in _MEASURES:
            return True
        key = key[1]
    return False


def roots_of(m: Analysis, key: Key) -> tuple[Key, ...]:
    """The names of what the value of that name was computed of; its own, if of nothing else."""
    owner = owner_of(key)
    named = owner[1:] if owner[0] in _NAMING else ()
    parts = [part for part in named if isinstance(part, (Symbol, Linear))]
    found = (*m.facts.computed_of.get(owner, ()), *(root for part in parts for root in roots_in(m, part)))
    return tuple(dict.fromkeys(found)) or (key,)


def _names_given(key: Key) -> bool:
    if is_batch(key):
        return False
    key = owner_of(key)
    if key[0] in _OPERATORS:
        return any(is_given(part) for part in key[1:] if isinstance(part, (Symbol, Linear)))
    if key[0] == "value":  # a value in place of its name
        return len(key) > 1 and isinstance(key[1], (Symbol, Linear)) and is_given(key[1])
    return key[0] in ("parameter", COMPUTED) or key[0] == "attr" and isinstance(key[1], tuple)


def names_given_loss(key: Key) -> bool:
    """Is it what a client has computed, going by the parameter's name: a loss, which may be sent backward again? Options that a call
    in view spreads (`f(**options)`) are none."""
    return key[:1] == ("parameter",) and len(key) == _GIVEN_BY_CLIENTS and str(key[-1]).lower().endswith(GIVEN_LOSSES)
