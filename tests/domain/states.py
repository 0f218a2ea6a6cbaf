"""States for property tests: built by short programs of actions, so that every state is one that paths can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hypothesis import strategies as st

from retain_lint.domain.autograd_graph import GradNode, Graph, NodeId, SavedTensor
from retain_lint.domain.gradients import Contribution
from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    OptimizerRecord,
    TensorRecord,
    replace_pair,
)
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.retained import Kept
from retain_lint.domain.state import Frame, Freed, State
from retain_lint.domain.value import Address, Known, Ref, Symbol, Tuple, Value
from retain_lint.source import Location, Span
from retain_lint.torch_api.spec import LayerSpec

FRAME = 1
#: the node of whatever an unknown value carries
UNKNOWN = 0
REGISTERS = ("a", "b", "c")
#: registers that hold a list, a dict, an object, a layer, an optimiser, an unknown value at the start
HOLDERS = ("list", "dict", "object", "layer", "optimizer", "unknown")
LAYER = LayerSpec("torch.nn.Linear")


class Action(NamedTuple):
    """One step of a path: what is done, with the registers `target` and `source`, and two choices."""

    kind: str
    target: str
    source: str
    number: int
    flag: bool


@dataclass
class World:
    """What all paths of one analysis share: the arena, and the numbers given so far."""

    graph: Graph = field(default_factory=Graph)
    counter: int = FRAME

    def __post_init__(self) -> None:
        self.add_node("unknown", (), (), None)

    def fresh(self) -> int:
        """A number never given before."""
        self.counter += 1
        return self.counter

    def start(self) -> State:
        """A state in which every register holds a leaf tensor, or what its name says."""
        state = State(frames={FRAME: Frame({})})
        run(self, state, [Action("leaf", name, name, 0, True) for name in REGISTERS])
        run(self, state, [Action("container", name, "a", kind, True) for kind, name in enumerate(HOLDERS[:4])])
        run(self, state, [Action("optimizer", "optimizer", "a", 0, True), Action("unknown", "unknown", "a", 0, True)])
        return state

    def waste(self, count: int) -> None:
        """Gives numbers and nodes to things that nothing refers to."""
        for _ in range(count):
            self.fresh()
            self.add_node("garbage", (), (), None)

    def add_node(
        self, op: str, inputs: tuple[NodeId, ...], saved: tuple[SavedTensor, ...], leaf: Address | None
    ) -> int:
        """A node of the graph that requires grad."""
        holds = Ternary.of(bool(saved))
        return self.graph.add(
            GradNode(self.graph.next_number, op, inputs, saved, holds, Ternary.YES, event(op), (), leaf=leaf)
        )


def event(text: str) -> Event:
    """An event at a place of its own for each text."""
    return Event(EventKind.BUILT, Location("", Span(1, len(text), 1, len(text) + 1)), text)


def run(world: World, state: State, actions: Iterable[Action]) -> State:
    """Takes the actions, in order, on a state, and gives it back. What does not apply does nothing."""
    for action in actions:
        ACTIONS[action.kind](world, state, action)
    return state


def registers(state: State) -> dict[str, Value]:
    """The registers of the one function that runs."""
    return state.registers(FRAME)


def tensor_at(state: State, name: str) -> tuple[Address, TensorRecord] | None:
    """The tensor in a register."""
    value = registers(state).get(name)
    record = None if value is None else state.tensor(value)
    if record is None:
        return None
    return (value.address if isinstance(value, Ref) else state.tensors[value.key]), record  # type: ignore[union-attr]


def leaf_at(state: State, name: str) -> Address | None:
    """The leaf in a register."""
    found = tensor_at(state, name)
    return found[0] if found and found[1].leaf else None


def _make_leaf(world: World, state: State, action: Action) -> None:
    address, storage = world.fresh(), world.fresh()
    node = world.add_node("leaf", (), (), address)
    state.heap[address] = TensorRecord(node, Ternary.YES, storage, leaf=True, parameter=action.flag)
    registers(state)[action.target] = Ref(address)


def _make_tensor(world: World, state: State, action: Action) -> None:
    """An operation on the source that saves it if `flag`."""
    found = tensor_at(state, action.source)
    if found is None or found[1].node is None:
        return
    record = found[1]
    saved = (SavedTensor(record.storage, state.version(record.storage)),) if action.flag else ()
    assert record.node is not None
    node = world.add_node("mul" if action.flag else "add", (record.node,), saved, None)
    address = world.fresh()
    state.heap[address] = TensorRecord(node, Ternary.YES, world.fresh())
    registers(state)[action.target] = Ref(address)


def _detach(world: World, state: State, action: Action) -> None:
    found = tensor_at(state, action.source)
    if found is not None:
        address = world.fresh()
        state.heap[address] = TensorRecord(None, Ternary.NO, found[1].storage)
        registers(state)[action.target] = Ref(address)


def _set_requires_grad(world: World, state: State, action: Action) -> None:
    found = tensor_at(state, action.target)
    if found is not None:
        state.heap[found[0]] = replace(found[1], requires_grad=list(Ternary)[action.number % 3])


def _set_scalar(world: World, state: State, action: Action) -> None:
    number, name = Known(action.number), Symbol(("name", action.number), plain=True)
    registers(state)[action.target] = number if action.flag else name


def _set_unknown(world: World, state: State, action: Action) -> None:
    registers(state)[action.target] = Symbol(("parameter", action.number))


def _alias(world: World, state: State, action: Action) -> None:
    variables = registers(state)
    if action.source in variables:
        variables[action.target] = variables[action.source]


def _unset(world: World, state: State, action: Action) -> None:
    registers(state).pop(action.target, None)


def _materialise(world: World, state: State, action: Action) -> None:
    value = registers(state).get(action.target)
    if isinstance(value, Symbol) and not value.plain and value.key not in state.tensors:
        address = state.tensors[value.key] = world.fresh()
        state.heap[address] = TensorRecord(UNKNOWN, Ternary.MAYBE, world.fresh(), opaque=True)


def _free(world: World, state: State, action: Action) -> None:
    found = tensor_at(state, action.target)
    if found is not None and found[1].node is not None:
        state.freed[found[1].node] = Freed(action.number, (), action.flag, state.tick())


def _keep(world: World, state: State, action: Action) -> None:
    found = tensor_at(state, action.target)
    if found is not None and found[1].node is not None:
        state.kept[found[1].node] = Kept(frozenset({action.number}), state.tick())


def _write(world: World, state: State, action: Action) -> None:
    found = tensor_at(state, action.target)
    if found is not None:
        state.write(found[1].storage, event("write"), action.flag, silent=action.number == 0)


def _contribute(world: World, state: State, action: Action) -> None:
    leaf = leaf_at(state, action.target)
    if leaf is not None:
        made = Contribution(action.number, state.tick(), certain=action.flag)
        state.gradients[leaf] = (*state.gradients.get(leaf, ()), made)


def _consume(world: World, state: State, action: Action) -> None:
    """A step: with `flag` of the optimiser in a register, else of a single one."""
    leaf, time = leaf_at(state, action.target), state.tick()
    if leaf is None or leaf not in state.gradients:
        return
    value = registers(state).get(action.source)
    optimizer = value.address if action.flag and isinstance(value, Ref) else 0
    used = state.gradients[leaf]
    state.gradients[leaf] = tuple(replace(c, consumers=c.consumers | {optimizer}) for c in used)
    for contribution in used:
        state.steps[contribution.time] = (*state.steps.get(contribution.time, ()), (optimizer, time))


def _clear(world: World, state: State, action: Action) -> None:
    leaf = leaf_at(state, action.target)
    if leaf is not None:
        state.gradients.pop(leaf, None)


def _make_container(world: World, state: State, action: Action) -> None:
    variables = registers(state)
    items = (variables[action.source],) if action.source in variables else ()
    made = [
        ListRecord(items, action.flag),
        DictRecord(tuple((Known(0), item) for item in items), action.flag),
        InstanceRecord(0, tuple(("x", item) for item in items)),
        LayerRecord(LAYER, None, tuple(("0", item) for item in items)),
    ][action.number % 4]
    address = world.fresh()
    state.heap[address] = made
    variables[action.target] = Ref(address)


def _make_tuple(world: World, state: State, action: Action) -> None:
    variables = registers(state)
    if action.source in variables:
        variables[action.target] = Tuple((Known(action.number), variables[action.source]))


def _make_optimizer(world: World, state: State, action: Action) -> None:
    leaf = leaf_at(state, action.source)
    address = world.fresh()
    state.heap[address] = OptimizerRecord("SGD", () if leaf is None else (leaf,), action.flag)
    registers(state)[action.target] = Ref(address)


def _put(world: World, state: State, action: Action) -> None:
    """Puts the source into the container, object or optimiser that is the target."""
    target, source = registers(state).get(action.target), registers(state).get(action.source)
    if source is None or target is None:
        return
    if isinstance(target, Symbol):
        state.overlay[target.key] = replace_pair(state.overlay.get(target.key, ()), "x", source)
    record = state.heap.get(target.address) if isinstance(target, Ref) else None
    if isinstance(target, Ref) and record is not None:
        state.heap[target.address] = _with_item(record, action, source)


def _with_item(record: object, action: Action, source: Value):  # type: ignore[no-untyped-def]
    key, name = Known(action.number), f"x{action.number}"
    if isinstance(record, ListRecord):
        return replace(record, items=(*record.items, source))
    if isinstance(record, DictRecord):
        return replace(record, items=(*(pair for pair in record.items if pair[0] != key), (key, source)))
    if isinstance(record, InstanceRecord):
        return replace(record, attributes=replace_pair(record.attributes, name, source))
    if isinstance(record, LayerRecord):
        return replace(record, children=replace_pair(record.children, name, source))
    if isinstance(record, OptimizerRecord) and isinstance(source, Ref):
        return replace(record, leaves=tuple(dict.fromkeys((*record.leaves, source.address))))
    return record


def _set_training(world: World, state: State, action: Action) -> None:
    value = registers(state).get(action.target)
    record = state.heap.get(value.address) if isinstance(value, Ref) else None
    if isinstance(value, Ref) and isinstance(record, (InstanceRecord, LayerRecord)):
        state.heap[value.address] = replace(record, training=Ternary.of(action.flag))


def _set_mode(world: World, state: State, action: Action) -> None:
    state.grad_mode = Ternary.of(action.flag)


def _assume(world: World, state: State, action: Action) -> None:
    key = ("name", action.number)
    if action.source == "a":
        state.condition.narrow(key, action.number, action.number + 2 * action.flag)
    elif action.source == "b":
        state.condition.bindings[key] = Known(action.flag)
    else:
        state.condition.atoms[key] = action.flag


def _note(world: World, state: State, action: Action) -> None:
    state.unknown_reach |= action.flag
    state.engine_ran |= action.number == 1
    state.picked |= {(action.number, ("name", action.number))} if action.flag else set()
    state.causes[action.number] = ()


ACTIONS: dict[str, Callable[[World, State, Action], None]] = {
    "leaf": _make_leaf,
    "tensor": _make_tensor,
    "detach": _detach,
    "requires_grad": _set_requires_grad,
    "scalar": _set_scalar,
    "unknown": _set_unknown,
    "alias": _alias,
    "unset": _unset,
    "materialise": _materialise,
    "free": _free,
    "keep": _keep,
    "write": _write,
    "contribute": _contribute,
    "consume": _consume,
    "clear": _clear,
    "container": _make_container,
    "tuple": _make_tuple,
    "optimizer": _make_optimizer,
    "put": _put,
    "training": _set_training,
    "mode": _set_mode,
    "assume": _assume,
    "note": _note,
}


def actions(kinds: Iterable[str] = tuple(ACTIONS), most: int = 6) -> st.SearchStrategy[list[Action]]:
    """Short programs of these kinds of actions."""
    return st.lists(st.sampled_from(sorted(kinds)).flatmap(_action), max_size=most)


def _action(kind: str) -> st.SearchStrategy[Action]:
    held = {"put": HOLDERS, "training": HOLDERS, "materialise": ("unknown",), "unknown": REGISTERS}
    target = st.sampled_from(held.get(kind, (*REGISTERS, "unknown")))
    source = st.sampled_from((*REGISTERS, "optimizer") if kind == "consume" else REGISTERS)
    return st.builds(Action, st.just(kind), target, source, st.integers(0, 3), st.booleans())
