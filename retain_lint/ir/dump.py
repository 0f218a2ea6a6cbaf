"""The text form of the instruction set, for debugging and tests. Floor 1.

One instruction a line, blocks indented. Invariant: everything that tells two programs apart shows, except spans.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from retain_lint.ir import model as ir

_INDENT = "  "
_STARS = ("", "*", "**")
_Lines = Iterator[str]


def dump_module(module: ir.Module) -> str:
    """The module's body, then every function, class body and lambda in the order of the file."""
    parts = [dump_function(function) for function in (module.body, *module.functions)]
    return "\n\n".join(parts) + "\n"


def dump_function(function: ir.Function) -> str:
    """A header line and the body."""
    return "\n".join([_header(function), *_block(function.body, 1)])


def dump_block(block: ir.Block) -> str:
    """The instructions of a block."""
    return "\n".join(_block(block, 0))


def _header(function: ir.Function) -> str:
    words = [function.kind, function.qualname]
    if function.kind in ("function", "lambda"):
        words[-1] += f"({', '.join(map(_parameter, function.parameters))})"
    words += ["async"] * function.is_async + ["generator"] * function.is_generator
    if function.captured:
        words.append(f"captured={{{_names(function.captured)}}}")
    return " ".join(words) + ":"


def _parameter(parameter: ir.Parameter) -> str:
    stars = {"star": "*", "double_star": "**"}.get(parameter.kind, "")
    kind = {"positional_only": " /", "keyword_only": " *"}.get(parameter.kind, "")
    default = f"={parameter.default}" if parameter.default else ""
    return f"{stars}{parameter.name}{default}{kind}"


def _names(names: frozenset[str]) -> str:
    return ", ".join(sorted(names))


def _block(block: ir.Block, depth: int) -> _Lines:
    for instruction in block.instructions:
        structured = _STRUCTURED.get(type(instruction))
        if structured is not None:
            yield from structured(instruction, depth)
        else:
            yield _INDENT * depth + _PLAIN[type(instruction)](instruction)


def _section(title: str, block: ir.Block, depth: int, always: bool = False) -> _Lines:
    if block.instructions or always:
        yield _INDENT * depth + title
        yield from _block(block, depth + 1)


def _live(node: ir.Structured) -> str:
    return f" live={{{_names(node.live)}}}" if node.live else ""


def _if(node: ir.If, depth: int) -> _Lines:
    yield from _section(f"if {node.condition}:{_live(node)}", node.then, depth, always=True)
    yield from _section("else:", node.orelse, depth)


def _for(node: ir.For, depth: int) -> _Lines:
    word = "comprehension" if node.comprehension else "for"
    title = f"{word} {node.item} in {node.iterable}:{_live(node)}"
    yield from _section(title, node.body, depth, always=True)
    yield from _section("else:", node.orelse, depth)


def _while(node: ir.While, depth: int) -> _Lines:
    yield from _section("test:", node.test, depth, always=True)
    yield from _section(f"while {node.condition}:{_live(node)}", node.body, depth, always=True)
    yield from _section("else:", node.orelse, depth)


def _try(node: ir.Try, depth: int) -> _Lines:
    yield from _section(f"try:{_live(node)}", node.body, depth, always=True)
    for handler in node.handlers:
        yield from _section("except setup:", handler.setup, depth)
        words = ["except", *([handler.types] if handler.types else []), *(["as", handler.name] if handler.name else [])]
        yield from _section(" ".join(words) + ":", handler.body, depth, always=True)
    yield from _section("else:", node.orelse, depth)
    yield from _section("finally:", node.final, depth)


def _with(node: ir.With, depth: int) -> _Lines:
    yield from _section(f"with {node.context} as {node.target}:{_live(node)}", node.body, depth, always=True)


def _build(node: ir.Build) -> str:
    return f"{node.target} = {node.kind}({', '.join(_element(element, node.kind) for element in node.elements)})"


def _element(element: ir.Element, kind: str) -> str:
    if element.starred:
        return ("**" if kind == "dict" else "*") + element.value
    return element.value if element.key is None else f"{element.key}: {element.value}"


def _call(node: ir.Call) -> str:
    text = f"call {node.function}({', '.join(map(_argument, node.arguments))})"
    return f"{node.target} = {text}" if node.used else text


def _argument(argument: ir.Argument) -> str:
    keyword = f"{argument.keyword}=" if argument.keyword else ""
    return keyword + _STARS[argument.stars] + argument.value


def _unpack(node: ir.Unpack) -> str:
    targets = [("*" if position == node.star else "") + target for position, target in enumerate(node.targets)]
    return f"{', '.join(targets)} = unpack {node.source}"


def _binary(node: ir.Binary) -> str:
    return f"{node.target} = {node.left} {node.op}{'=' if node.in_place else ''} {node.right}"


def _yield(node: ir.Yield) -> str:
    return f"{node.target} = yield{' from' if node.delegate else ''} {node.value or ''}".rstrip()


def _class(node: ir.MakeClass) -> str:
    bases = [f"{base}: {text}" for base, text in zip(node.bases, node.base_texts, strict=True)]
    return f"{node.target} = class {node.body.qualname}({', '.join(bases)})"


def _import_from(node: ir.ImportFrom) -> str:
    text = f"from {'.' * node.level}{node.module} import {node.name}"
    return f"{node.target} = {text}" if node.target else text


def _store(node: ir.SetAttr | ir.SetItem, place: str) -> str:
    return f"del {place}" if node.source is None else f"{place} = {node.source}"


_STRUCTURED: Mapping[type[Any], Callable[[Any, int], _Lines]] = MappingProxyType(
    {ir.If: _if, ir.For: _for, ir.While: _while, ir.Try: _try, ir.With: _with}
)
_PLAIN: Mapping[type[Any], Callable[[Any], str]] = MappingProxyType(
    {
        ir.Const: lambda node: f"{node.target} = {'...' if node.ellipsis else repr(node.value)}",
        ir.Copy: lambda node: (
            f"{node.target} = {node.source}{' said ' + ' '.join(sorted(node.said)) if node.said else ''}"
        ),
        ir.LoadGlobal: lambda node: f"{node.target} = global {node.name}",
        ir.StoreGlobal: lambda node: f"global {node.name} = {node.source}",
        ir.LoadFree: lambda node: f"{node.target} = free {node.name}",
        ir.StoreFree: lambda node: f"free {node.name} = {node.source}",
        ir.Delete: lambda node: f"del {node.name}",
        ir.GetAttr: lambda node: f"{node.target} = {node.object}.{node.name}",
        ir.SetAttr: lambda node: _store(node, f"{node.object}.{node.name}"),
        ir.GetItem: lambda node: f"{node.target} = {node.object}[{node.index}]",
        ir.SetItem: lambda node: _store(node, f"{node.object}[{node.index}]"),
        ir.Append: lambda node: f"append {node.source} to {node.object}",
        ir.Unpack: _unpack,
        ir.Build: _build,
        ir.Unary: lambda node: f"{node.target} = {node.op} {node.operand}",
        ir.Binary: _binary,
        ir.Compare: lambda node: f"{node.target} = {node.left} {node.op} {node.right}",
        ir.Opaque: lambda node: f"{node.target} = opaque({', '.join(node.operands)})",
        ir.Call: _call,
        ir.Await: lambda node: f"{node.target} = await {node.value}",
        ir.Yield: _yield,
        ir.MakeFunction: lambda node: f"{node.target} = {node.function.kind} {node.function.qualname}",
        ir.MakeClass: _class,
        ir.Import: lambda node: f"{node.target} = import {node.module}{' (whole)' if node.whole else ''}",
        ir.ImportFrom: _import_from,
        ir.Return: lambda node: f"return {node.value or ''}".rstrip(),
        ir.Raise: lambda node: f"raise {node.value or ''}".rstrip(),
        ir.Break: lambda node: "break",
        ir.Continue: lambda node: "continue",
    }
)
