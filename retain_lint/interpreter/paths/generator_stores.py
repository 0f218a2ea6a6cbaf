"""What code may yet read that runs where no call names it: a generator is run through at once, though its consumer runs, and
stores, between its yields; and Python runs some methods by itself. Floor 3."""

from __future__ import annotations

from retain_lint.domain.call_verdict import Reason
from retain_lint.domain.state import State
from retain_lint.domain.value import Method, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.registers import read
from retain_lint.interpreter.effects.escape import hand_out
from retain_lint.interpreter.effects.resumed_code import may_get_at
from retain_lint.interpreter.heap.tensors import graph_operands
from retain_lint.interpreter.paths.transfer import execute
from retain_lint.ir import model as ir
from retain_lint.torch_api.vocabulary import GROWING


def execute_seen(m: Analysis, state: State, instruction: ir.Instruction) -> list[Outcome] | None:
    """Runs one instruction on one path. A graph that is stored where such code looks may be sent backward there."""
    outcomes = execute(m, state, instruction)
    if m.facts.resumed and not m.context.function.is_generator:
        hand_out(m, state, tuple(_stored(m, state, instruction)), Reason.TO_GENERATOR)
    if m.facts.looked_up and m.context.function.kind == "module":
        target = getattr(instruction, "target", None)
        for path in [state] if outcomes is None else [o.state for o in outcomes if not o.raised]:
            hand_out(m, path, (read(m, path, target),) if target in m.facts.looked_up else (), Reason.TO_OBJECT)
    return outcomes


def _stored(m: Analysis, state: State, instruction: ir.Instruction) -> list[Value]:
    """What the instruction puts where a generator that has run may find it: under a name that it mentions, or in a
    container that it may get at."""
    if isinstance(instruction, (ir.SetAttr, ir.StoreGlobal, ir.StoreFree)):
        stored = None if instruction.name not in m.facts.resumed else instruction.source
        return [] if stored is None else [read(m, state, stored)]
    container, registers = _filled(m, state, instruction)
    values = [read(m, state, register) for register in registers]
    holds_graph = bool(graph_operands(m, state, values))
    return values if holds_graph and container is not None and may_get_at(m, state, container) else []


def _filled(m: Analysis, state: State, instruction: ir.Instruction) -> tuple[Value | None, list[str]]:
    """The container that an instruction fills, and with what."""
    if isinstance(instruction, ir.SetItem):
        return read(m, state, instruction.object), [] if instruction.source is None else [instruction.source]
    if isinstance(instruction, ir.Binary) and instruction.in_place:
        return read(m, state, instruction.left), [instruction.right]
    if isinstance(instruction, ir.Call):
        method = read(m, state, instruction.function)
        if isinstance(method, Method) and method.name in GROWING:
            return method.receiver, [argument.value for argument in instruction.arguments]
    return None, []
