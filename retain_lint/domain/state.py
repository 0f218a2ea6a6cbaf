"""The state of one path: frames, heap, graph lifetimes, versions, gradients, branch decisions. Floor 2.

A state is owned by one path and changed in place, by its methods alone (tests/test_architecture.py holds everybody outside
domain/ to it); `fork` gives an independent copy (records and values are frozen and shared). `canonical`
(domain/canonical.py), `merge` and `join` (domain/merge.py, domain/join.py) are the only ways in which states meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import reduce

from retain_lint.domain.autograd_graph import LoopStamp, NodeId, StorageId, Visit
from retain_lint.domain.gradients import Gradients, Hindrance, SiteId
from retain_lint.domain.heap import Pairs, Record, TensorRecord, replace_pair
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.path_condition import PathCondition
from retain_lint.domain.retained import Kept
from retain_lint.domain.value import Address, FrameId, Key, Ref, Symbol, Tuple, Value

#: how many steps and clearings a path remembers
_MOST_UPDATES = 4


@dataclass(frozen=True, slots=True)
class Frame:
    """The registers of one running (or captured) function; `parent` is the frame that its definition closed over. A state
    changes them by `State.registers` alone, since states that were forked share them."""

    variables: Mapping[str, Value]
    parent: FrameId | None = None
    _unknowns: tuple[tuple[str, Value], ...] | None = field(default=None, init=False, compare=False, repr=False)
    _keys: frozenset[Key] | None = field(default=None, init=False, compare=False, repr=False)

    def copy(self) -> Frame:
        """An independent copy."""
        return Frame(dict(self.variables), self.parent)

    def unknowns(self) -> tuple[tuple[str, Value], ...]:
        """Of a frame that is shared, and so stays as it is: the registers in which unknown values stand, or tuples. Noted when
        first asked for, since a module's frame has hundreds of others and is met in each comparison."""
        if self._unknowns is None:
            found = tuple([(n, v) for n, v in self.variables.items() if isinstance(v, (Symbol, Tuple))])
            object.__setattr__(self, "_unknowns", found)
            return found
        return self._unknowns

    def keys(self) -> frozenset[Key]:
        """Of such a frame: the names of the unknown values in its registers and in their tuples. A set remembers the hashes
        of its members, which are long."""
        if self._keys is None:
            found = frozenset(key for _, value in self.unknowns() for key in keys_in(value))
            object.__setattr__(self, "_keys", found)
            return found
        return self._keys


def keys_in(value: Value) -> Iterable[Key]:
    """The names of the unknown values that a value is, or that stand in a tuple."""
    if isinstance(value, Symbol):
        return (value.key,)
    return [key for item in value.items for key in keys_in(item)] if isinstance(value, Tuple) else ()


@dataclass(frozen=True, slots=True)
class Write:
    """The version of a storage and the last write that made it. Writes above version `certain` only may have happened.
    `silent`: the version counter of torch did not move (fused optimisers)."""

    version: int
    event: Event | None
    certain: int
    by_step: bool = False
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Freed:
    """Who released a node's buffers, in which iteration, whether for sure, and with which loss (its newest node)."""

    site: SiteId
    stamp: LoopStamp
    certain: bool = True
    time: int = 0
    root: NodeId = -1


@dataclass(slots=True)
class State:
    """See the module's text. `steps` maps an engine call's time to the (optimiser, time) steps that consumed it;
    `causes` the calls that freed a graph on this path, with the iteration; `cured` the nodes whose second traversal was already
    reported; `unknown_reach`: an engine call ran whose graph is not wholly known; `picked`: see pick_iteration; `crowded`: it was joined with
    other paths past the budget, and no longer knows which decisions go together; `hindrances`: of leaves, since the last step
    of their optimiser; never changed, but replaced, and told of one path only where several meet."""

    frames: dict[FrameId, Frame] = field(default_factory=dict)
    heap: dict[Address, Record] = field(default_factory=dict)
    overlay: dict[Key, Pairs] = field(default_factory=dict)
    tensors: dict[Key, Address] = field(default_factory=dict)
    leaves: dict[Key, Address] = field(default_factory=dict)
    writes: dict[StorageId, Write] = field(default_factory=dict)
    freed: dict[NodeId, Freed] = field(default_factory=dict)
    kept: dict[NodeId, Kept] = field(default_factory=dict)
    gradients: dict[Address, Gradients] = field(default_factory=dict)
    steps: dict[int, tuple[tuple[Address, int], ...]] = field(default_factory=dict)
    causes: dict[tuple[SiteId, Visit], LoopStamp] = field(default_factory=dict)
    cured: frozenset[NodeId] = frozenset()
    parts: dict[Address, tuple[Value, object]] = field(default_factory=dict)
    data_of: dict[Address, StorageId] = field(default_factory=dict)
    condition: PathCondition = field(default_factory=PathCondition)
    loops: LoopStamp = ()
    grad_mode: Ternary = Ternary.YES
    clock: int = 0
    quiet_since: int = 0
    purged_at: int = 0
    unknown_reach: bool = False
    engine_ran: bool = False
    picked: frozenset[tuple[int, Key]] = frozenset()
    crowded: bool = False
    hindrances: Mapping[Address, Hindrance] = field(default_factory=dict, compare=False)
    #: the last steps, and clearings of gradients that nobody had read, with their times
    updates: tuple[tuple[int, Event], ...] = field(default=(), compare=False)
    #: the graphs that an opaque object has built, by its name; never changed, but replaced
    unseen_built: Mapping[Key, frozenset[NodeId]] = field(default_factory=dict, compare=False)
    #: the registers that no other state shares: to copy those of all frames at each fork cost a tenth of the time
    own: dict[FrameId, dict[str, Value]] = field(default_factory=dict, compare=False, repr=False)

    def variables(self, number: FrameId) -> Mapping[str, Value]:
        """The registers of a frame, to be read."""
        return self.frames[number].variables

    def registers(self, number: FrameId) -> dict[str, Value]:
        """The registers of a frame, to be changed."""
        frame, own = self.frames[number], self.own.get(number)
        if own is None or own is not frame.variables:
            own = self.own[number] = dict(frame.variables)
            self.frames[number] = Frame(own, frame.parent)
        return own

    def enter_frame(self, number: FrameId, frame: Frame) -> None:
        """A function starts to run in this frame."""
        self.frames[number] = frame

    def leave_frame(self, number: FrameId) -> Frame:
        """Removes the frame of a function that has ended, and nothing has captured; an empty one if there is none."""
        return self.frames.pop(number, None) or Frame({})

    def share_frames(self) -> dict[FrameId, Frame]:
        """The frames as they are now, whatever this path does to them later."""
        self.own = {}
        return dict(self.frames)

    def fork(self) -> State:
        """An independent copy of this path."""
        return State(
            self.share_frames(),
            dict(self.heap),
            dict(self.overlay),
            dict(self.tensors),
            dict(self.leaves),
            dict(self.writes),
            dict(self.freed),
            dict(self.kept),
            dict(self.gradients),
            dict(self.steps),
            dict(self.causes),
            self.cured,
            dict(self.parts),
            dict(self.data_of),
            self.condition.copy(),
            self.loops,
            self.grad_mode,
            self.clock,
            self.quiet_since,
            self.purged_at,
            self.unknown_reach,
            self.engine_ran,
            self.picked,
            self.crowded,
            self.hindrances,
            self.updates,
            self.unseen_built,
        )

    def lay_under(
        self,
        frames: Mapping[FrameId, Frame],
        heap: Mapping[Address, Record],
        overlay: Mapping[Key, Pairs],
        tensors: Mapping[Key, Address],
        leaves: Mapping[Key, Address],
    ) -> None:
        """Adds what another path has made; what this one has of it stays as it is."""
        for number, frame in frames.items():
            self.frames.setdefault(number, frame)
        self.heap = {**heap, **self.heap}
        self.overlay = {**overlay, **self.overlay}
        self.tensors = {**tensors, **self.tensors}
        self.leaves = {**leaves, **self.leaves}

    def adopt(self, other: State) -> None:
        """Becomes the other path."""
        for own in fields(self):
            setattr(self, own.name, getattr(other, own.name))

    def pick_iteration(self, key: Key) -> None:
        """This path takes the running iteration of the innermost loop for a special one, perhaps the last, by an unknown
        number of that name."""
        self.picked |= {(self.loops[-1][0], key)}

    def leave_picked(self, loop: int, goes_on: bool) -> None:
        """Ends an iteration. What a picked one seemed to say of the number is forgotten; and if the loop goes on (it is not
        known whether it does, after a picked one), what was freed in it is only perhaps freed, and stale."""
        picked = {(at, key) for at, key in self.picked if at == loop}
        if not picked:
            return
        self.picked -= picked
        self.condition.forget({key for _, key in picked})
        if goes_on:
            ended = {node for node, freed in self.freed.items() if any(at == loop for at, _ in freed.stamp)}
            self.freed |= {node: replace(self.freed[node], certain=False) for node in ended}
            self.suppress(ended | self.kept.keys())

    def tick(self) -> int:
        """The time of the next engine call or step on this path."""
        self.clock += 1
        return self.clock

    def note_update(self, event: Event) -> None:
        """Two losses, one before and one after this event, are no parts of one sum."""
        self.quiet_since = self.tick()
        self.updates = (*self.updates[1 - _MOST_UPDATES :], (self.quiet_since, event))

    def first_update(self, since: int) -> Event | None:
        """The first step since a time, or else the first clearing."""
        found = [event for time, event in self.updates if time > since]
        return next((event for event in found if event.kind is EventKind.MODIFIED), next(iter(found), None))

    def version(self, storage: StorageId) -> int:
        """The current version of a storage."""
        write = self.writes.get(storage)
        return write.version if write else 0

    def write(
        self, storage: StorageId, event: Event, certain: bool, by_step: bool = False, silent: bool = False
    ) -> None:
        """An in-place write of the storage: its version moves."""
        old = self.writes.get(storage, Write(0, None, 0))
        version = old.version + 1
        if certain:
            self.writes[storage] = Write(version, event, version, by_step, silent)
        else:
            self.writes[storage] = Write(version, old.event or event, old.certain, by_step, silent)

    def staleness(self, storage: StorageId, version: int) -> Ternary:
        """Was the storage written after that version?"""
        write = self.writes.get(storage)
        if write is None or write.version <= version:
            return Ternary.NO
        return Ternary.YES if write.certain > version else Ternary.MAYBE

    def assume_either(self, conditions: Iterable[PathCondition]) -> None:
        """The path stands for several, each of which one of the conditions describes."""
        self.condition = reduce(PathCondition.join, conditions)

    def get(self, address: Address) -> Record | None:
        """The record of an object; None if this path does not know the object."""
        return self.heap.get(address)

    def at(self, address: Address) -> Record:
        """The record of an object that this path knows. Raises KeyError for others."""
        return self.heap[address]

    def put(self, address: Address, record: Record) -> None:
        """A strong update: from now on the object is as the record says."""
        self.heap[address] = record

    def put_new(self, address: Address, record: Record) -> None:
        """An object that another path has made: as it was there, unless this path knows it already."""
        self.heap.setdefault(address, record)

    def record(self, value: Value) -> Record | None:
        """The heap record behind a reference, also that of a symbol that was made a tensor."""
        if isinstance(value, Ref):
            return self.heap.get(value.address)
        if isinstance(value, Symbol) and value.key in self.tensors:
            return self.heap[self.tensors[value.key]]
        return None

    def tensor(self, value: Value) -> TensorRecord | None:
        """The tensor behind a value, if it is one."""
        record = self.record(value)
        return record if isinstance(record, TensorRecord) else None

    def update_tensor(self, address: Address, record: TensorRecord, **changes: object) -> None:
        """Replaces fields of a tensor's record."""
        self.heap[address] = replace(record, **changes)  # type: ignore[arg-type]

    def attached(self, key: Key) -> Pairs:
        """What this path has stored on an unknown value: attributes, items, and marks of the analysis."""
        return self.overlay.get(key, ())

    def attach(self, key: Key, name: str, value: Value | None) -> None:
        """Stores one such thing; None removes it."""
        self.overlay[key] = replace_pair(self.overlay.get(key, ()), name, value)

    def reattach(self, key: Key, pairs: Pairs) -> None:
        """Replaces all that is stored on an unknown value."""
        self.overlay[key] = pairs

    def take_for_tensor(self, key: Key, address: Address) -> None:
        """An unknown value is found to be this tensor."""
        self.tensors[key] = address

    def take_for_object(self, key: Key) -> None:
        """An unknown value is found to be no tensor."""
        self.tensors.pop(key, None)

    def note_built(self, owner: Key, node: NodeId) -> None:
        """An opaque object has built a graph."""
        self.unseen_built = {**self.unseen_built, owner: self.unseen_built.get(owner, frozenset()) | {node}}

    def set_leaf(self, key: Key, address: Address) -> None:
        """The leaf that stands for all parameters of an unknown module."""
        self.leaves[key] = address

    def set_part(self, address: Address, whole: Value, part: object) -> None:
        """A tensor is this part of what an opaque callee returned."""
        self.parts[address] = (whole, part)

    def share_data(self, address: Address, storage: StorageId) -> None:
        """A tensor is the `.data` of another one: its writes do not move that one's version."""
        self.data_of[address] = storage

    def free(self, node: NodeId, freed: Freed) -> None:
        """The node's buffers are released."""
        self.freed[node] = freed

    def note_cause(self, site: SiteId, visit: Visit) -> None:
        """A call has freed its graph, in the running iteration."""
        self.causes[site, visit] = self.loops

    def forget_free(self, node: NodeId) -> None:
        """The node is taken to have its buffers still: entering it without them was reported."""
        del self.freed[node]

    def forget_cause(self, site: SiteId, visit: Visit, nodes: Iterable[NodeId]) -> None:
        """It is as if that call had retained its graph: entering these nodes of it was reported."""
        self.causes.pop((site, visit), None)
        self.suppress(nodes)

    def suppress(self, nodes: Iterable[NodeId]) -> None:
        """Nothing more is reported of these nodes: something was."""
        self.cured |= frozenset(nodes)

    def keep(self, node: NodeId, kept: Kept) -> None:
        """The node was retained by these calls too."""
        before = self.kept.get(node)
        self.kept[node] = kept if before is None else kept.either(before)

    def still_kept(self, node: NodeId) -> Kept | None:
        """The calls that retained the node, unless a later one has freed it for certain. Freed on some path only, it is kept
        on the others."""
        freed = self.freed.get(node)
        return None if freed is not None and freed.certain else self.kept.get(node)

    def forget_kept(self, node: NodeId) -> None:
        """The node is retained no more."""
        self.kept.pop(node, None)

    def set_gradients(self, leaf: Address, gradients: Gradients) -> None:
        """What has been added to a leaf's gradient since it was last cleared."""
        self.gradients[leaf] = gradients

    def restore_gradients(self, gradients: Mapping[Address, Gradients]) -> None:
        """Every leaf has the gradients that it had at some other time."""
        self.gradients = dict(gradients)

    def take_gradients(self, leaf: Address) -> Gradients:
        """Clears a leaf's gradient; gives what it was made of."""
        return self.gradients.pop(leaf, ())

    def consume(self, time: int, optimizer: Address, step: int) -> None:
        """A step of an optimiser has used gradients of the engine call of that time; its first such step counts."""
        steps = self.steps.get(time, ())
        if all(known != optimizer for known, _ in steps):
            self.steps[time] = (*steps, (optimizer, step))

    def hinder(self, leaves: Iterable[Address], found: Hindrance) -> None:
        """What keeps gradients from these leaves, from now on."""
        self.hindrances = {**self.hindrances, **dict.fromkeys(leaves, found)}

    def forget_hindrances(self, leaves: Iterable[Address]) -> None:
        """Gradients have arrived in these leaves all the same."""
        gone = self.hindrances.keys() & leaves
        if gone:
            self.hindrances = {leaf: known for leaf, known in self.hindrances.items() if leaf not in gone}
