"""What a loop runs over: the elements of an iterable, known one by one or only as `some element`. Floor 3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord, TensorRecord
from retain_lint.domain.key_index import is_given
from retain_lint.domain.loop_index import is_indexed
from retain_lint.domain.path_condition import INFINITY
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    External,
    Index,
    Key,
    Known,
    Lazy,
    Linear,
    Ref,
    Symbol,
    Tuple,
    Value,
    key_of,
    name_of,
)
from retain_lint.domain.value_numbers import Fresh
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.item_kinds import MAX_FOLLOWED, choose_item, find_followed
from retain_lint.interpreter.heap.module_elements import module_element
from retain_lint.interpreter.heap.provenance import may_hold_graphs
from retain_lint.interpreter.heap.record_classes import attributes_behind, iterated, tuple_items
from retain_lint.interpreter.heap.sampled_items import gives_numbers, name_children, stands_for_more
from retain_lint.interpreter.heap.tensors import as_part, derived, pick_stored

#: iterations of a loop whose length is not known: at least, at most
MIN_ITERATIONS = 2
MAX_ITERATIONS = 3
#: at most, where iterations differ in what they retain
MAX_ROUNDS = MAX_ITERATIONS + 1
#: longest sequence that is unrolled element by element, whatever is done with the elements
MAX_UNROLL = 6
#: instructions up to which a longer sequence is unrolled: a short loop over all parameters means all of them
MAX_UNROLLED_INSTRUCTIONS = 256
#: of layers of torch, whatever is done with each: those of a VGG19 with normalisation
MAX_LAYERS = 53
#: iterators that give the items of sequences, or rows of them, in their order
_IN_ORDER = frozenset({"enumerate", "zip", "items", "values", "keys", "reversed"})


@dataclass(frozen=True, slots=True)
class Elements:
    """The elements of an iterable. With `count` they are exactly `item(state, 0) ... item(state, count - 1)`; without, there are unknown
    many, whose number is named by `length`; of these no more than `seen` are followed, and `kinds` whatever the bound."""

    item: Callable[[State, int], Value]
    count: int | None
    length: Key | None = None
    seen: int = MAX_ROUNDS
    kinds: int = 0

    def bound(self, iterations: int) -> int:
        """How many iterations are followed, where so many are worth it."""
        return self.count if self.count is not None else max(self.kinds, min(iterations, self.seen))

    @property
    def unrolled(self) -> bool:
        """Few enough to run through one by one."""
        return self.count is not None


def concrete_items(state: State, value: Value) -> tuple[Value, ...] | None:
    """The items of a sequence whose items are all known."""
    value = iterated(state, value)
    if isinstance(value, Tuple):
        return value.items
    if isinstance(value, Known) and isinstance(value.value, str):
        return tuple(Known(letter) for letter in value.value) if len(value.value) <= MAX_UNROLL else None
    if isinstance(value, Lazy):
        return _lazy_items(state, value)
    record = state.get(value.address) if isinstance(value, Ref) else None
    if isinstance(record, InstanceRecord):
        return tuple_items(state, value)
    if isinstance(record, ListRecord):
        return record.items if record.exact else None
    if isinstance(record, DictRecord):
        return tuple(key for key, _ in record.items) if record.exact else None
    if isinstance(record, LayerRecord) and record.spec.container:
        return tuple(child for _, child in record.children) if record.exact else None
    return None


def _lazy_items(state: State, value: Lazy) -> tuple[Value, ...] | None:
    if value.kind == "range":
        return _range_items(state, value)
    if value.kind in ("items", "values", "keys"):
        return _dict_items(state, value)
    parts = [concrete_items(state, source) for source in value.sources]
    if value.kind == "enumerate" and parts[0] is not None:
        start = _start_of(state, value)
        numbers = (
            Symbol(("element", value, position), True) if start is None else Known(start + position)
            for position in range(len(parts[0]))
        )
        return tuple(map(Tuple, zip(numbers, parts[0], strict=True)))
    if value.kind == "reversed" and parts[0] is not None:
        return tuple(reversed(parts[0]))
    if value.kind == "zip":
        known = [part for part in parts if part is not None]
        if len(known) == len(parts):
            return tuple(Tuple(row) for row in zip(*known, strict=False))
    if value.kind == "chain" and all(part is not None for part in parts):
        return tuple(item for part in parts if part is not None for item in part)
    return None


def _range_items(state: State, value: Lazy) -> tuple[Value, ...] | None:
    span = _range_of(state, value)
    return tuple(Known(number) for number in span) if span is not None and len(span) <= 64 else None


def _range_of(state: State, value: Lazy) -> range | None:
    bounds = [resolve(state, source) for source in value.sources]
    numbers = [bound.value for bound in bounds if isinstance(bound, Known) and isinstance(bound.value, int)]
    if len(numbers) != len(bounds) or not 1 <= len(numbers) <= 3 or (len(numbers) == 3 and numbers[2] == 0):
        return None
    return range(*numbers)


def _dict_items(state: State, value: Lazy) -> tuple[Value, ...] | None:
    source = value.sources[0]
    record = state.get(source.address) if isinstance(source, Ref) else None
    if isinstance(record, LayerRecord) and record.exact:
        pairs: tuple[tuple[Value, Value], ...] = name_children(source, record)
    elif isinstance(record, DictRecord) and record.exact:
        pairs = record.items
    elif (attributes := attributes_behind(state, source)) is not None:
        pairs = tuple((Known(name), item) for name, item in attributes)
    else:
        return None
    if value.kind == "items":
        return tuple(Tuple(pair) for pair in pairs)
    return tuple(pair[0 if value.kind == "keys" else 1] for pair in pairs)


def elements_of(m: Analysis, state: State, value: Value, loop: int, size: int) -> Elements:
    """The elements of any value that is iterated by a loop of that number, whose body has so many instructions."""
    items = concrete_items(state, value)
    if items is not None and gives_numbers(value) and stands_for_more(state, value):
        items = None  # the numbers go further than the items
    numbers = isinstance(value, Lazy) and value.kind == "range"
    longest = MAX_UNROLL if numbers else max(MAX_UNROLL, MAX_UNROLLED_INSTRUCTIONS // max(size, 1))
    if items is not None and (len(items) <= longest or len(items) <= MAX_LAYERS and _are_layers(state, items)):
        return Elements(lambda state, position: items[position], len(items))
    make, length, seen = _make_item(m, state, value, loop), length_key(state, value), _count_seen(state, value)
    if items is None or isinstance(value, Lazy) and value.kind not in _IN_ORDER:
        return Elements(make, None, length, seen)
    made = [make(state, place) for place in range(len(items))]
    followed = find_followed(state, made, MIN_ITERATIONS)
    if not followed:
        return Elements(lambda state, p: choose_item(made, Index(p, loop, p, 1, len(made) - 1)), None, length, seen)
    if len(followed) == MIN_ITERATIONS:
        return Elements(make, None, length, seen)
    places = (*followed, *range(len(followed), MAX_FOLLOWED))
    return Elements(lambda state, p: make(state, places[p]), None, length, MAX_FOLLOWED, len(followed))


def _are_layers(state: State, items: tuple[Value, ...]) -> bool:
    """Are they layers of torch, or pairs of a name or number and one, or such? What programs ask of them is decided by their
    kind."""
    return all(isinstance(state.record(_last_of(item)), LayerRecord) for item in items)


def _last_of(item: Value) -> Value:
    while isinstance(item, Tuple) and item.items:
        item = item.items[-1]
    return item


def first_elements(m: Analysis, state: State, value: Value, loop: int, most: int) -> Elements | None:
    """The first elements, each with the very number that it has; None where that is not known."""
    make, items = _make_item(m, state, value, loop), concrete_items(state, value)
    numbered = isinstance(value, Lazy) and value.kind in ("enumerate", "range")
    if numbered and not isinstance(_number_in(make(state, 0)), Index):
        return None
    source = state.record(value.sources[0] if isinstance(value, Lazy) and value.sources else value)
    more = isinstance(source, ListRecord) and source.goes_on
    count = most if items is None or more else min(most, len(items))
    return Elements(lambda state, position: _as_number(make(state, position)), count)


def _as_number(value: Value) -> Value:
    """A running index, beside an element or by itself, as the number that it is."""
    number = _number_in(value)
    known = Known(number.value) if isinstance(number, Index) else number
    return Tuple((known, *value.items[1:])) if isinstance(value, Tuple) else known


def _number_in(value: Value) -> Value:
    return value.items[0] if isinstance(value, Tuple) else value


def _count_seen(state: State, value: Value) -> int:
    """How many elements that differ are known: the graphs that a generator makes are not met twice, and a zip ends with
    the shortest of its parts."""
    if isinstance(value, Lazy):
        most = min((_count_seen(state, source) for source in value.sources), default=MAX_ROUNDS)
        rows = (concrete_items(state, source) for source in value.sources) if value.kind == "zip" else ()
        return min([most, *(len(items) for items in rows if items is not None)])
    record = state.get(value.address) if isinstance(value, Ref) else None
    if not isinstance(record, ListRecord) or not record.yielded or len(record.items) < MIN_ITERATIONS:
        return MAX_ROUNDS
    last = record.items[-1]
    parts = (state.tensor(part) for part in (last.items if isinstance(last, Tuple) else (last,)))
    return len(record.items) if any(part is not None and part.node is not None for part in parts) else MAX_ROUNDS


def _make_item(m: Analysis, state: State, value: Value, loop: int) -> Callable[[State, int], Value]:
    if isinstance(value, Lazy):
        return _make_lazy_item(m, state, value, loop)
    value = as_part(m, state, value) or iterated(state, value)
    items = concrete_items(state, value)
    if items and not (stands_for_more(state, value) and isinstance(state.record(value), ListRecord)):
        return lambda state, position: items[min(position, len(items) - 1)]
    record = state.get(value.address) if isinstance(value, Ref) else None
    if isinstance(record, ListRecord) and record.items:
        known = record.items
        return lambda state, position: (
            known[position] if position < len(known) else _another(state, value, loop, position)
        )
    tensor = state.tensor(value)
    if tensor is not None and tensor.opaque and tensor.node is not None:
        return lambda state, position: derived(m, state, tensor, value, position)
    if tensor is not None and tensor.node is not None:
        return lambda state, position: value
    if isinstance(record, TensorRecord):
        return lambda state, position: Symbol(("element", value, position), True)
    if module_element(m, value, 0):
        return lambda state, position: module_element(m, value, position) or value
    if isinstance(value, Symbol) and pick_stored(m, state, value) is not None:
        return lambda state, position: pick_stored(m, state, value) or value
    if isinstance(value, Symbol) and not value.plain and may_hold_graphs(m, state, value.key):
        return lambda state, position: Symbol(("item", value.key, ("element", loop, position)))
    return lambda state, position: Symbol(("element", key_of(value), loop, position), True)


def is_past_end(state: State, value: Value, index: Value) -> bool:
    """Has a loop come to a number that a sequence does not have? The path on which the loop ends before is followed, too."""
    index = resolve(state, index)
    if not isinstance(index, Index) or index.position < MIN_ITERATIONS:
        return False
    record = state.record(value)
    whole = isinstance(value, Tuple) or isinstance(record, ListRecord) and not record.partial
    items = concrete_items(state, value) if whole else None
    return items is not None and index.value >= len(items)


def _another(state: State, value: Value, loop: int, position: int) -> Value:
    """An element beyond those that are seen. A single one stands for all of them; of several the next has another graph."""
    record = state.record(value)
    seen = record.items if isinstance(record, ListRecord) else ()
    last = seen[-1].items if isinstance(seen[-1], Tuple) else (seen[-1],)
    tensors = (state.tensor(part) for part in last)
    if len(set(seen)) > 1 and any(tensor is not None and tensor.node is not None for tensor in tensors):
        return Symbol(("element", key_of(value), loop, position))
    return _advance(seen[-1], position - len(seen) + 1)


def _advance(item: Value, turns: int) -> Value:
    """The item so many iterations later: its numbers have run on."""
    if isinstance(item, Tuple):
        return Tuple(tuple(_advance(part, turns) for part in item.items))
    if not isinstance(item, Index):
        return item
    return replace(item, value=item.value + turns * item.stride, position=item.position + turns)


def _make_lazy_item(m: Analysis, state: State, value: Lazy, loop: int) -> Callable[[State, int], Value]:
    if value.kind == "range":
        first = resolve(state, value.sources[0]) if len(value.sources) > 1 else Known(0)
        start = first.value if isinstance(first, Known) and isinstance(first.value, int) else None
        step = value.sources[2] if len(value.sources) > 2 else Known(1)
        stride = step.value if isinstance(step, Known) and isinstance(step.value, int) else 1
        if start is None:
            return lambda state, position: Symbol(("element", value, loop, position), True)
        numbers = _range_of(state, value)
        last = numbers[-1] if numbers and not stands_for_more(state, value) else None
        return lambda state, position: Index(start + position * stride, loop, position, stride, last)
    makers = [_make_item(m, state, source, loop) for source in value.sources]
    if value.kind == "enumerate":
        return _make_numbered(state, value, loop, makers[0])
    if value.kind == "zip":
        return lambda state, position: Tuple(tuple(maker(state, position) for maker in makers))
    model = m.library.iterators.get(value.kind)
    if model is not None:
        pairs = tuple(zip(value.sources, makers, strict=True))
        return lambda state, position: Tuple(
            tuple(model.iterate(m, state, source) or make(state, position) for source, make in pairs)
        )
    if value.kind == "items":
        return lambda state, position: Tuple(
            (Symbol(("element", value, loop, position), True), _dict_value(m, state, value, position))
        )
    if value.kind == "values":
        return lambda state, position: _dict_value(m, state, value, position)
    if value.kind == "reversed" and isinstance(source := value.sources[0], Lazy) and source.kind == "range":
        return _make_falling(state, value, source, loop)
    if value.kind == "reversed" and module_element(m, source, 0, "reversed"):
        return lambda state, position: module_element(m, source, position, "reversed") or source
    if value.kind in ("reversed", "chain") and makers:
        return makers[0]
    return lambda state, position: Symbol(("element", value, loop, position), True)


def _make_falling(state: State, value: Lazy, source: Lazy, loop: int) -> Callable[[State, int], Value]:
    """The numbers of a range from its last one, if that is known."""
    numbers = None if stands_for_more(state, source) else _range_of(state, source)
    if not numbers:
        return lambda state, position: Symbol(("element", value, loop, position), True)
    first, last, stride = numbers[-1], numbers[0], -numbers.step
    return lambda state, position: Index(first + position * stride, loop, position, stride, last)


def _make_numbered(
    state: State, value: Lazy, loop: int, maker: Callable[[State, int], Value]
) -> Callable[[State, int], Value]:
    items, start = concrete_items(state, value.sources[0]), _start_of(state, value)
    if start is None:
        return lambda state, position: Tuple((Symbol(("element", value, loop, position), True), maker(state, position)))
    last = start + len(items) - 1 if items and not stands_for_more(state, value) else None
    return lambda state, position: Tuple((Index(start + position, loop, position, 1, last), maker(state, position)))


def _start_of(state: State, value: Lazy) -> int | None:
    """The first number that enumerate gives; None if it is not known."""
    start = resolve(state, value.sources[1]) if len(value.sources) > 1 else Known(0)
    return start.value if isinstance(start, Known) and isinstance(start.value, int) else None


def _dict_value(m: Analysis, state: State, value: Lazy, position: int) -> Value:
    source = value.sources[0]
    record = state.get(source.address) if isinstance(source, Ref) else None
    if isinstance(record, DictRecord) and record.items:
        return record.items[min(position, len(record.items) - 1)][1]
    unknown = Symbol(("element", value, "value", position), not is_given(source))
    return module_element(m, source, position, "values") or unknown


def length_key(state: State, value: Value) -> Key | None:
    """The name of the number of elements, such that `len(x)`, `x.shape[0]` and a loop over x agree on it."""
    if isinstance(value, (Ref, Symbol)):
        return ("len", key_of(iterated(state, value)))
    if isinstance(value, Lazy):
        if value.kind == "range":
            bound = resolve(state, value.sources[-1]) if 0 < len(value.sources) < 3 else None
            return bound.key if isinstance(bound, Symbol) else None
        return length_key(state, value.sources[0]) if value.sources else None
    return None


def pick_iteration(m: Analysis, state: State, condition: Value, indexed: bool = False) -> None:
    """A condition that compares something (with `indexed`: a running index) with a number of which nothing is known, or is
    found anew in each iteration, picks out an iteration: it may tell the last from the others, which no path can know to
    be wrong. The length of a loop is known to it."""
    condition = resolve(state, condition)
    if not state.loops or not isinstance(condition, (Symbol, Ref)):
        return
    key = key_of(condition)
    if key[0] == "not":
        pick_iteration(m, state, key[1], indexed)  # type: ignore[arg-type]
    elif key[0] == "compare":
        sides = [resolve(state, side) for side in key[2:]]  # type: ignore[arg-type]
        unknown = [name_of(side) for side in sides if isinstance(side, (Symbol, Linear, External))]
        if m.loops.lengths.isdisjoint(unknown) and (not indexed or any(map(is_indexed, sides))):
            for name in unknown:
                state.pick_iteration(name)
    elif state.tensor(condition) or isinstance(key[-1], Fresh) and key[-1].number > state.loops[-1][0]:
        state.pick_iteration(())  # what was found is another value each time: it may be remembered


def assume_more(state: State, elements: Elements, done: int) -> bool:
    """Continues a loop after `done` iterations; False if its length is known to be no greater."""
    if elements.count is not None:
        return done < elements.count
    return elements.length is None or state.condition.narrow(elements.length, done + 1, INFINITY)


def may_go_on(state: State, elements: Elements, done: int) -> bool:
    """Does the length of a loop allow for more than `done` iterations?"""
    if elements.count is not None:
        return done < elements.count
    return elements.length is None or state.condition.interval(elements.length)[1] > done


def assume_done(state: State, elements: Elements, done: int) -> bool:
    """Leaves a loop after `done` iterations."""
    if elements.count is not None:
        return done >= elements.count
    return elements.length is None or state.condition.narrow(elements.length, done, done)
