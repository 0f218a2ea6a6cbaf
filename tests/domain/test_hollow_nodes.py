"""Nodes in which nothing lies that torch may release or check tell no paths apart, nor do writes to what no graph has saved."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pytest

from retain_lint.domain.autograd_graph import GradNode, NodeId, Reuse, SavedTensor
from retain_lint.domain.base import take_base
from retain_lint.domain.canonical import canonical
from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref
from tests.domain.states import FRAME, REGISTERS, Action, World, event, registers, run, tensor_at

FORWARD = [Action("tensor", "b", "a", 0, True)]


def summed(
    world: World,
    state: State,
    sources: str,
    op: str = "sum",
    saved: tuple[SavedTensor, ...] = (),
    reuses: tuple[Reuse, ...] | None = (),
    flag: Ternary = Ternary.YES,
) -> State:
    """Register `b` holds what an operation that saves nothing has made of the sources, unless it is said otherwise."""
    nodes: list[NodeId] = [found[1].node for name in sources if (found := tensor_at(state, name)) and found[1].node]
    number, holds = world.graph.next_number, Ternary.of(bool(saved))
    world.graph.add(GradNode(number, op, tuple(nodes), saved, holds, flag, event(op), (), reuses=reuses))
    address = world.fresh()
    state.heap[address] = TensorRecord(number, flag, world.fresh())
    registers(state)["b"] = Ref(address)
    return state


def form(world: World, state: State, base: State, counter: int, nodes: int) -> Hashable:
    taken = take_base(base, counter, world.graph)
    object.__setattr__(taken, "nodes", nodes)
    return canonical(state, world.graph, taken, FRAME, REGISTERS, [FRAME]).whole()


def forms(chains: Sequence[Sequence[dict[str, object]]], before: list[Action] = FORWARD) -> list[Hashable]:
    """The forms of paths on which `b` is computed of `a`, and then by each chain of operations."""
    world = World()
    base = world.start()
    counter, nodes = world.counter + 1, world.graph.next_number
    found = []
    for chain in chains:
        state = run(world, base.fork(), before)
        for options in chain:
            summed(world, state, **options)  # type: ignore[arg-type]
        found.append(form(world, state, base, counter, nodes))
    return found


@pytest.mark.parametrize("length", (1, 2, 3))
def test_a_chain_of_hollow_nodes_is_as_what_it_begins_with(length: int) -> None:
    chain = [{"sources": "b", "op": op} for op in ("sum", "view", "mean")[:length]]
    one, two = forms([[], chain])
    assert one == two


@pytest.mark.parametrize(
    "options",
    (
        {"sources": "b", "saved": (SavedTensor(99, 0),)},
        {"sources": "b", "reuses": None},
        {"sources": "b", "reuses": (Reuse(1),)},
        {"sources": "b", "flag": Ternary.MAYBE},
        {"sources": "bc"},
    ),
    ids=("it saves a buffer", "what it saves is not known", "a gradient hangs on it", "perhaps no node", "two inputs"),
)
def test_other_nodes_are_told_apart(options: dict[str, object]) -> None:
    one, two = forms([[], [options]])
    assert one != two


def test_where_a_hollow_node_was_built_does_not_matter() -> None:
    one, two, three = forms([[{"sources": "bc", "op": op}] for op in ("add", "subtract")] + [[{"sources": "ba"}]])
    assert one == two != three


@pytest.mark.parametrize("saved", (True, False))
def test_a_write_matters_to_those_graphs_that_have_saved_it(saved: bool) -> None:
    world = World()
    base = run(world, world.start(), [Action("tensor", "b", "a", 0, saved)])
    counter, nodes = world.counter + 1, world.graph.next_number
    paths = [base.fork(), run(world, base.fork(), [Action("write", "a", "a", 1, True)])]
    one, two = (form(world, state, base, counter, nodes) for state in paths)
    assert (one != two) is saved
