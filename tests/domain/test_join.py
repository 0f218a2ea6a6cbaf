"""The join of states is an upper bound: commutative, associative, idempotent, up to the names of what is new."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from retain_lint.domain.heap import DictRecord, InstanceRecord, lookup
from retain_lint.domain.join import join_states
from retain_lint.domain.loaded import LOADED, is_loaded
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Symbol, Value
from retain_lint.domain.value_numbers import Fresh
from tests.domain.order import is_below
from tests.domain.states import ACTIONS, Action, World, actions, run

programs = actions()
#: paths that leave every register, list and attribute bound that was
total = actions(sorted(ACTIONS.keys() - {"unset", "put", "materialise"}))
#: joins, each with an action or two between that make nothing new, as at the end of ever more paths
chains = st.lists(
    actions(sorted(ACTIONS.keys() - {"leaf", "tensor", "container", "optimizer", "detach", "materialise"}), 2),
    max_size=8,
)


def fork_all(*paths: list[Action]) -> tuple[World, list[State]]:
    """The states after a common beginning (the first path) and each of the others."""
    world = World()
    base = run(world, world.start(), paths[0])
    return world, [run(world, base.fork(), path) for path in paths[1:]]


def join(world: World, one: State, two: State) -> State:
    return join_states(one, two, world.graph, world.fresh)


def are_equal(world: World, one: State, two: State) -> bool:
    return is_below(world.graph, one, two) and is_below(world.graph, two, one)


@given(programs, programs)
def test_order_is_reflexive(first: list[Action], second: list[Action]) -> None:
    world, (state,) = fork_all(first, second)
    assert is_below(world.graph, state, state) and is_below(world.graph, state, state.fork())


@given(programs, programs, programs)
def test_join_is_an_upper_bound(first: list[Action], second: list[Action], third: list[Action]) -> None:
    world, (one, two) = fork_all(first, second, third)
    joined = join(world, one, two)
    assert is_below(world.graph, one, joined)
    assert is_below(world.graph, two, joined)


@given(programs, programs, programs)
def test_join_is_commutative(first: list[Action], second: list[Action], third: list[Action]) -> None:
    world, (one, two) = fork_all(first, second, third)
    assert are_equal(world, join(world, one, two), join(world, two, one))


@given(programs, programs, programs, programs)
def test_each_grouping_is_an_upper_bound_of_all(
    first: list[Action], second: list[Action], third: list[Action], fourth: list[Action]
) -> None:
    world, states = fork_all(first, second, third, fourth)
    one, two, three = states
    for grouped in join(world, join(world, one, two), three), join(world, one, join(world, two, three)):
        assert all(is_below(world.graph, state, grouped) for state in states)


@settings(max_examples=200)
@given(total, total, total, total)
def test_join_is_associative(
    first: list[Action], second: list[Action], third: list[Action], fourth: list[Action]
) -> None:
    """Of states that bind the same names. What only one of three paths has bound is, in another grouping, met by
    different states of the objects that it refers to."""
    world, (one, two, three) = fork_all(first, second, third, fourth)
    left = join(world, join(world, one, two), three)
    right = join(world, one, join(world, two, three))
    assert are_equal(world, left, right)


@given(programs, programs)
def test_join_is_idempotent(first: list[Action], second: list[Action]) -> None:
    world, (state,) = fork_all(first, second)
    assert are_equal(world, join(world, state, state.fork()), state)


@given(programs, programs, programs)
def test_join_absorbs_what_is_below(first: list[Action], second: list[Action], third: list[Action]) -> None:
    world, (one, two) = fork_all(first, second, third)
    joined = join(world, one, two)
    assert are_equal(world, join(world, joined, one), joined)
    assert are_equal(world, join(world, two, joined), joined)


@given(programs, programs, programs, programs)
def test_order_is_transitive(
    first: list[Action], second: list[Action], third: list[Action], fourth: list[Action]
) -> None:
    world, (one, two, three) = fork_all(first, second, third, fourth)
    middle = join(world, one, two)
    assert is_below(world.graph, one, join(world, middle, three))


@given(programs, programs, programs)
def test_join_changes_neither(first: list[Action], second: list[Action], third: list[Action]) -> None:
    world, (one, two) = fork_all(first, second, third)
    before = repr(one), repr(two)
    join(world, one, two)
    assert (repr(one), repr(two)) == before


@given(programs, chains)
def test_chains_of_joins_rise_and_come_to_rest(first: list[Action], path: list[list[Action]]) -> None:
    """Widening needs no operator of its own: the domain has no infinite ascending chain over the things of one state."""
    world, (state,) = fork_all(first, [])
    top, heights = state, 0
    for _ in range(3):
        for step in path:
            higher = join(world, top, run(world, state.fork(), step))
            assert is_below(world.graph, top, higher)
            heights += not is_below(world.graph, higher, top)
            top = higher
    again = join(world, top, run(world, state.fork(), path[-1]) if path else state)
    assert are_equal(world, again, top)
    assert heights <= len(path)


def test_dictionaries_of_data_stay_such() -> None:
    world = World()
    base, address = world.start(), world.fresh()
    one, two, three = base.fork(), base.fork(), base.fork()
    one.put(address, DictRecord())
    two.put(address, DictRecord(((Known("word"), Known(0)),)))
    three.put(address, DictRecord(((Known("loss"), Symbol(("item", Fresh(world.fresh())))),)))
    assert join(world, one, two).heap[address] == DictRecord(exact=False, data=True)
    assert join(world, one, three).heap[address] == DictRecord(exact=False, data=False)
    assert join(world, two, two.fork()).heap[address] == two.heap[address]


def test_networks_that_were_read_from_files_stay_such() -> None:
    world = World()
    base, address, cls = world.start(), world.fresh(), world.fresh()
    one, two, three = base.fork(), base.fork(), base.fork()
    loaded = [Symbol((LOADED, Fresh(world.fresh())), plain=True) for _ in range(2)]
    for path, network in zip((one, two, three), (*loaded, Known(None)), strict=True):
        path.put(address, InstanceRecord(cls, (("network", network),)))
    assert is_loaded(held(join(world, one, two), address))
    assert not is_loaded(held(join(world, one, three), address))


def held(state: State, address: int) -> Value | None:
    record = state.heap[address]
    return lookup(record.attributes, "network") if isinstance(record, InstanceRecord) else None
