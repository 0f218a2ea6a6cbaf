"""Which registers each instruction reads and writes. Floor 1.

Structured instructions are described by their own operands only, not by the blocks inside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from retain_lint.ir import model as ir

_Registers = Iterable[ir.Register]


def reads(instruction: ir.Instruction) -> _Registers:
    """The registers that an instruction reads, in order."""
    return _READS[type(instruction)](instruction)


def writes(instruction: ir.Instruction) -> _Registers:
    """The registers that an instruction writes or deletes."""
    if isinstance(instruction, ir.Unpack):
        return instruction.targets
    name = _WRITES.get(type(instruction))
    return (getattr(instruction, name),) if name else ()


def _none(node: Any) -> _Registers:
    return ()


def _fields(*names: str) -> Callable[[Any], _Registers]:
    def read(node: Any) -> _Registers:
        return [register for name in names if (register := getattr(node, name)) is not None]

    return read


def _elements(node: ir.Build) -> _Registers:
    for element in node.elements:
        if element.key is not None:
            yield element.key
        yield element.value


def _call(node: ir.Call) -> _Registers:
    yield node.function
    for argument in node.arguments:
        yield argument.value


def _defaults(node: ir.MakeFunction) -> _Registers:
    return [parameter.default for parameter in node.function.parameters if parameter.default is not None]


def _bases(node: ir.MakeClass) -> _Registers:
    return node.bases


def _operands(node: ir.Opaque) -> _Registers:
    return node.operands


_READS: Mapping[type[Any], Callable[[Any], _Registers]] = MappingProxyType(
    {
        ir.Const: _none,
        ir.Copy: _fields("source"),
        ir.LoadGlobal: _none,
        ir.StoreGlobal: _fields("source"),
        ir.LoadFree: _none,
        ir.StoreFree: _fields("source"),
        ir.Delete: _none,
        ir.GetAttr: _fields("object"),
        ir.SetAttr: _fields("object", "source"),
        ir.GetItem: _fields("object", "index"),
        ir.SetItem: _fields("object", "index", "source"),
        ir.Append: _fields("object", "source"),
        ir.Unpack: _fields("source"),
        ir.Build: _elements,
        ir.Unary: _fields("operand"),
        ir.Binary: _fields("left", "right"),
        ir.Compare: _fields("left", "right"),
        ir.Opaque: _operands,
        ir.Call: _call,
        ir.Await: _fields("value"),
        ir.Yield: _fields("value"),
        ir.MakeFunction: _defaults,
        ir.MakeClass: _bases,
        ir.Import: _none,
        ir.ImportFrom: _none,
        ir.Return: _fields("value"),
        ir.Raise: _fields("value"),
        ir.Break: _none,
        ir.Continue: _none,
        ir.If: _fields("condition"),
        ir.For: _fields("iterable"),
        ir.While: _fields("condition"),
        ir.Try: _none,
        ir.With: _fields("context"),
    }
)
_TARGETED = (
    ir.Const,
    ir.Copy,
    ir.LoadGlobal,
    ir.LoadFree,
    ir.GetAttr,
    ir.GetItem,
    ir.Build,
    ir.Unary,
    ir.Binary,
    ir.Compare,
    ir.Opaque,
    ir.Call,
    ir.Await,
    ir.Yield,
    ir.MakeFunction,
    ir.MakeClass,
    ir.Import,
    ir.ImportFrom,
    ir.With,
)
_WRITES: Mapping[type[Any], str] = MappingProxyType(
    {ir.Delete: "name", ir.For: "item"} | {kind: "target" for kind in _TARGETED}
)
