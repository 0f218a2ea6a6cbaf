"""Gradients that the program uses itself: what becomes of `.grad`, and norms over several of them. Floor 3.

A gradient that is kept, handed on or computed with is not thrown away, even if zero_grad() comes before its use: with
`set_to_none=True`, the default, the tensor itself outlives that. Asking whether it is None, or clearing it, is no use.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Address, External, Method, Symbol, Value
from retain_lint.interpreter.autograd.gradient_flow import leaf_of_gradient, read_gradient, related_leaves
from retain_lint.interpreter.autograd.optimizers import owned_leaves
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.ir import model as ir
from retain_lint.ir.shape_uses import AS_ANOTHER, find_asked_for_shape
from retain_lint.ir.walk import instructions_of

#: a tensor's gradient, by the name that A3C code writes it under too (torch/_tensor.py)
GRADIENT = frozenset({"grad", "_grad"})


def note_uses(m: Analysis, state: State, instruction: ir.Instruction) -> None:
    """Of gradients that an instruction hands on; only a function that names them has any at hand."""
    if GRADIENT.isdisjoint(m.context.function.mentions):
        return
    variables = state.variables(m.frame)
    if isinstance(instruction, ir.Call) and _asks_for_shape(variables.get(instruction.function)):
        return
    for register in _handed_on(instruction):
        if register is not None and register in variables:
            note_kept(m, state, variables[register])


def _asks_for_shape(callee: Value | None) -> bool:
    """`torch.zeros_like(p.grad)`, `t.resize_as_(p.grad)`: what the gradient holds does not show in the result."""
    if isinstance(callee, Method):
        return callee.name in AS_ANOTHER
    if isinstance(callee, Symbol):
        return callee.key[0] == "attr" and callee.key[-1] in AS_ANOTHER
    return isinstance(callee, External) and callee.name.startswith("torch.") and callee.name.endswith("_like")


def note_named(m: Analysis, state: State, name: str, value: Value) -> None:
    """A gradient, if the value is one, that a variable holds now: no use, if it is only asked for its shape."""
    if leaf_of_gradient(value) is not None and name not in _asked_for_shape(m.context.function):
        note_kept(m, state, value)


def _asked_for_shape(function: ir.Function) -> frozenset[str]:
    known = function.body.memo.get("asked for shape")
    if not isinstance(known, frozenset):
        known = function.body.memo["asked for shape"] = find_asked_for_shape(tuple(instructions_of(function.body)))
    return known


def note_kept(m: Analysis, state: State, value: Value) -> None:
    """A gradient, if the value is one, that has a name now or is somewhere else."""
    leaf = leaf_of_gradient(value)
    if leaf is not None and state.gradients.get(leaf):
        read_gradient(m, state, leaf)


def _handed_on(instruction: ir.Instruction) -> Iterable[str | None]:
    if isinstance(instruction, ir.Call):
        return [argument.value for argument in instruction.arguments]
    if isinstance(instruction, ir.Build):
        return [element.value for element in instruction.elements]
    if isinstance(instruction, (ir.Copy, ir.StoreGlobal, ir.StoreFree, ir.SetAttr, ir.SetItem, ir.Append)):
        return (instruction.source,)
    return (instruction.value,) if isinstance(instruction, (ir.Return, ir.Yield)) else ()


def clip_norm(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """clip_grad_norm_(parameters, ...): each gradient is scaled by the norm of them all, which is the result
    (torch/nn/utils/clip_grad.py)."""
    parameters = request.argument(names, "parameters") or NONE
    leaves = related_leaves(m, state, owned_leaves(m, state, parameters)[0])
    if request.instruction.used:
        for leaf in leaves:
            note_kept(m, state, Symbol(("grad", leaf)))
    _note_coupled(m, state, leaves)
    state.quiet_since = state.tick()
    return m.symbol("value", plain=True)


def rescale(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """clip_grad_value_(parameters, ...), unscale_(optimizer): what later calls add is not changed as the gradients are that
    are there now, so that losses before and after it are no parts of one sum."""
    state.quiet_since = state.tick()
    return m.symbol("value", plain=True)


def _note_coupled(m: Analysis, state: State, leaves: Iterable[Address]) -> None:
    """Of the engine calls whose gradients are there now: what was cleared before is not in the norm."""
    present = {leaf: {c.site for c in state.gradients[leaf]} for leaf in leaves if state.gradients.get(leaf)}
    for site in set().union(*present.values()):
        own = frozenset(leaf for leaf, sites in present.items() if site in sites)
        m.ledger.coupled[site].add((own, frozenset(present)))
