"""Of which class a value is: `isinstance`, `type` and its comparisons. Floor 3."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import (
    ClassRecord,
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    Record,
    TensorRecord,
)
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    NONE,
    BoundMethod,
    External,
    FunctionValue,
    Index,
    Known,
    Partial,
    Ref,
    Symbol,
    Tuple,
    Value,
)
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.objects import allocate, external_bases, has_unseen_base, record_of

#: packages whose classes no tensor is an instance of
_FOREIGN = frozenset({"builtins", "numpy", "pandas", "scipy", "PIL"})
#: classes whose objects an opaque callee may return in place of a tensor, when a loss is switched off
_NUMBERS = frozenset({int, float, complex, bool})
#: classes of torch that several layers derive from, and how the names of these begin
_FAMILIES: dict[str, str | tuple[str, ...]] = {
    "_ConvNd": "Conv",
    "_ConvTransposeNd": "ConvTranspose",
    "_BatchNorm": ("BatchNorm", "SyncBatchNorm"),
    "_InstanceNorm": "InstanceNorm",
    "RNNBase": ("RNN", "LSTM", "GRU"),
}
#: the classes of None; what a class of the project may ask of its objects for methods
_OF_NONE = frozenset({"builtins.object", "types.NoneType"})
#: functions and methods, which are of classes of their own
_CODE = (FunctionValue, BoundMethod, Partial)
_ASKING = frozenset({"typing.Protocol", "typing_extensions.Protocol", "abc.ABC"})
_TENSOR, _PARAMETER = "torch.Tensor", "torch.nn.Parameter"
#: torch's old name of a tensor that records its history (torch/autograd/variable.py)
_VARIABLE = "torch.autograd.Variable"


def call_isinstance(m: Analysis, state: State, request: CallRequest) -> Value:
    """`isinstance(value, classes)`"""
    if len(request.positional) != 2:
        return m.symbol("value", plain=True)
    value, cls = request.positional
    verdict = _any([_is_instance(state, value, one) for one in (cls.items if isinstance(cls, Tuple) else (cls,))])
    return Symbol(("isinstance", value, cls), True) if verdict is None else Known(verdict)


def call_type(m: Analysis, state: State, request: CallRequest) -> Value:
    """`type(value)`: a class of the project, or a symbol that `compare_types` reads; `type(name, bases, body)`: a new one."""
    if len(request.positional) == 3:
        return _make_class(m, state, *request.positional)
    if len(request.positional) != 1:
        return m.symbol("value", plain=True)
    value = request.positional[0]
    record = record_of(state, value)
    return Ref(record.cls) if isinstance(record, InstanceRecord) else Symbol(("type", value), True)


def resolve_callee(state: State, function: Value) -> Value:
    """What a value calls when it is called: `type(tensor)` makes other tensors, as its class does."""
    function = resolve(state, function)
    if isinstance(function, Symbol) and function.key[0] == "type":
        value = cast(Value, function.key[1])
        record = state.tensor(value)
        if record is not None and not record.opaque and _is_exact(state, value, External(_TENSOR)):
            return External(_TENSOR)
    return function


def call_callable(m: Analysis, state: State, request: CallRequest) -> Value:
    """`callable(value)`"""
    value = resolve(state, request.first() or NONE)
    if isinstance(value, (FunctionValue, BoundMethod, Partial)):
        return Known(True)
    return Known(False) if isinstance(value, (Known, Tuple)) else Symbol(("callable", value), True)


def _make_class(m: Analysis, state: State, name: Value, bases: Value, body: Value) -> Value:
    record = record_of(state, body)
    if not isinstance(name, Known) or not isinstance(bases, Tuple) or not isinstance(record, DictRecord):
        return m.symbol("made", plain=False)
    made = allocate(m, state, ClassRecord(str(name.value), bases.items, (), m.context.module))
    attributes = tuple(
        (str(key.value), replace(value, owner=made.address) if isinstance(value, FunctionValue) else value)
        for key, value in record.items
        if isinstance(key, Known)
    )
    state.put(made.address, ClassRecord(str(name.value), bases.items, attributes, m.context.module))
    return made


def compare_types(state: State, op: str, left: Value, right: Value) -> Value | None:
    """`type(value) == cls`, `is`, `in` and their negations; None where it is not decided."""
    if not _is_class(state, left):
        return None
    if op in ("in", "not in"):
        classes = concrete_items(state, right)
        verdict = None if classes is None else _any([_is_of(state, left, cls) for cls in classes])
    elif op in ("==", "!=", "is", "is not"):
        verdict = _is_of(state, left, right)
    else:
        return None
    return None if verdict is None else Known(verdict == (op in ("==", "is", "in")))


def _any(verdicts: Sequence[bool | None]) -> bool | None:
    if True in verdicts:
        return True
    return None if None in verdicts else False


def _is_class(state: State, value: Value) -> bool:
    """Was the value got by `type`, or is it a class of the project?"""
    if isinstance(value, Symbol):
        return value.key[0] == "type"
    return isinstance(state.record(value), ClassRecord)


def _is_of(state: State, kind: Value, cls: Value) -> bool | None:
    """Is this class, got by `type`, the other one?"""
    if not isinstance(kind, Symbol):
        return kind == cls if isinstance(state.record(cls), ClassRecord) else None
    value = cast(Value, kind.key[1])
    verdict = _is_instance(state, value, cls)
    if isinstance(tensor := state.record(value), TensorRecord) and tensor.parameter and cls == External(_TENSOR):
        return False
    return verdict if verdict is not True or _is_exact(state, value, cls) else None


def _is_exact(state: State, value: Value, cls: Value) -> bool:
    """The value is an instance of the class: and of none that derives from it?"""
    tensor = state.tensor(value)
    if tensor is not None:
        return isinstance(cls, External) and cls.name == _TENSOR and not tensor.leaf
    name = type(value.value).__name__ if isinstance(value, (Known, Index)) else None
    record = state.record(value)
    if isinstance(value, Tuple) or isinstance(record, ListRecord) and record.frozen:
        name = "tuple"
    elif isinstance(record, ListRecord):
        name = "list"
    return name is not None and cls == External(f"builtins.{name}")


def _is_instance(state: State, value: Value, cls: Value) -> bool | None:
    record = state.record(value)
    if isinstance(record, InstanceRecord):
        return _is_object_of(state, record, cls)
    if isinstance(record, LayerRecord):
        return _is_layer_of(record, cls)
    if value == NONE:
        return _is_class_of_none(state, cls)
    if not isinstance(cls, External):
        return None
    if isinstance(record, TensorRecord):
        return _is_tensor_of(record, cls)
    if cls.name == _TENSOR and isinstance(value, (Known, Index, Tuple)):
        return False
    known = _builtin_class(cls)
    if known is not None and (isinstance(record, ClassRecord) or isinstance(value, _CODE)):
        return known is object or (known is type and isinstance(record, ClassRecord))
    return _is_builtin_of(record if record is not None else value, known) if known is not None else None


def _builtin_class(cls: External) -> type | None:
    """Python's own class of that name."""
    package, _, name = cls.name.partition(".")
    known = getattr(builtins, name, None) if package == "builtins" else None
    return known if isinstance(known, type) else None


def _is_class_of_none(state: State, cls: Value) -> bool | None:
    """Protocols and the abstract classes of the standard library ask for methods, and None has some."""
    if isinstance(state.record(cls), ClassRecord) and isinstance(cls, Ref):
        bases = external_bases(state, cls.address)
        return None if any(isinstance(base, External) and base.name in _ASKING for base in bases) else False
    if not isinstance(cls, External):
        return None
    return cls.name in _OF_NONE if cls.name.partition(".")[0] not in ("typing", "collections") else None


def _is_builtin_of(value: Record | Value, cls: type) -> bool | None:
    """A value that Python's own classes describe; a list's record also stands for sets and deques."""
    if isinstance(value, ListRecord) and value.frozen:
        return None if cls in (list, set, frozenset) else issubclass(tuple, cls)
    if isinstance(value, ListRecord):
        return None if cls in (set, frozenset) else issubclass(list, cls)
    if isinstance(value, DictRecord):
        return issubclass(dict, cls)
    if isinstance(value, Tuple):
        return issubclass(tuple, cls)
    return isinstance(value.value, cls) if isinstance(value, (Known, Index)) else None


def _is_object_of(state: State, record: InstanceRecord, cls: Value) -> bool | None:
    if isinstance(cls, Ref):
        return _derives(state, record.cls, cls.address)
    known = _builtin_class(cls) if isinstance(cls, External) else None
    if known is not None and not has_unseen_base(state, record.cls):
        return known is object
    if not isinstance(cls, External) or not cls.name.startswith("torch.nn."):
        return None
    bases = {base.name for base in external_bases(state, record.cls) if isinstance(base, External)}
    if cls.name in bases:
        return True
    return None if has_unseen_base(state, record.cls) or cls.name.endswith(".Module") else False


def _is_layer_of(record: LayerRecord, cls: Value) -> bool | None:
    """Of a layer that torch's own constructor made."""
    if not isinstance(cls, External):
        return False if isinstance(cls, Ref) else None
    own, short = record.spec.name.rpartition(".")[2], cls.name.rpartition(".")[2]
    if short in _FAMILIES:
        return own.startswith(_FAMILIES[short])
    if short == "Module" or own == short:
        return True
    return None if short.startswith("_") else False


def _is_tensor_of(record: TensorRecord, cls: External) -> bool | None:
    if cls.name == _PARAMETER:
        return True if record.parameter else None
    if cls.name.endswith("Tensor") or cls.name == _VARIABLE:
        return True
    known = _builtin_class(cls)
    if known is not None and issubclass(known, BaseException):
        return False  # whatever an opaque callee returned: exceptions are raised
    if known in _NUMBERS and record.node is not None:
        return False  # taken to have a graph, it is taken for no number
    return False if cls.name.partition(".")[0] in _FOREIGN and not record.opaque else None


def _derives(state: State, cls: int, base: int) -> bool:
    record = state.get(cls)
    if cls == base:
        return True
    return isinstance(record, ClassRecord) and any(
        isinstance(b, Ref) and _derives(state, b.address, base) for b in record.bases
    )


CLASS_CALLS: dict[str, Callable[[Analysis, State, CallRequest], Value]] = {
    "isinstance": call_isinstance,
    "type": call_type,
    "callable": call_callable,
}
