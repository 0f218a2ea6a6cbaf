"""Networks of the project that do no more than compute: of two of them a join makes one model. Floor 2.

What such a network gives is made of its arguments and its parameters, and it remembers nothing: that is all that is said of a
model of which nothing else is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import lru_cache

from retain_lint.domain.base_classes import classes_of
from retain_lint.domain.graphless_registers import graphless_settings
from retain_lint.domain.heap import ClassRecord, InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, FunctionValue, Ref, Value
from retain_lint.ir.model import (
    Function,
    GetAttr,
    Instruction,
    LoadGlobal,
    SetAttr,
    SetItem,
    StoreFree,
    StoreGlobal,
)
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.vocabulary import GROWING, TRAINING_WORDS

#: a class is one of modules if it derives from one of a name that begins so; of torchvision's, those of optical flow alone keep
#: what they compute (0.29.1, models/optical_flow/raft.py)
_MODULES = ("torch.nn.", "torch.jit.ScriptModule", "torchvision.models.")
_KEEPING = "torchvision.models.optical_flow."
#: bases that add nothing
_BARE = frozenset({"builtins.object", "abc.ABC"})
#: what lets others see what it computes
_HOOKS = frozenset(
    {"register_hook", "register_forward_hook", "register_forward_pre_hook", "register_full_backward_hook"}
)
#: something that is kept, not known where
_ANY = ""
#: functions of which it is remembered what they keep
_REMEMBERED = 2000


def is_network(state: State, value: Value) -> bool:
    """Is it an object of a module class of the project, of which no method but the constructor keeps anything, and none
    trains?"""
    classes = _all_classes(state, value)
    outside = [base for cls in classes for base in cls.bases if not isinstance(base, Ref)]
    return any(map(_is_module, outside)) and not _may_keep(classes) and not _trains(_methods_of(classes))


def may_remember(state: State, value: Value) -> bool:
    """Is it an object of which a method, or what its class inherits from elsewhere, may keep what it computes?"""
    return isinstance(state.record(value), InstanceRecord) and _may_keep(_all_classes(state, value))


def may_objects_remember(state: State, cls: Address) -> bool:
    """May objects of the class keep what they compute?"""
    return _may_keep(_known(classes_of(state, cls)))


def _all_classes(state: State, value: Value) -> list[ClassRecord]:
    """The class of an object of the project and those that it derives from; none if one of them is not known."""
    record = state.record(value)
    return _known(classes_of(state, record.cls)) if isinstance(record, InstanceRecord) else []


def _known(classes: Iterable[ClassRecord | None]) -> list[ClassRecord]:
    found = list(classes)
    return [] if None in found else [cls for cls in found if cls is not None]


def _may_keep(classes: list[ClassRecord]) -> bool:
    outside = [base for cls in classes for base in cls.bases if not isinstance(base, Ref)]
    if not classes or not all(map(_is_known, outside)):
        return True
    return keep_results(_methods_of(classes))


def keep_results(methods: list[Function]) -> bool:
    """Does one of the methods of a class that do not construct its objects keep what one of them reads?"""
    constructing = constructing_names(methods)
    kept = [_kept_by(method) for method in methods if method.name not in constructing]
    return any(kept) and not frozenset[str]().union(*kept).isdisjoint({_ANY}.union(*map(_read_by, methods)))


def _methods_of(classes: list[ClassRecord]) -> list[Function]:
    values = [value for cls in classes for _, value in cls.attributes]
    return [value.function for value in values if isinstance(value, FunctionValue)]


def _is_module(base: Value) -> bool:
    return isinstance(base, External) and base.name.startswith(_MODULES) and not base.name.startswith(_KEEPING)


def _is_known(base: Value) -> bool:
    return _is_module(base) or isinstance(base, External) and base.name in _BARE


def _trains(methods: Iterable[Function]) -> bool:
    """Does one of them speak of training, and mean no other of them?"""
    names = {method.name for method in methods}
    return any((TRAINING_WORDS - names) & method.mentions for method in methods)


def constructing_names(methods: list[Function]) -> set[str]:
    """The constructor, and what it alone mentions: what these set is there from the beginning."""
    inside = {name for method in methods if method.name == "__init__" for name in method.mentions}
    outside = {name for method in methods if method.name != "__init__" for name in method.mentions - {method.name}}
    return {"__init__"} | (inside - outside)


@lru_cache(_REMEMBERED)
def _kept_by(method: Function) -> frozenset[str]:
    """The attributes of its object in which it keeps what may hold a graph; _ANY for what it keeps in their parts, or in a
    variable around it."""
    body = tuple(instructions_of(method.body))
    own = {parameter.name for parameter in method.parameters[:1]}
    parts = {i.target for i in body if isinstance(i, GetAttr) and i.object in own}
    graphless = graphless_settings(method)
    kept = {i.name for i in body if isinstance(i, SetAttr) and i.object in own and i not in graphless}
    return frozenset(kept | ({_ANY} if any(_stores(instruction, parts) for instruction in body) else set()))


@lru_cache(_REMEMBERED)
def _read_by(method: Function) -> frozenset[str]:
    """The attributes that it reads, of whatever."""
    return frozenset(i.name for i in instructions_of(method.body) if isinstance(i, GetAttr))


def _stores(instruction: Instruction, parts: Set[str]) -> bool:
    """`parts`: registers that hold attributes of the object."""
    if isinstance(instruction, SetItem):
        return instruction.object in parts
    if isinstance(instruction, GetAttr):
        return instruction.name in GROWING and instruction.object in parts or instruction.name in _HOOKS
    if isinstance(instruction, LoadGlobal):
        return instruction.name == "setattr"
    return isinstance(instruction, (StoreGlobal, StoreFree))
