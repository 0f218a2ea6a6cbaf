"""Reading and writing attributes, by what the object is. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.assume import resolve, truth_of
from retain_lint.domain.heap import (
    ClassRecord,
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    OptimizerRecord,
    Record,
    TensorRecord,
    lookup,
    replace_pair,
)
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    NONE,
    Address,
    BoundMethod,
    External,
    FunctionValue,
    Known,
    Linear,
    Method,
    Namespace,
    Partial,
    Ref,
    Super,
    Symbol,
    Tuple,
    Value,
    key_of,
)
from retain_lint.interpreter.autograd.gradient_flow import leaf_of_gradient
from retain_lint.interpreter.autograd.gradient_reads import GRADIENT
from retain_lint.interpreter.autograd.gradient_writes import replace_gradient
from retain_lint.interpreter.autograd.operations import apply_operation, bind_operation
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.data_model.constructed_members import makes_submodule
from retain_lint.interpreter.data_model.function_attributes import function_attribute, store_on_function
from retain_lint.interpreter.effects.opaque_objects import attribute_of_object, only_modules_have
from retain_lint.interpreter.heap.composite_results import note_member
from retain_lint.interpreter.heap.descriptors import get_descriptor
from retain_lint.interpreter.heap.enum_members import ask_member
from retain_lint.interpreter.heap.library_parts import part_behind
from retain_lint.interpreter.heap.module_globals import module_attribute
from retain_lint.interpreter.heap.module_names import name_members, name_of_computed
from retain_lint.interpreter.heap.objects import (
    MEMBER,
    allocate,
    class_attribute,
    has_unseen_base,
    is_module_class,
    name_leaves,
    set_requires_grad,
    split_bias,
    take_for_module,
)
from retain_lint.interpreter.heap.option_writes import set_option
from retain_lint.interpreter.heap.overwritten_settings import doubt_entries_as_attributes
from retain_lint.interpreter.heap.provenance import name_part
from retain_lint.interpreter.heap.requires_grad_queries import tell_history
from retain_lint.interpreter.heap.tensors import as_part, derived, moved_tensor, new_tensor, take_as_leaf, weaken
from retain_lint.interpreter.heap.unset_attributes import note_open
from retain_lint.interpreter.heap.weak_stores import set_weakly
from retain_lint.source import Span
from retain_lint.torch_api.lookup import find_control_method, find_method
from retain_lint.torch_api.spec import Role
from retain_lint.torch_api.vocabulary import FLAG_WORDS, MODULE_ALONE, MOVING, PART_GETTERS, RUNNING_STATISTICS

#: attributes of tensors that are operations
_VIEWS = frozenset({"T", "mT", "H", "mH", "real", "imag"})
#: the named fields of operations with several results
_RESULT_FIELDS = {"values": 0, "indices": 1}
#: parameters and buffers that torch.nn.utils.spectral_norm, or a project's own, puts in the place of a layer's weight
REPARAMETRISED = ("weight_orig", "weight_bar", "weight_u", "weight_v")
#: what `property.setter` makes of the property and the function that it decorates
SETTER = "builtins.property.setter"
_NAMES = frozenset({"__name__", "__qualname__"})
#: what models and optimisers have, and numbers have not
_NO_NUMBERS = frozenset("eval load_state_dict named_parameters parameters state_dict step train zero_grad".split())
#: attributes of a tensor that say something about it, and carry no history
_PLAIN = frozenset("shape dtype device layout grad_fn ndim is_cuda names is_sparse nbytes itemsize output_nr".split())


def get_attribute(m: Analysis, state: State, value: Value, name: str, span: Span) -> list[Outcome]:
    """value.name on one path; a property runs its function."""
    value = resolve(state, value)
    if isinstance(value, Linear):
        value = moved_tensor(m, value)
    if find_method(name) is not None:
        value = as_part(m, state, value) or value
    if _lacks_attribute(state, value, name):
        return [Outcome(state, NONE, raised=True)]
    told = tell_history(state, value, name) or get_descriptor(m, state, value, name, span)
    if told is not None:
        return told
    found = _find_attribute(m, state, value, name, span)
    if isinstance(found, (Symbol, Method)):
        found = m.library.attribute(m, state, value, name, found)
    if isinstance(found, BoundMethod) and isinstance(found.function, FunctionValue):
        if found.function.wrapper == "property":
            return m.interpreter.call_value(m, state, found, (), {}, span)
        if found.function.wrapper == "cached_property":
            outcomes = m.interpreter.call_value(m, state, found, (), {}, span)
            for outcome in outcomes:
                set_attribute(m, outcome.state, found.receiver, name, outcome.value, span)
            return outcomes
    return [Outcome(state, found)]


def _lacks_attribute(state: State, value: Value, name: str) -> bool:
    """What no number has (`model = 1`, and then `model.train()`), or only a reparametrised layer: code of its own that
    normalises weights asks for it first."""
    if isinstance(value, Known) and isinstance(value.value, (int, float)):
        return name in _NO_NUMBERS
    record, known = state.record(value), (name, REPARAMETRISED[0])
    bare = isinstance(record, LayerRecord) and all(lookup(record.children, other) is None for other in known)
    return bare and name in REPARAMETRISED


def _find_attribute(m: Analysis, state: State, value: Value, name: str, span: Span) -> Value:
    stored = function_attribute(state, value, name)
    if stored is not None:
        return stored
    if isinstance(value, External):
        return value.member(name)
    if isinstance(value, Namespace):
        return module_attribute(m, state, value.path, name)
    if isinstance(value, Super):
        return _super_attribute(m, state, value, name, span)
    if isinstance(value, Symbol) and value.key in state.tensors and only_modules_have(name):
        state.take_for_object(value.key)  # what unseen code returned is no tensor, then
    record = state.record(value)
    if isinstance(record, TensorRecord):
        own = lookup(state.attached(key_of(value)), name)
        return own or _tensor_attribute(m, state, value, record, name, span)
    if isinstance(value, Symbol):
        return _symbol_attribute(m, state, value, name)
    if isinstance(value, Tuple) and name in _RESULT_FIELDS and len(value.items) > _RESULT_FIELDS[name]:
        return value.items[_RESULT_FIELDS[name]]
    if (asked := ask_member(state, value, name)) is not None:
        return asked
    if isinstance(value, FunctionValue) and name == "setter":
        return Partial(External(SETTER), (value,), ())
    if name in _NAMES and (written := _written_name(state, value)) is not None:
        return Known(written)
    if not isinstance(value, Ref):
        return Method(value, name)
    return _attribute_of_object(m, state, value, record, name, span)


def _attribute_of_object(m: Analysis, state: State, value: Ref, record: Record | None, name: str, span: Span) -> Value:
    """What the kinds of objects on the heap answer."""
    if isinstance(record, InstanceRecord):
        behind = part_behind(m, state, record, name)
        own = lookup(record.attributes, name)
        if behind is not None and own is None and class_attribute(state, record.cls, name) is None:
            if name == "update":
                doubt_entries_as_attributes(m, state, value)
            return _find_attribute(m, state, behind, name, span)
        return _instance_attribute(m, state, value, record, name)
    if isinstance(record, ClassRecord):
        return _attribute_of_class(state, value, record, name)
    if isinstance(record, LayerRecord):
        return _layer_attribute(m, state, value, record, name)
    if isinstance(record, OptimizerRecord) and name == "param_groups":
        leaves = allocate(m, state, ListRecord(tuple(Ref(leaf) for leaf in record.leaves), record.exact))
        group = allocate(m, state, DictRecord(((Known("params"), leaves),), exact=False))
        return allocate(m, state, ListRecord((group,)))
    longest = record.longest if isinstance(record, ListRecord) and name == "maxlen" else None
    return longest or lookup(state.attached(key_of(value)), name) or Method(value, name)


def _attribute_of_class(state: State, value: Ref, record: ClassRecord, name: str) -> Value:
    found = class_attribute(state, value.address, name)
    if isinstance(found, FunctionValue) and found.wrapper == "classmethod":
        return BoundMethod(value, found)
    if found is None and name == "__subclasses__":
        return Method(value, name)
    return found if found is not None else Symbol(("attr", ("class", record.name), name))


def _written_name(state: State, value: Value) -> str | None:
    """The name under which a function or class of the project was defined."""
    function = value.function if isinstance(value, BoundMethod) else value
    record = state.record(value)
    if isinstance(function, FunctionValue):
        return function.function.name
    return record.name if isinstance(record, ClassRecord) else None


def _symbol_attribute(m: Analysis, state: State, value: Symbol, name: str) -> Value:
    stored = lookup(state.attached(value.key), name)
    if stored is not None:
        return stored
    if value.key[0] == "grad" and (name == "data" or name in _VIEWS):
        return value
    if name == "data":
        return Symbol(("cut", value.key), True)
    return name_part(m, value, "attr", name)


def _super_attribute(m: Analysis, state: State, value: Super, name: str, span: Span) -> Value:
    record = state.record(value.receiver)
    cls = record.cls if isinstance(record, InstanceRecord) else value.owner
    found = class_attribute(state, cls, name, after=value.owner)
    if found is not None:
        return _bind(value.receiver, found)
    behind = part_behind(m, state, record, name) if isinstance(record, InstanceRecord) and name != "__init__" else None
    if behind is not None:
        return _find_attribute(m, state, behind, name, span)
    return Method(Super(value.owner, value.receiver), name)


def _bind(receiver: Value, found: Value) -> Value:
    if isinstance(found, FunctionValue) and found.wrapper != "staticmethod":
        return BoundMethod(receiver, found)
    return found


def _instance_attribute(m: Analysis, state: State, value: Ref, record: InstanceRecord, name: str) -> Value:
    own = lookup(record.attributes, name)
    if own is not None:
        return own
    found = class_attribute(state, record.cls, name)
    if found is not None:
        return _bind(
            Ref(record.cls) if isinstance(found, FunctionValue) and found.wrapper == "classmethod" else value, found
        )
    if name == "__class__":
        return Ref(record.cls)
    if name == "__setattr__":
        return BoundMethod(value, External("builtins.setattr"))
    if name == "__dict__":
        note_open(m, [value])
        return Symbol(("attr", ("object", value), name))
    if name in MODULE_ALONE:
        take_for_module(state, record.cls)
    if is_module_class(state, record.cls):
        if name == "training":
            return _mode_of(value, record.training)
        if find_control_method(name, "module") is not None or name in PART_GETTERS:
            return Method(value, name)
    elif name in MOVING and has_unseen_base(state, record.cls):
        return Method(value, name)
    return Symbol(("attr", ("object", value), name), name in RUNNING_STATISTICS)


def _mode_of(module: Ref, training: Ternary) -> Value:
    return Symbol(("mode", module), True) if training is Ternary.MAYBE else Known(training is Ternary.YES)


def _layer_attribute(m: Analysis, state: State, value: Ref, record: LayerRecord, name: str) -> Value:
    child = lookup(record.children, name)
    if child is not None:
        return child
    if name == "bias" and (bias := split_bias(m, state, value)) is not None:
        return bias
    if name == "weight" and record.weights is not None:
        if record.spec.names[1:] and not m.context.function.mentions.isdisjoint(FLAG_WORDS):
            split_bias(m, state, value)
        return Ref(record.weights)
    if name == "training":
        return _mode_of(value, record.training)
    if name == "__dict__" or name == "_modules" and record.spec.container:
        return Symbol(("attr", ("object", value), name))
    if name.startswith("weight_") or name.startswith("bias_"):
        return Ref(record.weights) if record.weights is not None else NONE
    return Method(value, name)


def _tensor_attribute(m: Analysis, state: State, value: Value, record: TensorRecord, name: str, span: Span) -> Value:
    if name in GRADIENT:
        if not record.leaf:  # `retain_grad()` keeps it; what goes backward before it is asked for, and after, is no sum
            state.quiet_since = state.tick()
            return m.symbol("value", plain=True)
        return Symbol(("grad", None if record.node is None else m.graph[record.node].leaf), plain=True)
    if name == "requires_grad":
        if record.requires_grad is Ternary.MAYBE:
            return Symbol(("requires_grad", value), plain=True)
        return Known(record.requires_grad is Ternary.YES)
    if name in _PLAIN or name.startswith("is_"):
        return Symbol(("attr", key_of(value), name), plain=True)
    control = find_control_method(name, "tensor")
    if control is not None and control.role is Role.CUT and name == "data":
        if key_of(value) in m.facts.packed:
            return derived(m, state, record, value, 0)
        copied = new_tensor(m, state, None, Ternary.NO, opaque=record.opaque)
        state.share_data(copied.address, record.storage)
        return copied
    spec = find_method(name)
    if name in _VIEWS and spec is not None:
        return apply_operation(m, state, spec, bind_operation(m, state, spec, [value], {}), span)
    if record.opaque and spec is None and control is None:
        note_member(state, value, name)
        named = attribute_of_object(state, value, name)
        if named is not None:
            return named
        return Method(value, name) if record.node is None else derived(m, state, record, value, name)
    return Method(value, name)


def cut_in_place(m: Analysis, state: State, address: Address, record: TensorRecord) -> None:
    """A tensor is detached in place. What an unseen callee returned as a whole hangs on its graph perhaps no more, when a
    part of it does not."""
    state.update_tensor(address, record, node=None, requires_grad=Ternary.NO)
    while address in state.parts:
        whole = state.parts[address][0]
        tensor = state.tensor(whole)
        if tensor is None or tensor.node is None or not isinstance(whole, Ref):
            return
        address = whole.address
        weaken(m, state, address, tensor, ())


def set_attribute(m: Analysis, state: State, value: Value, name: str, source: Value | None, span: Span) -> None:
    """value.name = source; None deletes."""
    value = resolve(state, value)
    tensor = state.tensor(value)
    if tensor is not None or (isinstance(value, Symbol) and (name == "requires_grad" or name in GRADIENT)):
        _set_tensor_attribute(m, state, value, name, source, span)
        return
    if name == "data" and (written := leaf_of_gradient(value)) is not None:
        replace_gradient(m, state, written, source, span)
        return
    record = state.record(value)
    if isinstance(value, Namespace):
        _set_global(m, state, value, name, source)
    elif isinstance(value, Symbol):
        set_weakly(m, state, value, name, source)
    elif not isinstance(value, Ref):
        store_on_function(state, value, name, source)
    elif isinstance(record, (InstanceRecord, ClassRecord)):
        if source is not None:
            shown = f"self.{name_of_computed(name)}"
            name_leaves(state, source, shown)
            name_members(state, source, shown)
            m.facts.stored.add((value.address, name))
        if isinstance(record, InstanceRecord) and makes_submodule(m, state, record, source):
            source = m.symbol(MEMBER, name)
        state.put(value.address, replace(record, attributes=replace_pair(record.attributes, name, source)))
    elif isinstance(record, LayerRecord):
        state.put(value.address, _set_layer_attribute(state, record, name, source))
    else:  # an optimiser, a container with a class of its own
        state.attach(key_of(value), name, source)


def _set_layer_attribute(state: State, record: LayerRecord, name: str, source: Value | None) -> LayerRecord:
    """A parameter in the weight's place is the weight; one that was computed is used in its stead, beside the others."""
    tensor = state.tensor(source or NONE)
    if name == "weight" and tensor is not None and tensor.leaf and isinstance(source, Ref):
        return replace(record, weights=source.address)
    if name == "weight" and tensor is None:
        return record
    record = set_option(record, name, source)
    return replace(record, children=replace_pair(record.children, name, source))


def _set_global(m: Analysis, state: State, module: Namespace, name: str, source: Value | None) -> None:
    """module.name = source: the module's own functions read it as a global."""
    frame = m.program.globals.get(module.path, -1)
    if frame in state.frames and source is not None:
        state.registers(frame)[name] = source
    elif frame in state.frames:
        state.registers(frame).pop(name, None)


def _set_tensor_attribute(m: Analysis, state: State, value: Value, name: str, source: Value | None, span: Span) -> None:
    if name in GRADIENT and isinstance(value, Ref):
        replace_gradient(m, state, value.address, source, span)
    elif name == "requires_grad":
        truth = truth_of(state, source or NONE)
        if truth is True:
            take_as_leaf(m, state, value)  # of others it cannot be set
        set_requires_grad(m, state, value, Ternary.of(truth))
    elif name != "data":  # which moves no version (SEMANTICS.md C)
        key, tensor = key_of(value), state.tensor(value)
        if tensor is not None and tensor.opaque:
            note_member(state, value, name)
        state.attach(key, name, source)
