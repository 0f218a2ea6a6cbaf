"""The join of two paths, for when there are more than the budget allows. Floor 2.

Nothing is dropped and nothing guessed: what the two do not agree on is unknown in the joined state (MAYBE, an unknown
symbol, a node that is a choice), so that no verdict rests on it. Only what explains (which call freed, which write came
last) is taken from one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from retain_lint.domain.alternatives import alternatives_of, may_have, unite_values
from retain_lint.domain.autograd_graph import HELD, JOINED, Graph, NodeId
from retain_lint.domain.base import changed
from retain_lint.domain.container_forms import are_of_one_form, may_change, own_methods
from retain_lint.domain.contents import graphs_in, is_plain
from retain_lint.domain.heap import (
    ClassRecord,
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    OptimizerRecord,
    Record,
    TensorRecord,
)
from retain_lint.domain.join_lifetimes import differing, join_gradients, join_lifetimes
from retain_lint.domain.joined_values import EITHER, MADE, MODEL, is_any_model, is_open, may_keep, name_open
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.loaded import LOADED, SCHEDULER, is_loaded, is_scheduler
from retain_lint.domain.merge import absorb
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.pure_networks import is_network, may_remember
from retain_lint.domain.purge import live_numbers
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import NONE, Address, Known, Ref, Symbol, Tuple, Value
from retain_lint.domain.value_numbers import Fresh

Pairs = tuple[tuple[str, Value], ...]


def join_states(state: State, other: State, graph: Graph, fresh: Callable[[], int]) -> State:
    """An upper bound of both; neither is changed. `fresh` gives numbers for what is new in it."""
    return _Join(state, other, graph, fresh, state.fork()).run()


@dataclass(slots=True)
class _Join:
    """One join. `met` gives the same pair of values the same joined value, so that aliases stay aliases."""

    state: State
    other: State
    graph: Graph
    fresh: Callable[[], int]
    joined: State
    met: dict[tuple[Value, Value], Value] = field(default_factory=dict)
    #: what containers of one path became together with one of the other
    pairs: dict[Value, Ref] = field(default_factory=dict)
    #: what each of the two paths leads to, gathered when it is first asked for
    live: dict[int, set[int]] = field(default_factory=dict)

    def run(self) -> State:
        """Joins part by part."""
        joined, state, other = self.joined, self.state, self.other
        absorb(joined, other)
        for number in changed(other.frames, state.frames):
            mine, frame = state.frames.get(number), other.frames[number]
            joined.frames[number] = frame.copy() if mine is None else self._frames(mine, frame)
        for address in changed(other.heap, state.heap):
            known, record = state.heap.get(address), other.heap[address]
            joined.heap[address] = record if known is None else self._records(known, record)
        for key in differing(state.overlay, other.overlay):
            joined.overlay[key] = self._pairs(state.overlay.get(key, ()), other.overlay.get(key, ()))
        self._names()
        self._reclassify()
        join_lifetimes(joined, state, other, self.graph, self._find_live)
        join_gradients(joined, state, other)
        joined.parts = other.parts | state.parts
        joined.data_of = other.data_of | state.data_of
        joined.grad_mode = state.grad_mode.join(other.grad_mode)
        joined.unknown_reach |= other.unknown_reach
        joined.engine_ran |= other.engine_ran
        joined.cured |= other.cured
        return joined

    def _frames(self, mine: Frame, theirs: Frame) -> Frame:
        """A register that only one path has set cannot be read on the other: its value stays."""
        variables = dict(mine.variables)
        for name, value in theirs.variables.items():
            variables[name] = self._values(variables[name], value) if name in variables else value
        return Frame(variables, mine.parent)

    def _values(self, one: Value, two: Value) -> Value:
        if one is two or one == two:
            return one
        if isinstance(one, Tuple) and isinstance(two, Tuple):
            return self._sequences(one, two)
        if not (isinstance(one, (Ref, Symbol, Known)) and isinstance(two, (Ref, Symbol, Known))):
            return self._contents(one, two) or self._unknown(one, two)
        if (one, two) not in self.met and self._container(one, two) is None:
            self.met[one, two] = self._tensor_of(one, two) or self._contents(one, two) or self._unknown(one, two)
        return self.met[one, two]

    def _container(self, one: Value, two: Value) -> Value | None:
        """Two containers with as many items, or the same keys, each made on its own path, are one that holds what either
        holds there, and so are two objects of a class; None for others, and for networks that only compute, of which no more
        is asked. One that is met again beside another one may change behind its back."""
        mine, theirs = self.state.record(one), self.other.record(two)
        if mine is None or theirs is None or not are_of_one_form(mine, theirs) or not self._are_apart(one, two):
            return None
        if is_network(self.state, one):
            return None
        known = self.pairs.get(one) or self.pairs.get(two)
        if known is not None:
            self.joined.heap[known.address] = self._loosen(self.joined.heap[known.address])
            return None
        address = self.fresh()
        self.pairs[one] = self.pairs[two] = self.met[one, two] = Ref(address)
        self.joined.heap[address] = self._records(own_methods(mine, address), own_methods(theirs, address))
        return self.met[one, two]

    def _of_one_class(self, mine: Record | None, theirs: Record | None) -> tuple[Record | None, Record | None]:
        """The same, or objects of two classes that are joined, as objects of what these become."""
        if not (isinstance(mine, InstanceRecord) and isinstance(theirs, InstanceRecord)) or mine.cls == theirs.cls:
            return mine, theirs
        cls = self._values(Ref(mine.cls), Ref(theirs.cls))
        if not isinstance(cls, Ref):
            return mine, theirs
        return replace(mine, cls=cls.address), replace(theirs, cls=cls.address)

    def _reclassify(self) -> None:
        """Objects of a class that was joined are of what it became."""
        heap = self.joined.heap
        became = {old.address: new.address for old, new in self.pairs.items() if isinstance(old, Ref)}
        became = {old: new for old, new in became.items() if isinstance(heap[new], ClassRecord)}
        for address, record in list(heap.items()) if became else ():
            if isinstance(record, InstanceRecord) and record.cls in became:
                heap[address] = replace(record, cls=became[record.cls])

    def _loosen(self, record: Record) -> Record:
        """What others may change behind its back."""
        if not isinstance(record, InstanceRecord):
            return may_change(record)
        return replace(record, attributes=tuple([(name, self._unknown(value)) for name, value in record.attributes]))

    def _are_apart(self, one: Value, two: Value) -> bool:
        """Does neither path know the other's container? What nothing leads to is not known."""
        if not isinstance(one, Ref) or not isinstance(two, Ref):
            return False
        return not self._is_live(self.state, two.address) and not self._is_live(self.other, one.address)

    def _is_live(self, state: State, address: Address) -> bool:
        return address in state.heap and address in self._find_live(state)

    def _find_live(self, state: State) -> set[int]:
        if id(state) not in self.live:
            self.live[id(state)] = live_numbers(state)
        return self.live[id(state)]

    def _sequences(self, one: Tuple, two: Tuple) -> Value:
        """Position by position; what one of them has beyond the other may not be there."""
        both = tuple([self._values(a, b) for a, b in zip(one.items, two.items, strict=False)])
        if len(one.items) == len(two.items):
            return Tuple(both)
        tail = max(one.items, two.items, key=len)[len(both) :]
        return Ref(self._place(ListRecord((*both, *tail), exact=False, partial=True)))

    def _contents(self, one: Value, two: Value) -> Value | None:
        """Containers are joined to an unknown value that hangs on one of the graphs in them, not known which; None if
        they hold no graph, or objects that may have graphs of their own."""
        mine, theirs = set(graphs_in(self.state, one)), set(graphs_in(self.other, two))
        if None in mine | theirs or not mine | theirs:
            return None
        held = sorted(node for node in mine | theirs if node is not None)
        alike = mine == theirs and len(held) == 1
        node = held[0] if alike else self.graph.add_choice(tuple(held), Ternary.MAYBE)
        record = TensorRecord(node, Ternary.MAYBE, self.fresh(), opaque=True)
        return self._name(self._unknown(one, two), self._place(record))

    def _unknown(self, one: Value, two: Value | None = None) -> Symbol:
        """A value that is one or the other, or (None) anything else."""
        values = (one,) if two is None else (one, two)
        if two is not None and (model := self._model_of(one, two)) is not None:
            return model
        if two is not None and is_loaded(one) and is_loaded(two):
            return Symbol((LOADED, Fresh(self.fresh())), plain=True)
        if two is not None and all(is_scheduler(value) or value == NONE for value in values):
            return Symbol((SCHEDULER, Fresh(self.fresh())), plain=True)
        plain = two is not None and all(is_plain(value) for value in values)
        if plain or not any(_holds_others(value) for value in values):
            return Symbol((MADE, Fresh(self.fresh())), plain)
        known = None if two is None else unite_values(self._record, one, two)
        return name_open(
            self.fresh(), known, self._keeps(self.state, one) or two is not None and self._keeps(self.other, two)
        )

    def _record(self, value: Value) -> Record | None:
        """What a value stands for on one of the two paths."""
        return self.state.record(value) or self.other.record(value)

    def _keeps(self, state: State, value: Value) -> bool:
        """Is it an object that may keep what it computes, or one that may be such an object?"""
        return may_keep(value) or may_remember(state, value)

    def _model_of(self, one: Value, two: Value) -> Symbol | None:
        """What either of two models is, or of those that the values are where they are not None."""
        given = ((self.state, one), (self.other, two))
        parts = {part: state for state, value in given for part in alternatives_of(value) or (value,)}
        models = {part for part, state in parts.items() if self._is_model(state, part)}
        if len(models) < 2 or not parts.keys() <= models | {NONE}:
            return None
        model = Symbol((MODEL, Fresh(self.fresh()), EITHER))
        return model if {one, two} <= models else name_open(self.fresh(), Tuple((model,)))

    def _is_model(self, state: State, value: Value) -> bool:
        return is_any_model(value) or isinstance(state.record(value), LayerRecord) or is_network(state, value)

    def _tensor_of(self, one: Value, two: Value) -> Value | None:
        """Two tensors are joined to one that is either; a tensor and something else to an unknown value that may be it."""
        mine, theirs = self.state.tensor(one), self.other.tensor(two)
        if mine is None or theirs is None:
            return self._maybe(mine or theirs, one if mine is None else two)
        address = self._place(self._tensors(mine, theirs))
        if isinstance(one, Ref) and isinstance(two, Ref):
            return Ref(address)
        return self._name(self._unknown(one, two), address)

    def _maybe(self, tensor: TensorRecord | None, other: Value | None) -> Value | None:
        """The tensor or the other (None: anything); its graph stays in sight, unless the other hides more."""
        if tensor is None or tensor.node is None or (other is not None and _holds_others(other)):
            return None
        plain = other is not None and is_plain(other)  # sent backward, it can only be the tensor
        record = self._tensors(tensor, TensorRecord(None, Ternary.NO, tensor.storage), JOINED if plain else HELD)
        return self._name(Symbol((MADE, Fresh(self.fresh()))), self._place(record))

    def _place(self, record: Record) -> Address:
        address = self.fresh()
        self.joined.heap[address] = record
        return address

    def _name(self, unknown: Symbol, address: Address) -> Symbol:
        """The unknown value is a tensor."""
        self.joined.tensors[unknown.key] = address
        return unknown

    def _pairs(self, mine: Pairs, theirs: Pairs, cls: Address | None = None) -> Pairs:
        """Attributes, of an object of this class: one that only one path has set may be anything on the other (its class may
        have it)."""
        if mine == theirs:
            return mine
        ours, others = dict(mine), dict(theirs)
        names = dict.fromkeys((*ours, *others))
        return tuple([(name, self._attribute(name, ours.get(name), others.get(name), cls)) for name in names])

    def _attribute(self, name: str, one: Value | None, two: Value | None, cls: Address | None) -> Value:
        if one is not None and two is not None:
            return self._values(one, two)
        state, value = (self.state, one) if two is None else (self.other, two)
        assert value is not None, "a name of one of the two"
        if (found := self._maybe(state.tensor(value), None)) is not None:
            return found
        lacking = cls is None or not may_have(self.joined, cls, name)  # to read it on the other path raises, mostly
        return (
            name_open(self.fresh(), unite_values(self._record, value))
            if lacking and _holds_others(value)
            else self._unknown(value)
        )

    def _records(self, one: Record, two: Record) -> Record:
        """Objects keep their kind for life."""
        if one is two or one == two:
            return one
        if isinstance(one, TensorRecord) and isinstance(two, TensorRecord):
            return self._tensors(one, two)
        if isinstance(one, InstanceRecord) and isinstance(two, InstanceRecord):
            training = one.training.join(two.training)
            return InstanceRecord(one.cls, self._pairs(one.attributes, two.attributes, one.cls), training)
        if isinstance(one, ClassRecord) and isinstance(two, ClassRecord):
            bases = tuple([self._values(*pair) for pair in zip(one.bases, two.bases, strict=False)])
            return replace(one, bases=bases, attributes=self._pairs(one.attributes, two.attributes))
        if isinstance(one, ListRecord) and isinstance(two, ListRecord):
            return self._lists(one, two)
        if isinstance(one, DictRecord) and isinstance(two, DictRecord):
            return self._dicts(one, two)
        if isinstance(one, LayerRecord) and isinstance(two, LayerRecord):
            return self._layers(one, two)
        if isinstance(one, OptimizerRecord) and isinstance(two, OptimizerRecord):
            return _join_optimizers(one, two)
        return one

    def _tensors(self, one: TensorRecord, two: TensorRecord, op: str = JOINED) -> TensorRecord:
        storage = one.storage if one.storage == two.storage else self.fresh()
        same = one.node == two.node
        return TensorRecord(
            one.node if same else self._choice(one.node, two.node, op),
            one.requires_grad.join(two.requires_grad),
            storage,
            one.name if one.name == two.name else "",
            one.leaf and two.leaf and same,
            one.opaque or two.opaque or not same,
            one.base if one.base == two.base else None,
            one.parent if one.parent == two.parent else None,
            one.parameter and two.parameter and same,
            one.path if one.path == two.path else "",
        )

    def _choice(self, one: NodeId | None, two: NodeId | None, op: str) -> NodeId:
        """A node that is one of the two, not known which."""
        inputs = tuple(sorted(number for number in (one, two) if number is not None))
        requires_grad = Ternary.NO if len(inputs) == 1 else self.graph[inputs[0]].requires_grad
        requires_grad = requires_grad.join(self.graph[inputs[-1]].requires_grad)
        return self.graph.add_choice(inputs, requires_grad, op)

    def _lists(self, one: ListRecord, two: ListRecord) -> ListRecord:
        """Position by position; the tail of the longer one may not be there."""
        both = [self._values(a, b) for a, b in zip(one.items, two.items, strict=False)]
        tail = max(one.items, two.items, key=len)[len(both) :]
        same = len(one.items) == len(two.items)
        exact, partial = one.exact and two.exact and same, one.partial or two.partial or not same
        made = replace(one, items=(*both, *tail), exact=exact, partial=partial, grown=None)
        return replace(
            made,
            yielded=one.yielded and two.yielded,
            sampled=one.sampled or two.sampled,
            frozen=one.frozen or two.frozen,
        )

    def _dicts(self, one: DictRecord, two: DictRecord) -> DictRecord:
        """What only one of them has may be missing: its graphs hang on one entry whose key is not known."""
        mine, theirs = dict(one.items), dict(two.items)
        items = [(key, self._values(value, theirs[key])) for key, value in one.items if key in theirs]
        same = len(items) == len(one.items) == len(two.items)
        held = None if same else self._contents(_beside(mine, theirs), _beside(theirs, mine))
        if held is not None:
            items.append((Symbol((MADE, Fresh(self.fresh()))), held))
        exact, pair = one.exact and two.exact and same, ((self.state, one), (self.other, two))
        data = not exact and all((record.exact or record.data) and DATA.fills(s, record) for s, record in pair)
        return DictRecord(tuple(items), exact, one.factory, data)

    def _layers(self, one: LayerRecord, two: LayerRecord) -> LayerRecord:
        theirs = dict(two.children)
        children = tuple([(name, self._values(c, theirs[name])) for name, c in one.children if name in theirs])
        same = len(children) == len(one.children) == len(two.children)
        training = one.training.join(two.training)
        return replace(one, children=children, exact=one.exact and two.exact and same, training=training)

    def _names(self) -> None:
        """Unknown values that were made tensors: where only one path did so, the other knows less of it."""
        joined, state, other = self.joined, self.state, self.other
        for key in differing(state.tensors, other.tensors):
            mine, theirs = state.tensors.get(key), other.tensors.get(key)
            if mine != theirs:
                joined.tensors[key] = self._tensor_name(mine, theirs)
        joined.leaves = other.leaves | state.leaves

    def _tensor_name(self, mine: Address | None, theirs: Address | None) -> Address:
        if mine is not None and theirs is not None:
            found = self._values(Ref(mine), Ref(theirs))
            return found.address if isinstance(found, Ref) else mine
        address = theirs if mine is None else mine
        assert address is not None, "a key of one of the two"
        record = self.joined.heap[address]
        if isinstance(record, TensorRecord) and record.requires_grad is Ternary.YES:
            self.joined.heap[address] = replace(record, requires_grad=Ternary.MAYBE)
        return address


def _beside(mine: Mapping[Value, Value], theirs: Mapping[Value, Value]) -> Tuple:
    """The entries that only the first of two dictionaries has."""
    return Tuple(tuple([value for key, value in mine.items() if key not in theirs]))


def _holds_others(value: Value) -> bool:
    """An object or a tuple, which may hold tensors, or what was joined with one."""
    return is_open(value) if isinstance(value, Symbol) else not is_plain(value)


def _join_optimizers(one: OptimizerRecord, two: OptimizerRecord) -> OptimizerRecord:
    leaves = tuple(dict.fromkeys((*one.leaves, *two.leaves)))
    shared = set(one.leaves) & set(two.leaves)
    partly = {*one.partial, *two.partial}
    partial = tuple([leaf for leaf in leaves if leaf in partly or leaf not in shared])
    exact = one.exact and two.exact and len(shared) == len(leaves)
    needs_closure = one.needs_closure and two.needs_closure
    return OptimizerRecord(one.name, leaves, exact, partial, one.fused and two.fused, needs_closure)
