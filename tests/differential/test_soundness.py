"""Transfer functions against torch: whatever the final state of a straight-line program claims is so in the run."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retain_lint.domain.autograd_graph import GradNode
from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref
from retain_lint.frontend.lower import lower_module
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import read_source
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.drivers.assembly import make_analysis
from retain_lint.interpreter.paths.module_bodies import run_top_level
from retain_lint.project.loader import LoadedModule, Project
from tests.truth.execution import run_forked

PRELUDE = """import torch
a = torch.rand(3, requires_grad=True)
b = torch.rand(3, requires_grad=True)
c = a * b
d = torch.rand(3)
"""
NAMES = ("a", "b", "c", "d")
FREED = "Trying to backward through the graph a second time"
STALE = "modified by an inplace operation"
#: conversions of the type are left out: it is not known whether they return their argument

EXPRESSIONS = (
    *("S + 1", "S * 2", "-S", "2 / S", "S / 3", "S.exp()", "S.relu()", "S.abs()", "S.sin()", "S.cumsum(0)"),
    *(
        "S.softmax(0)",
        "torch.sigmoid(S)",
        "S.clamp(min=0.5)",
        "S.pow(2)",
        "S ** 2",
        "S.sum().expand(3)",
        "S.norm() * S",
    ),
    *("S.view(3)", "S[:]", "S.unsqueeze(0)[0]", "S.reshape(3, 1).squeeze(1)", "S.flip(0)", "S.clone()", "S.to('cpu')"),
    *("S.detach()", "S.data", "S.round()", "torch.zeros_like(S)", "torch.tensor(S.tolist(), requires_grad=True)"),
    *("S.contiguous()", "S.float()", "(S > 0).float()", "S.detach().requires_grad_()", "S", "S.chunk(1)[0]"),
    *("S + T", "S - T", "S * T", "S / T", "torch.maximum(S, T)", "torch.stack([S, T]).sum(0)", "torch.cat([S, T])[:3]"),
    *("torch.where(S > 0, S, T)", "S.lerp(T, 0.5)", "torch.mul(S, T)", "S.addcmul(S, T)", "S.masked_fill(T > 0.5, 0)"),
    *("torch.einsum('i,i->i', S, T)", "S.dot(T) * S", "S.type_as(T)", "S.expand_as(T)"),
)
STATEMENTS = (
    *("S.add_(1)", "S.mul_(2)", "S += T", "S *= T", "S.add_(T)", "S.copy_(T)", "S.zero_()", "S[0] = 1.0", "S.relu_()"),
    *(
        "S.exp_()",
        "S.data.add_(1)",
        "S.detach().add_(1)",
        "S.detach_()",
        "S.requires_grad_()",
        "S.requires_grad_(False)",
    ),
    *("S.grad = None", "S.requires_grad = False", "S.data = S.data * 2", "S[:] = T", "S.view(3).mul_(2)"),
)
ENGINE = (
    *("S.sum().backward()", "S.sum().backward(retain_graph=True)", "(S * T).sum().backward()", "S.backward(T)"),
    *("S.mean().backward(inputs=[T])", "torch.autograd.backward([S.sum(), T.sum()])"),
    *("torch.autograd.grad(S.sum(), [T])", "torch.autograd.grad(S.sum(), [T], retain_graph=True)"),
    "torch.autograd.grad(S.sum(), [T], create_graph=True)",
)


@dataclass(frozen=True)
class Facts:
    """What torch shows of one variable. `outcome`: of another backward through it that retains."""

    requires_grad: bool
    leaf: bool
    has_gradient: bool
    outcome: str


@dataclass(frozen=True)
class Execution:
    """The statements that torch accepted, one after the other, and what is so at their end."""

    statements: tuple[str, ...]
    facts: dict[str, Facts]


def fill(template: str, first: str, second: str) -> str:
    """A template with names in place of S and T."""
    return re.sub(r"\bT\b", second, re.sub(r"\bS\b", first, template))


def _fill(template: str) -> st.SearchStrategy[str]:
    return st.builds(fill, st.just(template), st.sampled_from(NAMES), st.sampled_from(NAMES))


assignments = st.tuples(st.sampled_from(NAMES), st.sampled_from(EXPRESSIONS).flatmap(_fill)).map(" = ".join)
changes = st.sampled_from(STATEMENTS).flatmap(_fill)
engine_calls = st.sampled_from(ENGINE).flatmap(_fill)
plain = assignments | changes | engine_calls
unrecorded = (assignments | changes).map(lambda statement: f"with torch.no_grad():\n    {statement}")
programs = st.lists(plain | assignments | unrecorded, min_size=1, max_size=9)


def execute(statements: list[str]) -> Execution:
    """Runs the statements, leaving out those at which torch raises."""
    kept: list[str] = []
    for statement in statements:
        if _try_run([*kept, statement]) is not None:
            kept.append(statement)
    variables = _try_run(kept)
    assert variables is not None
    gradients = {name for name in NAMES if _has_gradient(variables[name])}
    return Execution(tuple(kept), {name: _look_at(variables[name], name in gradients) for name in NAMES})


def _try_run(statements: list[str]) -> dict[str, Any] | None:
    """Starts anew each time: a statement that raises has done a part of its work."""
    variables: dict[str, Any] = {}
    try:
        exec(PRELUDE + "\n".join(statements), variables)
    except RuntimeError:
        return None
    return variables


def _has_gradient(tensor: torch.Tensor) -> bool:
    try:
        return tensor.is_leaf and tensor.grad is not None
    except RuntimeError:
        return False


def _look_at(tensor: torch.Tensor, has_gradient: bool) -> Facts:
    leaf, outcome = False, ""
    try:  # a view of several may raise as soon as its grad_fn is asked for
        leaf = tensor.is_leaf
        if not leaf:
            tensor.sum().backward(retain_graph=True)
    except RuntimeError as error:
        outcome = str(error)
    return Facts(tensor.requires_grad, leaf, has_gradient, outcome)


def analyse(statements: tuple[str, ...]) -> tuple[Analysis, State]:
    """The final state of the program's only path."""
    path = Path("program.py")
    source = read_source(path, (PRELUDE + "\n".join(statements) + "\n").encode())
    machine = make_analysis(LoadedModule(lower_module(Reading(source), "program"), source), Project(Path()))
    (state,) = run_top_level(machine, State(), machine.program.main)
    return machine, state


def claims(machine: Analysis, state: State, name: str) -> Iterator[tuple[str, Ternary]]:
    """What the analysis says of a variable."""
    value = state.frames[machine.program.globals[machine.program.main]].variables[name]
    record = state.tensor(value)
    if record is None:
        return
    if not _follows_base(state, record):
        yield "requires_grad", record.requires_grad
    made_unrecorded = record.leaf and record.node is not None and machine.graph[record.node].leaf is None
    if record.requires_grad is Ternary.YES and not record.opaque and not made_unrecorded:
        yield "leaf", Ternary.of(record.leaf)
    if record.leaf and isinstance(value, Ref):
        contributions = state.gradients.get(value.address, ())
        certain = any(contribution.certain for contribution in contributions)
        yield "has_gradient", Ternary.of(certain or (None if contributions else False))
    if record.node is not None and record.requires_grad is Ternary.YES and not record.leaf:
        nodes = list(machine.graph.reach([record.node]))
        freed = _any(_is_freed(state, node) for node in nodes)
        yield "freed", freed
        if freed is Ternary.NO:
            yield "stale", _any(_is_stale(state, node) for node in nodes)


def _follows_base(state: State, record: TensorRecord) -> bool:
    """A limit: torch says of a view made before its base required grad that it does too, though no gradient goes
    through it. The analysis says that it does not."""
    base = None if record.base is None else state.heap[record.base]
    return isinstance(base, TensorRecord) and record.node is None and base.requires_grad is not Ternary.NO


def _any(found: Iterator[Ternary]) -> Ternary:
    result = Ternary.NO
    for truth in found:
        result = result.either(truth)
    return result


def _is_freed(state: State, node: GradNode) -> Ternary:
    freed = state.freed.get(node.number)
    if freed is None:
        return Ternary.NO
    return node.holds.both(node.requires_grad).both(Ternary.of(freed.certain or None))


def _is_stale(state: State, node: GradNode) -> Ternary:
    found = (
        state.staleness(saved.storage, saved.version).both(Ternary.of(saved.certain or None)) for saved in node.saved
    )
    return _any(found).both(node.requires_grad)


def truth_of(facts: Facts, claim: str, truth: Ternary) -> bool:
    """Is it so under torch?"""
    if claim == "freed":
        return FREED in facts.outcome or (STALE in facts.outcome and truth is Ternary.YES)  # whichever comes first
    if claim == "stale":
        return STALE in facts.outcome
    return bool(getattr(facts, claim))


def disagreements(statements: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """The program that torch accepted, and the claims about it that are wrong."""
    run = run_forked(lambda: execute(statements))
    machine, state = analyse(run.statements)
    wrong = [
        f"{name}: {claim} is {truth.value}"
        for name in NAMES
        for claim, truth in claims(machine, state, name)
        if truth is not Ternary.MAYBE and (truth is Ternary.YES) is not truth_of(run.facts[name], claim, truth)
    ]
    return run.statements, wrong


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(programs)
def test_what_the_state_claims_is_so(statements: list[str]) -> None:
    program, wrong = disagreements(statements)
    assert not wrong, "\n".join([PRELUDE, *program])


@pytest.mark.parametrize("statement", [*EXPRESSIONS, *STATEMENTS, *ENGINE])
def test_every_statement_is_taken_somewhere(statement: str) -> None:
    """None is in the pool in vain: torch accepts each, and the analysis claims something then."""
    for first, second in itertools.product("cda", "bac"):
        filled = fill(statement, first, second)
        kept = run_forked(lambda text=filled: execute([f"d = {text}" if statement in EXPRESSIONS else text])).statements
        if kept:
            break
    assert kept and any(True for name in NAMES for _ in claims(*analyse(kept), name))
