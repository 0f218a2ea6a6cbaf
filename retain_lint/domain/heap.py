"""Objects that can change: the records of the heap. Floor 2.

Records are frozen; a state replaces a record to change the object, so that records are shared between states.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from retain_lint.domain.autograd_graph import NodeId, StorageId
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.value import NONE, Address, Index, Value
from retain_lint.torch_api.spec import LayerSpec

#: what is stored by name, in the order of first insertion
Pairs: TypeAlias = "tuple[tuple[str, Value], ...]"


@dataclass(frozen=True, slots=True)
class TensorRecord:
    """A tensor, or (`opaque`) whatever an unseen callee returned that hangs on a graph: a tensor, a tuple, an output
    object. A parameter is a leaf; one leaf stands for all parameters of a layer or of an unseen module (`name`).
    `parent`: the leaf of the unseen module that this one's module is an attribute of. `base`: the tensor it views. `path`:
    its module, from the outermost one's name on."""

    node: NodeId | None
    requires_grad: Ternary
    storage: StorageId
    name: str = ""
    leaf: bool = False
    opaque: bool = False
    base: Address | None = None
    parent: Address | None = None
    parameter: bool = False
    path: str = ""


@dataclass(frozen=True, slots=True)
class Holder:
    """What can hold other objects. `numbers` are noted when they are first asked for (purge.py): most records outlive many
    purges."""

    numbers: tuple[int, ...] | None = field(default=None, init=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ListRecord(Holder):
    """A list, set or deque, or a tuple some of whose items are unknown (`frozen`). `exact`: it has no other items; `partial`: of
    these, some may not be there. `longest`: the maxlen of a deque. `grown`: its length, if that counts the iterations that have
    added to it. `yielded`: of a generator, which makes each item anew. `sampled`: of a comprehension that was not followed to
    its end, which makes more of them. `unique`: it is a set."""

    items: tuple[Value, ...] = ()
    exact: bool = True
    partial: bool = False
    longest: Value = NONE
    grown: Index | None = None
    yielded: bool = False
    sampled: bool = False
    unique: bool = False
    frozen: bool = False

    @property
    def goes_on(self) -> bool:
        """May further items follow? A loop or a comprehension that makes it was not followed to its end."""
        return self.sampled or self.yielded or self.grown is not None

    def find_place(self, index: object) -> int | None:
        """The place of the known item that an index means, counted from the front; None if there is none."""
        if not isinstance(index, int):
            return None
        place = index + len(self.items) * (index < 0)
        return place if 0 <= place < len(self.items) else None


@dataclass(frozen=True, slots=True)
class DictRecord(Holder):
    """A dict in insertion order. `exact`: nothing else is in it; `data`: what else may be in it is data. `factory`: what makes
    an entry that is asked for."""

    items: tuple[tuple[Value, Value], ...] = ()
    exact: bool = True
    factory: tuple[Value, ...] = ()
    data: bool = False


@dataclass(frozen=True, slots=True)
class InstanceRecord(Holder):
    """An object of a class of the project. `training` is the mode of an nn.Module."""

    cls: Address
    attributes: Pairs = ()
    training: Ternary = Ternary.YES


@dataclass(frozen=True, slots=True)
class ClassRecord(Holder):
    """A class of the project; `bases` may be outside it. `fields`: the annotated names of its body, in order."""

    name: str
    bases: tuple[Value, ...]
    attributes: Pairs
    module: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LayerRecord(Holder):
    """A torch.nn module. `weights` is the leaf that stands for its parameters; containers have `children`. `inplace`:
    does its forward write its input? `sampled`: there are more children, of a comprehension that was not followed to its end."""

    spec: LayerSpec
    weights: Address | None = None
    children: Pairs = ()
    exact: bool = True
    training: Ternary = Ternary.YES
    inplace: Ternary = Ternary.NO
    sampled: bool = False


@dataclass(frozen=True, slots=True)
class OptimizerRecord(Holder):
    """An optimiser and the leaves that it owns. `exact` False: it may own others. `partial`: leaves of which it owns
    a part. `fused`: its step moves no version counter. `needs_closure`: its step calls the closure again and again."""

    name: str
    leaves: tuple[Address, ...]
    exact: bool = True
    partial: tuple[Address, ...] = ()
    fused: bool = False
    needs_closure: bool = False


Record: TypeAlias = (
    TensorRecord | ListRecord | DictRecord | InstanceRecord | ClassRecord | LayerRecord | OptimizerRecord
)


def lookup(pairs: Pairs, name: str) -> Value | None:
    """The value of the last pair of that name."""
    for key, value in reversed(pairs):
        if key == name:
            return value
    return None


def replace_pair(pairs: Pairs, name: str, value: Value | None) -> Pairs:
    """The pairs with one of them set, or removed when the value is None; order of first insertion is kept."""
    if value is None:
        return tuple(pair for pair in pairs if pair[0] != name)
    if any(key == name for key, _ in pairs):
        return tuple((key, value if key == name else old) for key, old in pairs)
    return (*pairs, (name, value))
