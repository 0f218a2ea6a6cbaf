"""Registers of a function that never hold a graph: constants, sizes, what was detached, and what is made of these. Floor 2."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from functools import lru_cache

from retain_lint.ir.model import (
    Binary,
    Build,
    Call,
    Compare,
    Const,
    Copy,
    Function,
    GetAttr,
    GetItem,
    Instruction,
    LoadGlobal,
    Register,
    SetAttr,
    SetItem,
    Unary,
    Unpack,
)
from retain_lint.ir.operands import reads, writes
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.lookup import find_control_method
from retain_lint.torch_api.spec import Role

#: what tensors give that has no graph: values, sizes, and themselves detached
_CUTS = frozenset({Role.VALUE, Role.SIZE, Role.CUT})
#: displays that nothing is put into later
_FIXED = frozenset({"tuple", "slice", "string"})
#: functions of Python that give numbers, texts and truths
_NUMBERS = frozenset({"bool", "float", "int", "isinstance", "len", "str"})
#: torch's class of tensors that begin a graph, whatever they are made of (SEMANTICS.md, nn.Parameter of a tensor that is no leaf)
_LEAF = "Parameter"
#: functions of which it is remembered what they read
_REMEMBERED = 2000
#: by register what sets it, or reads it
_Makers = dict[Register, list[Instruction]]


def graphless_settings(method: Function) -> set[SetAttr]:
    """What sets attributes of the method's own object to what holds no graph (`self.height = x.shape[2]`), to what they were, or to
    both (`self.calls += 1`)."""
    body = tuple(instructions_of(method.body))
    own = {parameter.name for parameter in method.parameters[:1]}
    makers: _Makers = defaultdict(list)
    for instruction in body:
        for register in writes(instruction):
            makers[register].append(instruction)
    unknown = {parameter.name for parameter in method.parameters} | _find_changed(body)
    free = _find_graphless(makers, unknown)
    settings = (i for i in body if isinstance(i, SetAttr) and i.object in own and i.source not in unknown)
    return {i for i in settings if _is_free(i, makers, free, own)}


@lru_cache(_REMEMBERED)
def read_as_figures(function: Function) -> frozenset[Register]:
    """The registers of which a function reads nothing but what has no graph (`eval(name).item()`)."""
    readers: _Makers = defaultdict(list)
    for instruction in instructions_of(function.body):
        for register in reads(instruction):
            readers[register].append(instruction)
    return frozenset(name for name, found in readers.items() if all(map(_reads_figure, found)))


def _reads_figure(reader: Instruction) -> bool:
    return isinstance(reader, GetAttr) and _cuts(reader.name)


def _find_changed(body: Sequence[Instruction]) -> set[Register]:
    """What is written to in place, by whatever name, and may then hold the graph of what is written (`mask.add_(x)`)."""
    changed = set[Register]().union(*map(_changed_by, body))
    copies = [i for i in body if isinstance(i, Copy)]
    while added := {copy.source for copy in copies if copy.target in changed} - changed:
        changed |= added
    return changed


def _changed_by(instruction: Instruction) -> set[Register]:
    if isinstance(instruction, SetItem):
        return {instruction.object}
    if isinstance(instruction, GetAttr) and instruction.name.endswith("_") and instruction.name[0] != "_":
        return {instruction.object}
    return set()


def _find_graphless(makers: _Makers, unknown: Set[Register]) -> set[Register]:
    """The least fixpoint: nothing rests on itself. What is `unknown` may be anything, whatever else sets it."""
    free: set[Register] = set()
    while added := {
        register
        for register in makers.keys() - free - unknown
        if all(_is_graphless(maker, makers, free) for maker in makers[register])
    }:
        free |= added
    return free


def _is_free(setting: SetAttr, makers: _Makers, free: Set[Register], own: Set[Register]) -> bool:
    """Is what an attribute is set to, whatever made it, free of graphs, what the attribute was, or a sum of both?"""

    def is_attribute(maker: Instruction) -> bool:
        return isinstance(maker, GetAttr) and maker.object in own and maker.name == setting.name

    def adds_nothing(maker: Instruction) -> bool:
        if not isinstance(maker, Binary):
            return is_attribute(maker)
        summed = makers.get(maker.left, [])  # nothing makes a parameter
        return maker.right in free and bool(summed) and all(map(is_attribute, summed))

    made = makers.get(setting.source or "", [])
    return bool(made) and all(_is_graphless(maker, makers, free) or adds_nothing(maker) for maker in made)


def _is_graphless(maker: Instruction, makers: _Makers, free: Set[Register]) -> bool:
    """Does the instruction give what holds no graph, if these registers hold none?"""
    if isinstance(maker, (Const, Compare)):
        return True
    if isinstance(maker, GetAttr):
        return maker.object in free or _cuts(maker.name)
    if isinstance(maker, GetItem):
        return maker.object in free
    if isinstance(maker, Call):
        functions = makers.get(maker.function, [])
        return bool(functions) and all(map(_gives_no_graph, functions))
    made = isinstance(maker, (Copy, Unpack, Unary, Binary)) or isinstance(maker, Build) and maker.kind in _FIXED
    return made and free >= set(reads(maker))


def _gives_no_graph(function: Instruction) -> bool:
    """Is what is called a method or function of that kind?"""
    if isinstance(function, LoadGlobal):
        return function.name in _NUMBERS or function.name == _LEAF
    return isinstance(function, GetAttr) and (_cuts(function.name) or function.name == _LEAF)


def _cuts(name: str) -> bool:
    spec = find_control_method(name, "tensor")
    return spec is not None and spec.role in _CUTS
