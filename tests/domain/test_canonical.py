"""Canonical forms: blind to names and numbers, and to nothing that can be observed."""

from __future__ import annotations

from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retain_lint.domain.base import take_base
from retain_lint.domain.canonical import canonical
from retain_lint.domain.merge import merge_equal
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import FunctionValue
from retain_lint.ir.model import Function
from tests.domain.states import FRAME, HOLDERS, REGISTERS, Action, World, actions, registers, run

LIVE = (*REGISTERS, *HOLDERS)
programs = actions()


def form(world: World, base: State, counter: int, nodes: int, state: State) -> Hashable:
    """The form of a state relative to a base taken when the world's numbers were these."""
    taken = take_base(base, counter, world.graph)
    object.__setattr__(taken, "nodes", nodes)
    return canonical(state, world.graph, taken, FRAME, LIVE, [FRAME]).whole()


def forms_of(before: list[Action], *paths: list[Action], waste: int = 0) -> list[Hashable]:
    """The forms of the states at the end of each path. Between the paths `waste` numbers are given to other things."""
    world = World()
    base = run(world, world.start(), before)
    counter, nodes = world.counter + 1, world.graph.next_number
    found = []
    for path in paths:
        state = base.fork()
        state.clock += waste
        found.append(form(world, base, counter, nodes, run(world, state, path)))
        world.waste(waste)
    return found


@given(programs, programs, st.integers(0, 3))
def test_forms_are_blind_to_numbers(before: list[Action], path: list[Action], waste: int) -> None:
    one, two = forms_of(before, path, path, waste=waste)
    assert one == two and hash(one) == hash(two)


@given(programs, programs, st.sampled_from(REGISTERS), st.sampled_from(REGISTERS))
def test_forms_are_blind_to_what_is_dead(before: list[Action], path: list[Action], target: str, source: str) -> None:
    dead = [Action("tensor", "dead", source, 0, True), Action("unset", "dead", target, 0, True)]
    one, two = forms_of(before, [*path, *dead], path)
    assert one == two


#: what can be observed of a tensor that hangs on a graph, in register `a`
CHANGES = {
    "freed": Action("free", "a", "a", 1, True),
    "perhaps freed": Action("free", "a", "a", 1, False),
    "kept": Action("keep", "a", "a", 1, True),
    "cut": Action("detach", "a", "a", 0, True),
    "no gradient wanted": Action("requires_grad", "a", "a", 0, True),
    "perhaps no gradient wanted": Action("requires_grad", "a", "a", 2, True),
    "deeper": Action("tensor", "a", "a", 0, False),
    "unset": Action("unset", "a", "a", 0, True),
    "a number": Action("scalar", "a", "a", 2, True),
    "unknown": Action("unknown", "a", "a", 2, True),
    "no gradients": Action("mode", "a", "a", 0, False),
    "appended": Action("put", "list", "a", 0, True),
    "item set": Action("put", "dict", "a", 1, True),
    "attribute set": Action("put", "object", "a", 2, True),
    "child set": Action("put", "layer", "a", 2, True),
    "attribute of an unknown object set": Action("put", "unknown", "a", 0, True),
    "evaluating": Action("training", "layer", "a", 0, False),
    "an engine ran": Action("note", "a", "a", 1, False),
    "an unknown graph was entered": Action("note", "a", "a", 0, True),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@given(programs, programs)
def test_forms_tell_what_can_be_observed(change: Action, before: list[Action], path: list[Action]) -> None:
    fresh = [Action("leaf", "a", "a", 0, True), Action("tensor", "a", "a", 0, True), Action("mode", "a", "a", 0, True)]
    after = [Action("alias", "c", "a", 0, True)] if change.kind == "unset" else []
    if change.kind in ("training", "note", "put"):  # nothing that has done the same, or done away with its object
        before, path = (
            [a for a in done if a.kind != change.kind and a.target != change.target] for done in (before, path)
        )
    one, two = forms_of(before, [*path, *fresh, *after], [*path, *fresh, *after, change])
    assert one != two


LEAF_CHANGES = {
    "written": Action("write", "a", "a", 1, True),
    "perhaps written": Action("write", "a", "a", 1, False),
    "written unseen": Action("write", "a", "a", 0, True),
    "contributed": Action("contribute", "a", "a", 1, True),
    "perhaps contributed": Action("contribute", "a", "a", 1, False),
}


@pytest.mark.parametrize("one", LEAF_CHANGES.values(), ids=LEAF_CHANGES)
@pytest.mark.parametrize("two", [*LEAF_CHANGES.values(), None], ids=[*LEAF_CHANGES, "nothing"])
@given(programs, st.booleans())
def test_forms_tell_what_happened_to_a_leaf(one: Action, two: Action | None, before: list[Action], older: bool) -> None:
    """Of a leaf that another tensor has saved."""
    start = [Action("leaf", "a", "a", 0, True), Action("tensor", "b", "a", 0, True)]
    before, path = ([*before, *start], []) if older else (before, start)
    first, second = forms_of(before, [*path, one], [*path, *([two] if two else [])])
    assert (first == second) is (one == two)


@given(programs)
def test_forms_tell_who_used_a_gradient(before: list[Action]) -> None:
    start = [Action("leaf", "a", "a", 0, True), Action("contribute", "a", "a", 1, True)]
    used, cleared = Action("consume", "a", "optimizer", 0, True), Action("clear", "a", "a", 0, True)
    found = forms_of([*before, *start], [], [used], [cleared], [used, cleared])
    assert len(set(found)) == (3 if found[2] == found[3] else 4)


@given(programs, st.booleans())
def test_forms_tell_aliases_from_twins(before: list[Action], saves: bool) -> None:
    twice = [Action("tensor", "a", "c", 0, saves), Action("tensor", "b", "c", 0, saves)]
    once = [twice[0], Action("alias", "b", "a", 0, True)]
    one, two = forms_of([*before, Action("leaf", "c", "c", 0, True)], twice, once)
    assert one != two


def closure_states(path: list[Action], rebound: bool, older: bool) -> tuple[World, State, int, int, State]:
    """A state in which a live function closes over a frame whose register was, or was not, set to another tensor."""
    world = World()
    base = world.start()
    captured = 1000 if not older else world.fresh()
    function = FunctionValue(_FUNCTION, "", captured, ())
    base.frames[captured] = Frame({"h": registers(base)["a"]})
    registers(base)["c"] = function
    counter, nodes = world.counter + 1, world.graph.next_number
    state = run(world, base.fork(), path)
    registers(state)["c"] = function
    if rebound:
        state.registers(captured)["h"] = registers(base)["b"]
    return world, base, counter, nodes, state


_FUNCTION = Function.__new__(Function)


@given(programs, st.booleans())
def test_forms_tell_what_a_closure_holds(path: list[Action], older: bool) -> None:
    one = form(*closure_states(path, False, older))
    two = form(*closure_states(path, True, older))
    assert one != two


@pytest.mark.parametrize("gone", ["a", "b"])
def test_forms_tell_which_name_is_gone(gone: str) -> None:
    """Of the registers of a frame that was there before, as of a module whose function runs."""
    world = World()
    base = world.start()
    counter, nodes = world.counter + 1, world.graph.next_number
    states = [run(world, base.fork(), [Action("unset", name, name, 0, True)]) for name in ("c", gone)]
    taken = take_base(base, counter, world.graph)
    assert nodes == taken.nodes
    one, two = (canonical(s, world.graph, taken, FRAME + 1000, (), [FRAME]).whole() for s in _with_frame(states))
    assert one != two


def test_forms_are_blind_to_what_a_dead_unknown_value_became() -> None:
    """Also where other frames may be read, and nothing in them changed."""
    world = World()
    base = world.start()
    taken = take_base(base, world.counter + 1, world.graph)
    states = _with_frame([base.fork(), base.fork()])
    states[1].tensors[("dead",)] = world.counter + 2
    one, two = (canonical(s, world.graph, taken, FRAME + 1000, (), [FRAME]).whole() for s in states)
    assert one == two


def _with_frame(states: list[State]) -> list[State]:
    for state in states:
        state.frames[FRAME + 1000] = Frame({})
    return states


@given(programs, programs)
def test_equal_states_become_one(before: list[Action], path: list[Action]) -> None:
    world = World()
    base = run(world, world.start(), before)
    taken = take_base(base, world.counter + 1, world.graph)
    states = [run(world, base.fork(), path) for _ in range(3)]
    merged = merge_equal(states, lambda state: canonical(state, world.graph, taken, FRAME, LIVE, [FRAME]))
    assert merged == states[:1]
