"""Objects of the heap: classes and their bases, modules and the leaves they own. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from retain_lint.domain.heap import (
    ClassRecord,
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    Record,
    TensorRecord,
    lookup,
    replace_pair,
)
from retain_lint.domain.joined_values import EITHER, MODEL
from retain_lint.domain.key_index import owners_of
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.loaded import is_of_import
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, Key, Known, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.known_records import tensor_at
from retain_lint.interpreter.heap.tensors import leaf_node, new_leaf
from retain_lint.torch_api.vocabulary import MODULE_USES

#: bases that add nothing to an object
PLAIN_BASES = frozenset(
    {"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol", "typing_extensions.Protocol"}
)
#: and those that add only what is known of every module
BARE_BASES = PLAIN_BASES | {"torch.nn.Module"}
_MODULE_BASES = ("torch.nn.Module", "lightning")
#: the attribute that holds torch's own layer behind an object whose class derives from it; no program can write this name
LAYER_PART, CONTAINER_PART = "%layer", "%container"
#: how deep in modules of modules parameters are named
MAX_NAMING = 6
#: classes that another one inherits from, by whatever way; those beyond are left out
MAX_BASES = 100


def allocate(m: Analysis, state: State, record: Record) -> Ref:
    """A new object."""
    if isinstance(record, (ListRecord, DictRecord)):
        m.budget.charge(len(record.items))
    address = m.fresh()
    state.put(address, record)
    return Ref(address)


def record_of(state: State, value: Value) -> Record | None:
    """The heap record of a reference."""
    return state.get(value.address) if isinstance(value, Ref) else None


def method_order(state: State, address: Address) -> Iterator[ClassRecord]:
    """A class and its bases that are in the project, in the method resolution order (C3)."""
    for number in _linearise(state, address, {}):
        record = state.get(number)
        if isinstance(record, ClassRecord):  # `class A(some_object)` is text that Python refuses, and we read
            yield record


def _linearise(state: State, address: Address, known: dict[Address, list[Address]]) -> list[Address]:
    """`known`: the orders of the classes that were met; one that is met within itself has none, nor has one too many."""
    record = state.get(address)
    if not isinstance(record, ClassRecord) or address in known or len(known) >= MAX_BASES:
        return known.get(address, [])
    known[address] = []
    bases = [base.address for base in record.bases if isinstance(base, Ref)]
    orders = [_linearise(state, base, known) for base in bases]
    known[address] = [address, *(orders[0] if len(bases) == 1 else _merge_orders([*orders, bases]))]
    return known[address]


def _merge_orders(pending: list[list[Address]]) -> list[Address]:
    order: list[Address] = []
    while pending := [rest for rest in pending if rest]:
        heads = [rest[0] for rest in pending]
        inside = {number for rest in pending for number in rest[1:]}
        following = next((head for head in heads if head not in inside), heads[0])
        order.append(following)
        pending = [[number for number in rest if number != following] for rest in pending]
    return order


def class_attribute(state: State, cls: Address, name: str, after: Address | None = None) -> Value | None:
    """The attribute of the first class in the method resolution order that has it; `after` skips up to that class."""
    skip = after is not None
    barrier = state.get(after) if after is not None else None
    for record in method_order(state, cls):
        if not skip:
            found = lookup(record.attributes, name)
            if found is not None:
                return found
        if record is barrier:
            skip = False
    return None


def subclasses(state: State, cls: Value) -> tuple[Ref, ...]:
    """The classes so far that name this one among their bases."""
    return tuple(
        Ref(address)
        for address, record in state.heap.items()
        if isinstance(record, ClassRecord) and cls in record.bases
    )


def external_bases(state: State, cls: Address) -> list[Value]:
    """The bases of a class, and of its bases, that are outside the project."""
    return [base for record in method_order(state, cls) for base in record.bases if not isinstance(base, Ref)]


def is_module_class(state: State, cls: Address) -> bool:
    """Does the class derive from nn.Module, as far as can be seen, or look as if it did?"""
    return _derives_from_module(state, cls) or class_attribute(state, cls, "forward") is not None


def _derives_from_module(state: State, cls: Address) -> bool:
    for base in external_bases(state, cls):
        if isinstance(base, External):
            if base.name.startswith(("torch.nn.", *_MODULE_BASES)):
                return True
            if base.name not in PLAIN_BASES and "Module" in base.name.rpartition(".")[2]:
                return True
    return False


def has_unseen_base(state: State, cls: Address) -> bool:
    """Does the class inherit from code that cannot be seen, other than nn.Module and object?"""
    bases = external_bases(state, cls)
    return any(not (isinstance(base, External) and base.name in BARE_BASES) for base in bases)


def take_for_module(state: State, cls: Address) -> None:
    """What is asked of an object only modules have: its class is one, if it inherits from opaque code."""
    record = state.get(cls)
    if isinstance(record, ClassRecord) and has_unseen_base(state, cls) and not is_module_class(state, cls):
        state.put(cls, replace(record, bases=(*record.bases, External("torch.nn.Module"))))


#: the key of what unseen code made for a module's constructor
MEMBER = "member"
#: a member that may have taken another one's place
REPLACED = "replaced"


def constructs_module(m: Analysis, state: State, record: Record | None) -> bool:
    """Does a constructor run, for an object of a module class?"""
    running = m.context.function.name == "__init__"
    return running and isinstance(record, InstanceRecord) and is_module_class(state, record.cls)


def looks_like_module(m: Analysis, value: Value) -> bool:
    """Is an unknown value used like a module somewhere?"""
    if not isinstance(value, Symbol):
        return False
    if value.key in m.facts.module_keys or value.key[0] == MODEL:
        return True
    uses = evidence_of(m, value)
    return bool(uses & MODULE_USES) and not {"step"} & uses and not is_of_import(value.key)


def looks_like_optimizer(m: Analysis, value: Value) -> bool:
    """Is an unknown value used like an optimiser somewhere?"""
    if not isinstance(value, Symbol):
        return False
    uses = evidence_of(m, value)
    return "step" in uses and ("zero_grad" in uses or "optim" in (last_name(value.key) or "").lower())


def evidence_of(m: Analysis, value: Symbol) -> frozenset[str]:
    """What an unknown value is used like, by the name that it was last reached by, and what is said of it."""
    used, key = m.program.evidence.get(last_name(value.key) or "", frozenset()), value.key
    while m.facts.said_of and key not in m.facts.said_of and key[0] == "item" and isinstance(key[1], tuple):
        key = key[1]  # what is said of a container is said of its items
    return used | m.facts.said_of.get(key, frozenset())


def last_name(key: Key) -> str | None:
    """The name under which a value was last reached: an attribute's or a parameter's."""
    if key[0] in ("attr", "parameter", "global"):
        return str(key[-1])
    return last_name(key[1]) if key[0] == "item" and isinstance(key[1], tuple) else None


def leaf_of_symbol(m: Analysis, state: State, key: Key) -> Address:
    """The leaf that stands for all parameters of a module that cannot be seen."""
    address = state.leaves.get(key)
    if address is None:
        if key not in m.facts.symbol_leaves:
            name = f"self.{key[1]}" if key[0] == MEMBER else last_name(key) or ""
            address = new_leaf(m, state, name)
            m.facts.symbol_leaves[key] = address, tensor_at(state, address)
            m.facts.leaf_keys.name_leaf(address, key)
        address, record = m.facts.symbol_leaves[key]
        state.put_new(address, record)  # the same module, met on another path: the same leaf
        whole = next((state.leaves[owner] for owner in owners_of(key) if owner in state.leaves), None)
        if whole is not None:
            _set_like_whole(m, state, address, record, whole)
        state.set_leaf(key, address)
    return address


def _set_like_whole(m: Analysis, state: State, part: Address, record: TensorRecord, whole: Address) -> None:
    """What was said of all parameters of the module that this one is a part of holds for its own; of some, perhaps."""
    known = tensor_at(state, whole)
    if whole in m.facts.set_alike and is_frozen_leaf(state, whole):
        state.put(part, replace(record, requires_grad=Ternary.NO))
        m.facts.set_alike.add(part)
    elif known.requires_grad is not Ternary.YES:
        state.put(part, replace(record, requires_grad=Ternary.MAYBE))


def is_frozen_leaf(state: State, leaf: Address) -> bool:
    """Do these parameters require no grad, for sure?"""
    return tensor_at(state, leaf).requires_grad is Ternary.NO


def may_be_another(m: Analysis, leaf: Address) -> bool:
    """Do the parameters belong to what two paths have joined, which may be known by another leaf as well?"""
    key = _root_of(m, leaf)
    return isinstance(key, tuple) and (key[0] == "joined" or key[-1] == EITHER)


def is_handed_in(m: Analysis, leaf: Address) -> bool:
    """Do the parameters belong to what a client hands in, who may have frozen it, or train it himself?"""
    key = _root_of(m, leaf)
    return isinstance(key, tuple) and key[0] == "parameter"


def _root_of(m: Analysis, leaf: Address) -> object:
    """The name of what a leaf's owner is a part of."""
    key: object = m.facts.leaf_keys.get(leaf)
    while isinstance(key, tuple) and key[0] in ("attr", "item"):
        key = key[1]
    return key


def split_bias(m: Analysis, state: State, layer: Ref) -> Value | None:
    """The bias of a layer, which is a leaf of its own from now on; None if it has no parameters."""
    record = state.get(layer.address)
    if not isinstance(record, LayerRecord) or record.weights is None:
        return None
    bias = lookup(record.children, "bias")
    if bias is None:
        bias = _bias_of(m, state, record.weights)
        state.put(layer.address, replace(record, children=(*record.children, ("bias", bias))))
    return bias


def _bias_of(m: Analysis, state: State, weights: Address) -> Ref:
    """The bias of a layer as a leaf of its own, which no node saves. Whoever owns the layer's owns it."""
    record = tensor_at(state, weights)
    made = Ref(m.fresh())
    node = leaf_node(m, state, made.address, record.name)
    state.put(made.address, replace(record, node=node, storage=m.fresh()))
    m.facts.leaf_keys.name_leaf(weights, ("leaf", weights))
    m.facts.leaf_keys.name_leaf(made.address, ("attr", m.facts.leaf_keys.get(weights), "bias"))
    return made


def leaves_of(m: Analysis, state: State, value: Value, depth: int = 8) -> tuple[list[Address], bool]:
    """The leaves that a module (or a container of parameters) owns, and whether these are all."""
    if depth == 0:
        return [], False
    if isinstance(value, Symbol):
        if value.plain:
            return [], True
        m.facts.module_keys.add(value.key)
        return [leaf_of_symbol(m, state, value.key)], value.key[0] != REPLACED
    if isinstance(value, Tuple):
        return gather_leaves(m, state, value.items, depth)
    record = record_of(state, value)
    if isinstance(record, TensorRecord):
        return ([value.address], True) if record.leaf and isinstance(value, Ref) else ([], True)
    if isinstance(record, LayerRecord):
        own = [record.weights] if record.weights is not None else []
        below, exact = gather_leaves(m, state, [child for _, child in record.children], depth)
        return list(dict.fromkeys([*own, *below])), exact and record.exact
    if isinstance(record, InstanceRecord) and isinstance(value, Ref):
        return _leaves_of_instance(m, state, value, record, depth)
    if isinstance(record, ListRecord):
        leaves, exact = gather_leaves(m, state, record.items, depth)
        return leaves, exact and record.exact
    if isinstance(record, DictRecord):
        leaves, exact = gather_leaves(m, state, [item for _, item in record.items], depth)
        return leaves, exact and record.exact
    return [], True


def _leaves_of_instance(
    m: Analysis, state: State, value: Ref, record: InstanceRecord, depth: int
) -> tuple[list[Address], bool]:
    members = [item for _, item in record.attributes if may_own_leaves(m, state, item)]
    leaves, exact = gather_leaves(m, state, members, depth)
    if has_unseen_base(state, record.cls):
        leaves.append(leaf_of_symbol(m, state, ("inherited", value)))
    return leaves, exact


def may_own_leaves(m: Analysis, state: State, value: Value) -> bool:
    """Is a member of a module registered with it: a module, a parameter, or an unknown value used like a module?"""
    record = record_of(state, value)
    if isinstance(record, TensorRecord):
        return record.parameter
    if isinstance(record, InstanceRecord):
        return is_module_class(state, record.cls)
    return isinstance(record, LayerRecord) or (isinstance(value, Symbol) and not value.plain)


def gather_leaves(
    m: Analysis, state: State, values: list[Value] | tuple[Value, ...], depth: int
) -> tuple[list[Address], bool]:
    """The leaves of several values, each once."""
    found: dict[Address, None] = {}
    exact = True
    for value in values:
        leaves, complete = leaves_of(m, state, value, depth - 1)
        found.update(dict.fromkeys(leaves))
        exact &= complete
    return list(found), exact


def name_leaves(state: State, value: Value, name: str, depth: int = MAX_NAMING, path: str = "") -> None:
    """Calls the parameters of a module, or a tensor that requires grad by itself, by the name it is stored under; the last
    name, the outermost one, stays. One of several parameters that a loop runs over keeps the name of its module."""
    record, path = record_of(state, value), path or name
    if depth == 0 or not isinstance(value, Ref):
        return
    if isinstance(record, TensorRecord) and (record.parameter or record.leaf and record.requires_grad is Ternary.YES):
        if not record.parameter or not record.name or depth < MAX_NAMING:
            state.update_tensor(value.address, record, name=name, path=path)
    elif isinstance(record, LayerRecord):
        weights = [] if record.weights is None else [Ref(record.weights)]
        for child in [*weights, *(child for _, child in record.children)]:
            name_leaves(state, child, name, depth - 1, path)
    elif isinstance(record, InstanceRecord) and _derives_from_module(state, record.cls):
        for attribute, member in record.attributes:
            tensor = state.tensor(member)
            own = tensor is not None and not tensor.parameter
            inherited = tensor is not None and tensor.parameter or attribute in (LAYER_PART, CONTAINER_PART)
            inner = path if inherited else f"{path}.{attribute}"
            name_leaves(state, member, f"{name}.{attribute}" if own else name, depth - 1, inner)


def set_mode(m: Analysis, state: State, value: Value, training: Ternary, depth: int = 8) -> None:
    """train() and eval(), down through the children."""
    record = record_of(state, value)
    if depth == 0 or not isinstance(value, Ref):
        return
    if isinstance(record, LayerRecord):
        state.put(value.address, replace(record, training=training))
        for _, child in record.children:
            set_mode(m, state, child, training, depth - 1)
    elif isinstance(record, InstanceRecord):
        state.put(
            value.address,
            replace(
                record, training=training, attributes=replace_pair(record.attributes, "training", _mode_value(training))
            ),
        )
        for _, member in record.attributes:
            if may_own_leaves(m, state, member):
                set_mode(m, state, member, training, depth - 1)


def _mode_value(training: Ternary) -> Value:
    return Symbol(("mode",), True) if training is Ternary.MAYBE else Known(training is Ternary.YES)


def set_requires_grad(m: Analysis, state: State, value: Value, flag: Ternary) -> None:
    """requires_grad_(flag) of a module or tensor: a leaf's flag; a tensor without history becomes a leaf."""
    record = state.tensor(value)
    if record is None or record.leaf:
        for leaf in leaves_of(m, state, value)[0]:
            tensor = tensor_at(state, leaf)
            if tensor.requires_grad is not flag:
                state.update_tensor(leaf, tensor, requires_grad=flag)
                state.quiet_since = state.tick()  # from here on a call adds to other gradients
        return
    if record.node is None and flag is not Ternary.NO:
        address = value.address if isinstance(value, Ref) else state.tensors[value.key]  # type: ignore[union-attr]
        state.update_tensor(
            address, record, node=leaf_node(m, state, address, record.name), requires_grad=flag, leaf=True
        )
    elif record.node is not None and flag is Ternary.YES:
        m.facts.requested.add(record.node)


def record_bases(state: State, record: InstanceRecord) -> tuple[Value, ...]:
    """The bases of an object's class."""
    cls = state.get(record.cls)
    return cls.bases if isinstance(cls, ClassRecord) else ()
