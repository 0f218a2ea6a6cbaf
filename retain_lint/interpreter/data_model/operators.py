"""Operators: constants are computed, unknown integers keep their offset, tensors make nodes. Floor 3."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any

from retain_lint.domain.assume import resolve
from retain_lint.domain.bounds import linear_form
from retain_lint.domain.heap import DictRecord, ListRecord, TensorRecord
from retain_lint.domain.history import Event
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Index, Known, Lazy, Linear, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.autograd.gradient_writes import change_in_place
from retain_lint.interpreter.autograd.operations import apply_operation, bind_operation, note_gradient_reads
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.dict_entries import spread_entry
from retain_lint.interpreter.data_model.layer_slices import add_layers
from retain_lint.interpreter.data_model.set_operations import combine_sets
from retain_lint.interpreter.data_model.special_methods import call_operator
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.loop_counters import count
from retain_lint.interpreter.heap.objects import allocate, record_of
from retain_lint.interpreter.heap.provenance import ARRAY, COMPUTED, is_given, note_computed, takes_numbers
from retain_lint.interpreter.heap.strings import MAX_TEXT, add_texts, fill_in
from retain_lint.interpreter.heap.tensors import as_part, is_plain
from retain_lint.interpreter.heap.weak_stores import add_weakly, store_weakly
from retain_lint.ir.model import Binary
from retain_lint.source import Span
from retain_lint.torch_api.lookup import find_operator

_PYTHON: dict[str, Callable[[object, object], object]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "fill in": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
_UNARY: dict[str, Callable[[Any], object]] = {"-": operator.neg, "+": operator.pos, "~": lambda x: ~int(x)}
_NAMED = frozenset({"parameter", "attr", "global", "len", "item"})
#: a short text with places for a number or a text, and no widths
_PLAIN_FORMAT = re.compile(r"[^%]{0,40}(%[dis][^%]{0,40})?")
#: integers of more bits are not folded
MAX_BITS = 64
#: longest list or string that `x * n` builds
MAX_REPEAT = 16


def apply_unary(m: Analysis, state: State, op: str, value: Value, span: Span) -> Value:
    """op value, for `-`, `+` and `~`."""
    value = resolve(state, value)
    if isinstance(value, Known) and isinstance(value.value, (int, float)) and value.sample is None:
        return Known(_UNARY[op](value.value))
    if is_tensor(m, state, value):
        spec = find_operator(f"unary {op}")
        if spec is not None:
            return apply_operation(m, state, spec, bind_operation(m, state, spec, [value], {}), span)
    plain = not isinstance(value, Symbol) or value.plain
    if is_mask(value):
        return m.symbol("mask", plain=True)
    if is_shallow(value):
        return Symbol(("unary", op, value), plain)
    return note_computed(m, m.symbol(COMPUTED if is_given(value) else "unary", plain=plain), (value,))


def is_tensor(m: Analysis, state: State, value: Value) -> bool:
    """A tensor, or an unknown value that may carry a graph."""
    if state.tensor(value) is not None or as_part(m, state, value) is not None:
        return True
    return isinstance(value, Symbol) and not value.plain and m.carries_graph(value.key)


def apply_binary(
    m: Analysis, state: State, i: Binary, left: Value, right: Value, events: tuple[Event, Event]
) -> list[Outcome]:
    """left op right; an operator method of a class of the project is called."""
    left, right = resolve(state, left), resolve(state, right)
    changed = change_in_place(m, state, i, left, right)
    note_gradient_reads(m, state, (left, right) if changed is None else (right,))
    if changed is not None:
        return [Outcome(state, changed)]
    if _meets_none(state, i.op, left, right):
        return [Outcome(state, NONE, raised=True)]
    constant = _remainder(state, left, right) if i.op == "%" and isinstance(left, Index) else None
    constant = constant or count(m, state, i, left, right) or _fold(i.op, left, right)
    if constant is not None:
        return [Outcome(state, constant)]
    own = call_operator(m, state, i.op, i.in_place, (left, right), i.span) or add_layers(m, state, i, left, right)
    if own is not None:
        return own
    sequence = _join_sequences(m, state, i, left, right) or combine_sets(m, state, i.op, left, right)
    if sequence is not None:
        return [Outcome(state, sequence)]
    if takes_numbers(left) or takes_numbers(right):  # with a tensor that is on a graph TypeError, or RuntimeError
        return [Outcome(state, m.symbol(ARRAY, plain=True))]
    if is_tensor(m, state, left) or is_tensor(m, state, right):
        return [Outcome(state, _apply_to_tensors(m, state, i, left, right, events))]
    return [Outcome(state, _unknown_result(m, i.op, left, right))]


def _meets_none(state: State, op: str, left: Value, right: Value) -> bool:
    """None with a number, a length, a text or a tensor: TypeError, but for `"%s" % None`."""
    if NONE not in (left, right) or op == "%" and left != NONE:
        return False
    other = left if right == NONE else right
    tensor = state.tensor(other)
    number = isinstance(other, (Known, Index, Linear)) or isinstance(other, Symbol) and other.key[0] == "len"
    return number or tensor is not None and not tensor.opaque


def call_divmod(m: Analysis, state: State, request: CallRequest) -> Value:
    """divmod(number, divisor)"""
    if len(request.positional) != 2:
        return m.symbol("value", plain=True)
    event = m.event_of(request.span)
    steps = (Binary(request.span, "%", op, "%", "%") for op in ("//", "%"))
    return Tuple(tuple(apply_binary(m, state, step, *request.positional, (event, event))[0].value for step in steps))


def _remainder(state: State, index: Index, divisor: Value) -> Value | None:
    """A remainder that is known has a name all the same: what it is compared with tells iterations apart."""
    number = divisor.value if isinstance(divisor, Known) else None
    known = type(number) is int and number > 0 and index.decides("%", number)
    first = index.position == index.value == 0 and isinstance(divisor, Symbol) and divisor.plain
    if not known and not first:
        return None
    name = Symbol(("arith", "%", index, divisor), plain=True)
    state.condition.bind(name.key, Known(0 if first else index.value % number))  # type: ignore[operator]
    return name


def _fold(op: str, left: Value, right: Value) -> Value | None:
    """Arithmetic of constants and loop indices. What is computed of an index stands for many: only its start is known."""
    if isinstance(left, Known) and isinstance(right, Index) and op == "+":
        left, right = right, left
    if isinstance(left, Index) and isinstance(right, Known) and isinstance(right.value, int) and op in ("+", "-"):
        return left.move(right.value if op == "+" else -right.value)
    if not isinstance(left, (Known, Index)) or not isinstance(right, (Known, Index)) or op not in _PYTHON:
        return None
    sample = next((n.sample for n in (left, right) if isinstance(n, Known) and n.sample is not None), None)
    if _stands_for_others(op, left, right) or sample is not None and not _grows(op, left, right):
        return Symbol(("arith", op, left, right), plain=True)
    if op == "%" and isinstance(right, Known) and _is_small(right.value) and _is_plain_format(left.value):
        op = "fill in"
    if not (_is_small(left.value) and _is_small(right.value)) or (op in "*%" and _is_text(left.value, right.value)):
        return Symbol(("arith", op, left, right), plain=True)
    try:
        return Known(_PYTHON[op](left.value, right.value), sample=sample)
    except (TypeError, ArithmeticError, ValueError):
        return Symbol(("arith", op, left, right), plain=True)


def _stands_for_others(op: str, left: Known | Index, right: Known | Index) -> bool:
    """Is one of them an index in an iteration that stands for others with another result?"""
    if isinstance(left, Index) and isinstance(right, Known) and isinstance(right.value, int):
        return not left.decides(op, right.value)
    return any(isinstance(number, Index) and number.position > 0 for number in (left, right))


def _grows(op: str, left: Known | Index, right: Known | Index) -> bool:
    """Is the result any greater where the number of a sample's items is?"""
    if op == "-":
        return not isinstance(right, Known) or right.sample is None
    numbers = [number.value for number in (left, right)]
    return op == "+" or op == "*" and all(isinstance(number, int) and number > 0 for number in numbers)


def _is_small(value: object) -> bool:
    """Constants are folded while they stay small: products of products would grow without bound."""
    if isinstance(value, (str, bytes)):
        return len(value) <= MAX_TEXT
    return not isinstance(value, int) or value.bit_length() <= MAX_BITS


def _is_plain_format(value: object) -> bool:
    return isinstance(value, str) and _PLAIN_FORMAT.fullmatch(value) is not None


def _is_text(*values: object) -> bool:
    """Repeated or formatted, text may become as long as a number says."""
    return any(isinstance(value, (str, bytes)) for value in values)


def _join_sequences(m: Analysis, state: State, i: Binary, left: Value, right: Value) -> Value | None:
    mine, theirs = record_of(state, left), record_of(state, right)
    if i.op == "|" and isinstance(mine, DictRecord) and isinstance(theirs, DictRecord):
        united = DictRecord(tuple({**dict(mine.items), **dict(theirs.items)}.items()), mine.exact and theirs.exact)
        if i.in_place and isinstance(left, Ref):
            state.put(left.address, united)
            return left
        return allocate(m, state, united)
    if i.op == "|" and isinstance(left, Symbol) and isinstance(theirs, DictRecord):
        if not i.in_place:
            entries = (*spread_entry(m, state, left).items(), *theirs.items)
            return allocate(m, state, DictRecord(entries, exact=False))
        for key, item in theirs.items:
            store_weakly(m, state, left, key, item)
        return left
    if i.op == "+" and isinstance(theirs, ListRecord) and _may_be_list(state, left):
        if i.in_place and isinstance(left, Symbol):
            add_weakly(m, state, left, theirs.items)
            return left
        return allocate(m, state, ListRecord((left, *theirs.items), exact=False))
    if i.op == "+" and (isinstance(left, Tuple) or isinstance(mine, ListRecord)):
        first, second = concrete_items(state, left), concrete_items(state, right)
        exact = first is not None and second is not None
        known = (*(first or _items(mine)), *(second or _items(theirs)))
        m.budget.charge(len(known))
        if i.in_place and isinstance(left, Ref) and isinstance(mine, ListRecord):
            state.put(left.address, ListRecord(known, exact and mine.exact, mine.partial))
            return left
        return Tuple(known) if isinstance(left, Tuple) and exact else allocate(m, state, ListRecord(known, exact))
    if i.op == "*" and isinstance(mine, ListRecord):
        if isinstance(right, Known) and isinstance(right.value, int) and right.value * len(mine.items) <= MAX_REPEAT:
            return allocate(m, state, ListRecord(mine.items * right.value, mine.exact))
        return allocate(m, state, ListRecord(mine.items, exact=False))
    return None


def _may_be_list(state: State, value: Value) -> bool:
    """Is it unknown? Tensors and lists have no sum (TypeError)."""
    tensor = state.tensor(value)
    return isinstance(value, Symbol) if tensor is None else tensor.opaque


def _items(record: object) -> tuple[Value, ...]:
    return record.items if isinstance(record, ListRecord) else ()


def _apply_to_tensors(
    m: Analysis, state: State, i: Binary, left: Value, right: Value, events: tuple[Event, Event]
) -> Value:
    in_place = i.in_place and isinstance(state.tensor(left), TensorRecord)
    spec = find_operator(f"{i.op}=", in_place=True) if in_place else find_operator(i.op)
    if spec is None:
        return m.symbol("value")
    bound = bind_operation(m, state, spec, [left, right], {}, events)
    return apply_operation(m, state, spec, bound, i.span)


def _unknown_result(m: Analysis, op: str, left: Value, right: Value) -> Value:
    moved = None
    if op in ("+", "-") and isinstance(right, Known) and type(right.value) is int:
        moved = _move(m, left, right.value if op == "+" else -right.value)
    elif op == "+" and isinstance(left, Known) and type(left.value) is int:
        moved = _move(m, right, left.value)
    if moved is not None:
        return moved
    if is_mask(left) or is_mask(right):
        return m.symbol("mask", plain=True)
    text = add_texts(left, right) if op == "+" else None
    if op == "%" and isinstance(left, Known) and isinstance(left.value, str):
        text = fill_in(left.value, right)
    if text is not None:
        return text
    plain = all(is_plain(m, value) for value in (left, right))
    if is_shallow(left) and is_shallow(right):
        return Symbol(("arith", op, left, right), plain)
    given = not plain and (is_given(left) or is_given(right))
    return note_computed(m, m.symbol(COMPUTED if given else "arith", plain=plain), (left, right))


def _move(m: Analysis, value: Value, offset: int) -> Value | None:
    """An unknown integer with a number added. It may be a tensor all the same, until more is known."""
    form = linear_form(value)
    if form is None:
        return None
    key, offset = form[0], form[1] + offset
    if isinstance(value, Symbol) and not value.plain:
        m.facts.moved.add(key)
    return Linear(key, offset) if offset else Symbol(key, plain=key not in m.facts.moved)


def is_mask(value: Value) -> bool:
    """A tensor of truths: what comparing tensors gives, and what is computed of that."""
    return isinstance(value, Symbol) and value.key[0] == "mask"


def is_shallow(value: Value) -> bool:
    """May the value stand in a structural key? Keys that nest without end would make every comparison dear."""
    if not isinstance(value, Symbol) or value.key[0] in _NAMED:
        return True
    if value.key[0] == "arith" and value.plain:  # one operation on what has a name, or on a number: `(i // 10) % 2`
        return all(isinstance(part, (Known, Index, Linear)) or _is_named(part) for part in value.key[2:])
    return not any(isinstance(part, (tuple, Symbol, Linear)) for part in value.key)


def _is_named(part: object) -> bool:
    """Is it an unknown value that is found again under its name, or a number of a range?"""
    if not isinstance(part, Symbol):
        return False
    counted = part.key[0] == "element" and isinstance(part.key[1], Lazy) and part.key[1].kind == "range"
    return counted or part.key[0] in _NAMED
