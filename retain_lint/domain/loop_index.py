"""Running indices of loops that are not followed to their end: which later iterations one that is followed stands for. Floor 2.

What is followed after an iteration may come many iterations later, as long as those between are like it. They are not if a
condition of the loop picks the very next one: `if i % k == 0: h = h.detach()` holds right after `if (i + 1) % k == 0` did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard, cast

from retain_lint.domain.path_condition import AHEAD, INFINITY
from retain_lint.domain.state import State
from retain_lint.domain.value import Index, Key, Known, Linear, Symbol, Tuple, Value

#: comparisons with the sides exchanged
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def is_indexed(value: Value) -> bool:
    """Is it a running index, or computed of one? Remainders are not asked for: their turns are known (see `is_reached`)."""
    if isinstance(value, Symbol) and value.key[0] == "arith" and value.key[1] != "%":
        return any(isinstance(part, Index) for part in value.key)
    return isinstance(value, Index)


def divisor_of(key: Key) -> int | None:
    """k, if the key is of `index % k`: an integer from 0 to k - 1."""
    divisor = _divisor_in(key)
    number = divisor.value if isinstance(divisor, Known) else None
    return number if type(number) is int and number > 0 else None


def _divisor_in(key: Key) -> Value | None:
    if key[:2] != ("arith", "%") or not isinstance(key[2], Index) or not isinstance(key[3], (Known, Symbol)):
        return None
    return key[3]


def is_whole(key: Key) -> bool:
    """Is an unknown number of that name a whole one: an index, a remainder or a length? Others may be fractions."""
    return key[0] in (AHEAD, "len") or divisor_of(key) is not None


def interval_of(state: State, key: Key) -> tuple[float, float]:
    """The bounds of an unknown number on this path."""
    low, high = state.condition.interval(key)
    divisor = divisor_of(key)
    if divisor is None:
        return low, high
    index = cast(Index, key[2])
    turn = _known_turn(state, index, divisor)
    if turn is None:
        turn = next(iter(_forced_turns(state, index, Known(divisor))), None)
    if turn is None:
        low, high = max(low, 0), min(high, divisor - 1)
        passed = _passed_residue(state, index, divisor)
        return low + (passed == low), high - (passed == high)
    residue = (index.value + turn) % divisor
    return residue, residue


def steps_ahead(state: State, value: Linear, numbers: list[int]) -> list[int]:
    """How far past its offset an unknown integer is at those of the numbers that it may be."""
    low, high = interval_of(state, value.key)
    return [number - value.offset for number in numbers if low <= number - value.offset <= high]


def generalise(value: Value) -> Value:
    """An index as an unknown integer: every followed iteration but the first stands for any later one as well. Of one
    that goes by more than one at a time the numbers between are thought possible, too; one that goes down stays what it is."""
    if not isinstance(value, Index) or value.position == 0 or value.stride < 1:
        return value
    most = INFINITY if value.last is None else value.last - value.value
    return Linear((AHEAD, value.loop, value.position, most), value.value)


def rise(op: str, left: Value, right: Value) -> tuple[str, Value, Value]:
    """A comparison of an index that falls with whole numbers: that of its negation, which rises, with theirs."""
    if op in MIRRORED and _falls(right) and isinstance(left, Known):
        op, left, right = MIRRORED[op], right, left
    if not _falls(left) or op not in MIRRORED and op not in ("in", "not in"):
        return op, left, right
    negated = _negate(right) if isinstance(right, Known) is (op in MIRRORED) else None
    if negated is None:
        return op, left, right
    last = None if left.last is None else -left.last
    return MIRRORED.get(op, op), replace(left, value=-left.value, stride=-left.stride, last=last), negated


def _negate(value: Value) -> Value | None:
    """The negation of a whole number, or of all in a tuple."""
    if isinstance(value, Tuple):
        items = [_negate(item) for item in value.items]
        return Tuple(tuple(item for item in items if item is not None)) if None not in items else None
    return replace(value, value=-value.value) if isinstance(value, Known) and type(value.value) is int else None


def _falls(value: Value) -> TypeGuard[Index]:
    """Is it an index that falls from one iteration to the next, in one that stands for others?"""
    return isinstance(value, Index) and value.position > 0 and value.stride < 0 and value.loop >= 0


def carry_over(state: State, value: Index) -> Index:
    """A counter in an iteration after the one that has added to it: it stands for later numbers, as that iteration does."""
    if value.turn is None:
        return value
    loop, done = value.turn
    carried = any(running == loop and now > done for running, now in state.loops)
    return replace(value, position=value.position + 1, turn=None) if carried else value


def is_reached(state: State, item: Value) -> bool:
    """Is there an iteration left for this index, after those that were followed?"""
    indices = item.items if isinstance(item, Tuple) else (item,)
    forms = [general for index in indices if isinstance(general := generalise(index), Linear)]
    return all(low <= high for low, high in (interval_of(state, form.key) for form in forms if form.key[0] == AHEAD))


def decide_residue(state: State, op: str, left: Value, right: Value) -> bool | None:
    """Is `index % k == c` decided by what the iteration before was, whatever k is?"""
    tested = _remainder_test(op, left, right)
    if tested is None:
        return None
    index, divisor, number = tested
    if isinstance(divisor, Known):
        modulus = divisor_of(cast(Symbol, left).key)
        passed = None if modulus is None else _passed_residue(state, index, modulus)
        return op == "!=" if passed == number else None
    turn = number - index.value
    if turns := _forced_turns(state, index, divisor):
        return (turn in turns) is (op == "==")
    beside = not _taken_turns(state, index, divisor).isdisjoint((turn - 1, turn + 1))
    return op == "!=" if beside and _is_no_one(state, divisor) else None


def _passed_residue(state: State, index: Index, divisor: int) -> int | None:
    """The remainder of the iteration before, if that was tested for it: it holds in no two iterations in a row, and those between
    are not like the one that it picks."""
    if index.position == 0 or index.stride % divisor == 0:
        return None
    before = replace(index, position=index.position - 1)
    turn = _known_turn(state, before, divisor) if before.position else 0
    if turn is None:
        return None
    tested = (
        cast(int, atom[4]) + index.stride
        for atom in state.condition.atoms
        if atom[:4] == ("picks", before.loop, before.position, Known(divisor))
    )
    held = any((number - turn) % divisor == 0 for number in tested)
    return (index.value - index.stride + turn) % divisor if held else None


def _is_no_one(state: State, divisor: Value) -> bool:
    """Has a remainder been found to be another number? By 1 all of them are alike, and where it is not 1, `index % k == c` holds in
    no two iterations in a row."""
    return any(by == divisor and not holds for _, by, _, holds in _decided_tests(state))


def note_turn(state: State, key: Key) -> bool:
    """A remainder that is known decides those of the index's neighbours."""
    divisor = divisor_of(key)
    low, high = interval_of(state, key)
    if divisor is None or low != high:
        return True
    index = cast(Index, key[2])
    turn = (int(low) - index.value) % divisor
    return state.condition.narrow((*_turn_key(index), divisor), turn, turn)


def _turn_key(index: Index) -> Key:
    """The name of how far the real index is past the one that stands for it, but for multiples of the divisor: the same
    for `i % 2` and `(i + 1) % 2`."""
    return ("turn", index.loop, index.position)


def _known_turn(state: State, index: Index, divisor: int) -> int | None:
    """The turn; what is known of it for 6 is known for 3."""
    for key, (low, _) in state.condition.intervals.items():
        if key[:3] == _turn_key(index) and isinstance(key[3], int) and key[3] % divisor == 0:
            return int(low) % divisor
    return None


def note_tested(state: State, op: str, left: Value, right: Value) -> None:
    """Whichever way it goes, `index % k == c` tells this iteration from others: paths that meet again both know that."""
    tested = _remainder_test(op, left, right)
    if tested is not None:
        index, divisor, number = tested
        state.condition.atoms["picks", index.loop, index.position, divisor, number - index.value - index.stride] = True


def _forced_turns(state: State, index: Index, divisor: Value) -> set[int]:
    """The turn of the iteration before, if a condition that was tested there picks the iteration right after it, or it is one of
    several that conditions tell apart. An unknown divisor may be 1, with more than one."""
    tested = [
        (atom[2], _reduce(atom[4], _modulus(divisor)))
        for atom in state.condition.atoms
        if atom[:2] == ("picks", index.loop) and atom[3] == divisor and isinstance(atom[4], int)
    ]
    picked = {number for position, number in tested if position == index.position - 1}
    taken = _taken_turns(state, index, divisor) if picked else set()
    return taken if taken & picked or _are_turns(index, divisor, tested) else set()


def _are_turns(index: Index, divisor: Value, tested: list[tuple[object, int]]) -> bool:
    """Are there conditions of two remainders or more, of which none holds in two iterations in a row?"""
    moved = (cast(int, position) * index.stride + number for position, number in tested)
    return isinstance(divisor, Known) and len({_reduce(number, _modulus(divisor)) for number in moved}) > 1


def _taken_turns(state: State, index: Index, divisor: Value) -> set[int]:
    """The turns at which `index % divisor == c` held in the iteration before, for the one c that no test has excluded, too."""
    before = (index.loop, index.position - 1, divisor)
    held = {
        _reduce(number - there.value, _modulus(divisor))
        for there, by, number, holds in _decided_tests(state)
        if holds and (there.loop, there.position, by) == before
    }
    low, high = state.condition.interval(("turn", index.loop, index.position - 1, _modulus(divisor)))
    return held | {int(low)} if low == high else held


def _decided_tests(state: State) -> Iterator[tuple[Index, Value, int, bool]]:
    """The index, the divisor and the number of each `index % divisor == number` that this path has decided, and whether it holds."""
    for atom, truth in state.condition.atoms.items():
        if atom[0] == "compare":
            tested = _remainder_test(str(atom[1]), cast(Value, atom[2]), cast(Value, atom[3]))
            if tested is not None:
                yield (*tested, truth is (atom[1] == "=="))


def _modulus(divisor: Value) -> object:
    return divisor.value if isinstance(divisor, Known) else None


def _remainder_test(op: str, left: Value, right: Value) -> tuple[Index, Value, int] | None:
    """The index, the divisor and the number of `index % divisor == number` (or `!=`)."""
    divisor = _divisor_in(left.key) if isinstance(left, Symbol) else None
    if op not in ("==", "!=") or divisor is None or not isinstance(right, Known) or type(right.value) is not int:
        return None
    return cast(Index, cast(Symbol, left).key[2]), divisor, right.value


def _reduce(number: int, modulus: object) -> int:
    return number % modulus if isinstance(modulus, int) else number
