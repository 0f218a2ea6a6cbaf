"""The engine: runs blocks over sets of paths, forks at branches, merges at join points, unrolls loops. Floor 3.

Bounded disjunctive interpretation. A block takes the paths that enter it and gives back those that leave it normally; the
others leave through `Exits`; where paths meet, path_merging.py holds their number down. A loop of unknown length runs at least
twice, and three times (see `bound_iterations`) if lifetimes can change in it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import nullcontext
from itertools import chain, zip_longest

from retain_lint.domain.assume import assume, truth_of
from retain_lint.domain.base import Base, take_base
from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.loop_index import is_reached
from retain_lint.domain.merge import blur_counters
from retain_lint.domain.purge import has_grown
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Value
from retain_lint.interpreter.autograd.gradient_reads import note_uses
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.completions import Exits, postpone, resume
from retain_lint.interpreter.context.registers import read
from retain_lint.interpreter.effects.escape import confine_raised, hand_out
from retain_lint.interpreter.effects.idle_arms import find_idle_arm
from retain_lint.interpreter.effects.name_call_graph import block_size, computes_flag, recovers, steers_engine
from retain_lint.interpreter.effects.try_havoc import doubt_replaced
from retain_lint.interpreter.effects.unnamed_methods import contents_of
from retain_lint.interpreter.heap.iterables import (
    MIN_ITERATIONS,
    assume_done,
    assume_more,
    elements_of,
    may_go_on,
    pick_iteration,
)
from retain_lint.interpreter.heap.loop_counters import is_sampled, names_tested
from retain_lint.interpreter.paths.abandonment import abandon, note_skipped
from retain_lint.interpreter.paths.alternative_values import execute_each
from retain_lint.interpreter.paths.context_managers import run_managed
from retain_lint.interpreter.paths.flag_loops import set_flags
from retain_lint.interpreter.paths.loop_bounds import bound_iterations
from retain_lint.interpreter.paths.model_choices import choose_model
from retain_lint.interpreter.paths.path_merging import forget_dead, repeats, settle
from retain_lint.interpreter.paths.tested_settings import note_tested
from retain_lint.interpreter.paths.unbounded_loops import doubt_later_calls, leave_unfinished, open_data, skip
from retain_lint.interpreter.paths.unset_variables import end_on_none, end_unset
from retain_lint.interpreter.paths.windows import doubt_trimmed, is_trimming, window_elements
from retain_lint.ir.model import (
    Block,
    Break,
    Continue,
    For,
    GetAttr,
    If,
    Instruction,
    Raise,
    Return,
    Structured,
    Try,
    While,
    With,
)

#: what an iteration costs beside its instructions: loops in loops in loops are mostly comparisons of states
LOOP_STEPS = 6


#: set in a generator that may yield more than it was seen to
YIELDED_MORE = "%yielded_more"


def run_block(m: Analysis, block: Block, states: list[State], exits: Exits) -> list[State]:
    """Runs the instructions in order over all paths; gives the paths that reach the end."""
    for instruction in block.instructions:
        if not states:
            return states
        if m.budget.spent:
            if not m.budget.overdrawn:
                m.ledger.budget_cuts["steps"] += 1
                abandon(m, states, Doubt(Reason.STEPS, m.location(instruction.span)))
            return []
        m.budget.steps -= len(states)
        states = _run_instruction(m, instruction, states, exits)
    return states


def _run_instruction(m: Analysis, instruction: Instruction, states: list[State], exits: Exits) -> list[State]:
    m.context.instruction = instruction
    handler = _CONTROL.get(type(instruction))
    if handler is not None:
        after = _in_turn(m, [handler(m, instruction, state, exits) for state in _each_renewed(m, states)])
        if isinstance(instruction, Structured) and (len(states) > 1 or len(after) > m.budget.most_paths):
            after = settle(m, after, instruction.live, m.bases[-1])
        return after
    if isinstance(instruction, GetAttr):
        states = end_on_none(m, instruction, states, exits)
    ended: list[list[State]] = []
    for state in _each_renewed(m, states):
        outcomes = execute_each(m, state, instruction)
        if outcomes is None:
            ended.append([state])
            continue
        exits.raised.extend(outcome.state for outcome in outcomes if outcome.raised)
        ended.append([outcome.state for outcome in outcomes if not outcome.raised])
    after = _in_turn(m, ended)
    return settle(m, after, None, m.bases[-1]) if len(after) > m.budget.most_paths else after


def _each_renewed(m: Analysis, states: list[State]) -> Iterator[State]:
    """The paths; of a script each has a budget of its own, if those before it have spent theirs."""
    for position, state in enumerate(states):
        if position and len(m.stack) == 1:
            m.budget.renew()
        yield state


def _in_turn(m: Analysis, ended: list[list[State]]) -> list[State]:
    """What the paths have become: where these are too many, one of each path first, since the last are joined."""
    if len(ended) == 1:
        return ended[0]
    if sum(map(len, ended)) <= m.budget.disjuncts:
        return list(chain.from_iterable(ended))
    return [state for turn in zip_longest(*ended) for state in turn if state is not None]


def run_if(m: Analysis, instruction: If, state: State, exits: Exits) -> list[State]:
    """Both arms, unless this path has decided the condition."""
    condition = read(m, state, instruction.condition)
    truth = truth_of(state, condition)
    if truth is not None:
        taken, skipped = (instruction.then, instruction.orelse) if truth else (instruction.orelse, instruction.then)
        note_skipped(m, state, skipped)
        return run_block(m, taken, [state], exits)
    if m.scope.in_comprehension and not instruction.orelse.instructions:
        m.scope.filtered = True
        return run_block(m, instruction.then, [state], exits)
    chosen = choose_model(m, state, instruction, exits)
    if chosen is not None:
        return chosen
    note_tested(m, state, instruction, condition)
    base = take_base(state, m.counter + 1, m.graph)
    if steers_engine(m, instruction):
        pick_iteration(m, state, condition, indexed=True)
    idle = find_idle_arm(m, state, instruction)
    other = state.fork()
    after: list[State] = []
    if idle is not instruction.then and assume(state, condition, True):
        after += run_block(m, instruction.then, [state], exits)
    if idle is not instruction.orelse and assume(other, condition, False):
        after += run_block(m, instruction.orelse, [other], exits)
    after = end_unset(m, instruction, after, exits)
    after = settle(m, after, instruction.live, base)
    return [forget_dead(m, left, instruction.live) if has_grown(left) else left for left in after]


def run_for(m: Analysis, instruction: For, state: State, exits: Exits) -> list[State]:
    """A for loop over one path's iterable. One of unknown length in which every path raises has no iteration."""
    loop = m.fresh()
    iterable = contents_of(m, state, read(m, state, instruction.iterable))
    elements = window_elements(m, state, instruction, loop, iterable)
    elements = elements or elements_of(m, state, iterable, loop, block_size(instruction.body))
    most = elements.bound(bound_iterations(m, instruction.body))
    least = 0 if elements.unrolled else min(max(MIN_ITERATIONS, elements.kinds), most)
    if elements.unrolled and not (instruction.comprehension and is_sampled(m, state, iterable)):
        m.loops.unrolled.add(loop)
    elif elements.length is not None:
        m.loops.lengths.add(elements.length)
    if set_flags(m, state, instruction, loop, iterable):
        return [state]

    def enter(head: State, done: int) -> list[State]:
        if not assume_more(head, elements, done):
            return []
        item = head.registers(m.frame)[instruction.item] = elements.item(head, done)
        return [head] if is_reached(head, item) else []

    def leave(head: State, done: int) -> State | None:
        if done < least and may_go_on(head, elements, done):
            return None
        left = head.fork()
        return left if assume_done(left, elements, done) else None

    comprehension, m.scope.in_comprehension = m.scope.in_comprehension, instruction.comprehension
    start, returned = state.fork() if least else state, len(exits.returned)
    try:
        with m.making_items(instruction) if instruction.comprehension else nullcontext():
            left = _run_loop(m, instruction, state, exits, loop, most, enter, leave, elements.unrolled, elements.kinds)
    finally:
        m.scope.in_comprehension = comprehension
    ended = left or not least or len(exits.returned) > returned
    return left if ended else skip(m, start, elements)


def run_while(m: Analysis, instruction: While, state: State, exits: Exits) -> list[State]:
    """Its test is run, and assumed, at every head. A loop that counts further than it is followed leaves with unknown counters."""
    most = bound_iterations(m, instruction.body) + 1
    trimming = is_trimming(m, instruction)
    start = state.fork()

    def enter(head: State, done: int) -> list[State]:
        entered = run_block(m, instruction.test, [head], exits)
        return [s for s in entered if assume(s, read(m, s, instruction.condition), True)]

    def leave(head: State, done: int) -> State | None:
        left = head.fork()
        if may_leave(left, done):
            return left
        if done == most:
            blur_counters(left, start, m.fresh)
            doubt_later_calls(m, left, instruction)
        return left if done == most and may_leave(left, done) else None

    def may_leave(head: State, done: int) -> bool:
        left = run_block(m, instruction.test, [head], exits)
        if not left:
            return False
        condition = read(m, left[0], instruction.condition)
        if truth_of(left[0], condition) is None:
            if trimming:
                doubt_trimmed(m, left[0], instruction)
            elif done < MIN_ITERATIONS:
                return False
            open_data(left[0], m.bases[-1])
        return assume(left[0], condition, False)

    tested, m.scope.tested = m.scope.tested, m.scope.tested | names_tested(instruction.test)
    try:
        return _run_loop(m, instruction, state, exits, m.fresh(), most, enter, leave)
    finally:
        m.scope.tested = tested


def _run_loop(
    m: Analysis,
    instruction: For | While,
    state: State,
    exits: Exits,
    loop: int,
    most: int,
    enter: Callable[[State, int], list[State]],
    leave: Callable[[State, int], State | None],
    exact: bool = False,
    least: int = 0,
) -> list[State]:
    """Iterates until no path goes on, the head states repeat (not before `least`, nor where the number is `exact`), or `most` is done."""
    outer, base = state.loops, take_base(state, m.counter + 1, m.graph)
    m.bases.append(base)
    m.loops.calls[loop] = m.calls()
    heads, left, broken = [state], [], []
    unfinished: list[State] = []
    returned = len(exits.returned)
    varies = exact or computes_flag(m, instruction.body)
    seen: set[Hashable] = set()
    for done in range(most + 1):
        going: list[State] = []
        for head in heads:
            gone = leave(head, done)
            if gone is not None:
                gone.loops = outer
                gone.leave_picked(loop, False)
                left.append(gone)
            elif done == most:
                unfinished.append(head)
            if done < most:
                head.loops = (*outer, (loop, done))
                head.leave_picked(loop, True)
                going.extend(enter(head, done))
        if not going:
            break
        m.budget.steps -= LOOP_STEPS * len(going)
        inner = Exits(exits.returned, exits.raised)
        after = run_block(m, instruction.body, going, inner)
        for broke in inner.broken:
            broke.loops = outer
        broken.extend(inner.broken)
        heads = after + inner.continued
        heads = settle(m, [forget_dead(m, head, instruction.live) for head in heads], instruction.live, base)
        if not varies and least <= done + 1 < most and repeats(m, heads, instruction.live, seen, base):
            most = max(done + 1, MIN_ITERATIONS)
    m.bases.pop()
    if m.context.function.is_generator and not exact:
        exits.returned.extend((_suspend(m, head), NONE) for head in heads if not left and not broken)
        left, broken = [_suspend(m, state) for state in left], [_suspend(m, state) for state in broken]
    elif isinstance(instruction, For) or not left and not broken and len(exits.returned) == returned:
        left += leave_unfinished(m, instruction, loop, unfinished, done - 1, base)
        broken += [] if left or broken else _run_on(m, instruction, unfinished, exits, base)
    if instruction.orelse.instructions:
        left = run_block(m, instruction.orelse, left, exits)
    return settle(m, left + broken, instruction.live, base)


def _run_on(m: Analysis, instruction: For | While, heads: list[State], exits: Exits, base: Base) -> list[State]:
    """The paths that break off a loop that no path has left as far as it was followed, once more round, where what counts its
    iterations is unknown (`while True: at = (at - 1) // 2; if at == 0: break`)."""
    for head in heads:
        blur_counters(head, base, m.fresh)
    inner = Exits(exits.returned, exits.raised)
    run_block(m, instruction.body, heads, inner)
    for broke in inner.broken:
        broke.loops = broke.loops[:-1]
    return inner.broken


def _suspend(m: Analysis, state: State) -> State:
    """After a loop that is not followed to its end: the generator yields more of the kind. One that never ends is left there."""
    state.registers(m.frame)[YIELDED_MORE] = Known(True)
    return state


def run_try(m: Analysis, instruction: Try, state: State, exits: Exits) -> list[State]:
    """try: a handler is entered with the state at the start (what the body replaces is perhaps replaced), at an explicit
    raise, or when an engine call that retains its graph has raised. What the `else` raises no handler sees."""
    inner = Exits()
    start = state.fork() if instruction.handlers else None
    base = take_base(state, m.counter + 1, m.graph)
    caught = recovers(m, instruction)
    m.scope.attempts += caught
    after = run_block(m, instruction.body, [state], inner)
    m.scope.attempts -= caught
    raised, inner.raised = inner.raised, []
    start = None if start is None else doubt_replaced(m, start, after, inner)
    after = run_block(m, instruction.orelse, after, inner)
    if start is not None:
        for left in raised:
            left.loops = start.loops
        entries = settle(m, [start, *raised], None, base)
        for handler in instruction.handlers:
            for entry in entries:
                branch = entry.fork()
                if handler.name is not None:
                    branch.registers(m.frame)[handler.name] = m.symbol("exception", plain=True)
                after += run_block(m, handler.body, [branch], inner)
    else:
        inner.raised += raised
    return _run_final(m, instruction.final, after, inner, exits)


def _run_final(m: Analysis, final: Block, after: list[State], inner: Exits, exits: Exits) -> list[State]:
    def finish(states: list[State]) -> list[State]:
        return run_block(m, final, states, exits) if final.instructions else states

    exits.returned.extend((done, value) for state, value in inner.returned for done in finish([state]))
    exits.raised.extend(finish(inner.raised))
    exits.broken.extend(finish(inner.broken))
    exits.continued.extend(finish(inner.continued))
    return finish(after)


def run_with(m: Analysis, instruction: With, state: State, exits: Exits) -> list[State]:
    """with: the body is run by its manager, which sees every way out of it."""

    def body(inside: State, value: Value) -> list[Outcome]:
        inside.registers(m.frame)[instruction.target] = value
        inner = Exits()
        return postpone(m.frame, run_block(m, instruction.body, [inside], inner), inner)

    manager = read(m, state, instruction.context)
    return resume(m.frame, run_managed(m, state, manager, instruction.span, body), exits)


def _leave_by(kind: str) -> Callable[[Analysis, Instruction, State, Exits], list[State]]:
    def leave(m: Analysis, instruction: Instruction, state: State, exits: Exits) -> list[State]:
        getattr(exits, kind).append(state)
        return []

    return leave


def _run_return(m: Analysis, instruction: Return, state: State, exits: Exits) -> list[State]:
    note_uses(m, state, instruction)
    value = NONE if instruction.value is None else read(m, state, instruction.value)
    if m.context.function.is_generator:  # only `yield from` sees it
        hand_out(m, state, (value,), Reason.TO_GENERATOR)
    exits.returned.append((state, value))
    return []


def _run_raise(m: Analysis, instruction: Raise, state: State, exits: Exits) -> list[State]:
    if instruction.value is not None:  # whoever catches it may use what it holds
        hand_out(m, state, (read(m, state, instruction.value),), Reason.TO_HANDLER)
        if not m.scope.attempts:
            confine_raised(m, m.location(instruction.span))
    exits.raised.append(state)
    return []


_CONTROL: dict[type, Callable[..., list[State]]] = {
    If: run_if,
    For: run_for,
    While: run_while,
    Try: run_try,
    With: run_with,
    Return: _run_return,
    Raise: _run_raise,
    Break: _leave_by("broken"),
    Continue: _leave_by("continued"),
}
