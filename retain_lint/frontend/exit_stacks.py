"""contextlib.ExitStack: what is entered on a stack holds for the rest of the block, as a `with` around it would. Floor 2."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace

from retain_lint.ir import model as ir
from retain_lint.ir.walk import instructions_of

_STACKS = frozenset({"ExitStack", "AsyncExitStack"})
_ENTER = frozenset({"enter_context", "enter_async_context"})
_CALL_BACK = frozenset({"callback", "push_async_callback"})
#: what takes the entries off a stack, so that they outlive the statement, or ends them early
_TAKE = frozenset({"pop_all", "close", "aclose"})


def nest_entries(item: ast.withitem, body: ir.Block, fresh: Callable[[], ir.Register]) -> ir.Block:
    """The body of a `with`, in which each entry of the stack that the item makes, if it is one, is a statement around what
    follows. Entries in inner blocks stay calls."""
    name = _stack_name(item)
    if name is None or any(isinstance(i, ir.GetAttr) and i.name in _TAKE for i in instructions_of(body)):
        return body
    return ir.Block(_nest(body.instructions, _methods(name, body.instructions), fresh))


def _stack_name(item: ast.withitem) -> str | None:
    made = item.context_expr.func if isinstance(item.context_expr, ast.Call) else None
    name = made.attr if isinstance(made, ast.Attribute) else made.id if isinstance(made, ast.Name) else ""
    target = item.optional_vars
    return target.id if name in _STACKS and isinstance(target, ast.Name) else None


def _methods(stack: str, body: Sequence[ir.Instruction]) -> dict[ir.Register, str]:
    """The registers that hold methods of the stack, with their names."""
    loads = (i for i in body if isinstance(i, (ir.LoadGlobal, ir.LoadFree)))
    holders = {stack, *(i.target for i in loads if i.name == stack)}
    return {i.target: i.name for i in body if isinstance(i, ir.GetAttr) and i.object in holders}


def _nest(
    body: Sequence[ir.Instruction], methods: dict[ir.Register, str], fresh: Callable[[], ir.Register]
) -> tuple[ir.Instruction, ...]:
    for position, i in enumerate(body):
        method = methods.get(i.function, "") if isinstance(i, ir.Call) and i.arguments else ""
        if isinstance(i, ir.Call) and method in _ENTER | _CALL_BACK:
            rest = ir.Block(_nest(body[position + 1 :], methods, fresh))
            around = _enter(i, rest) if method in _ENTER else _call_back(i, rest, fresh)
            return (*body[:position], *around)
    return tuple(body)


def _enter(entry: ir.Call, rest: ir.Block) -> tuple[ir.Instruction, ...]:
    return (ir.With(entry.span, frozenset(), entry.arguments[0].value, entry.target, rest),)


def _call_back(entry: ir.Call, rest: ir.Block, fresh: Callable[[], ir.Register]) -> tuple[ir.Instruction, ...]:
    """What is called in the end is what the arguments are now."""
    function, *given = [replace(argument, value=fresh()) for argument in entry.arguments]
    pairs = zip((function, *given), entry.arguments, strict=True)
    copies = [ir.Copy(entry.span, now.value, argument.value) for now, argument in pairs]
    final = ir.Block((ir.Call(entry.span, fresh(), function.value, tuple(given), used=False),))
    called_back = ir.Try(entry.span, frozenset(), rest, (), ir.Block(), final)
    return *copies, ir.Copy(entry.span, entry.target, function.value), called_back
