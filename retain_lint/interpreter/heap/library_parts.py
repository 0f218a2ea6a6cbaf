"""Objects of the project whose class derives from a library's: the library's own object behind them. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord, lookup, replace_pair
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, External, FunctionValue, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.known_records import instance_at
from retain_lint.interpreter.heap.objects import allocate, class_attribute, external_bases
from retain_lint.ir.model import Call
from retain_lint.source import Span

#: where the optimiser of torch's is kept behind one of the project's classes
OPTIMIZER_PART = "%optimizer"


def init_inherited(m: Analysis, state: State, made: Value, request: CallRequest, named: str = "") -> None:
    """Runs the constructors that the class of an object inherits from libraries, or the one of the base that is `named`;
    nothing for any other value."""
    record = state.record(made)
    if not isinstance(record, InstanceRecord) or not isinstance(made, Ref):
        return
    bases = [base for base in external_bases(state, record.cls) if isinstance(base, External)]
    for model, base in m.library.models_of(base for base in bases if named in ("", base.name)):
        model.init(m, state, made, base, request)
        _keep_part(m, state, made, base, model, request)


def make_empty(m: Analysis, state: State, cls: Ref, span: Span) -> Ref:
    """A new object of a class of the project, whose constructor has not run."""
    made = allocate(m, state, InstanceRecord(cls.address))
    _start_empty(m, state, made, list(external_bases(state, cls.address)), span)
    return made


def _start_empty(m: Analysis, state: State, made: Ref, bases: list[Value], span: Span) -> None:
    """What is behind a new object before its constructor runs."""
    request = CallRequest((), {}, span, Call(span, "%", "%", ()))
    for model, base in m.library.models_of(base for base in bases if isinstance(base, External)):
        if model.starts_empty:
            _keep_part(m, state, made, base, model, request)


def _keep_part(m: Analysis, state: State, made: Ref, base: External, model: LibraryModel, request: CallRequest) -> None:
    part = model.build(m, state, made, base, request) if model.part else None
    if part is not None:
        record = instance_at(state, made.address)
        state.put(made.address, replace(record, attributes=replace_pair(record.attributes, model.part, part)))


def part_behind(m: Analysis, state: State, record: InstanceRecord, name: str) -> Value | None:
    """What an inherited name of an object acts on, if a library's object is behind it."""
    for model in m.library.parts:
        part = lookup(record.attributes, model.part)
        if part is not None and model.inherits(state, part, name):
            return part
    return None


def is_own_step(state: State, function: FunctionValue, request: CallRequest) -> bool:
    """Is it the `step` that an optimiser class of the project defines? What it does to each parameter it does in a loop, in as
    many ways as there are options and kinds of gradients, and it all comes to a write."""
    record = state.record(request.first() or NONE) if function.function.name == "step" else None
    return isinstance(record, InstanceRecord) and lookup(record.attributes, OPTIMIZER_PART) is not None


def part_for_method(m: Analysis, state: State, value: Value, name: str) -> Value | None:
    """What an operation of the language acts on that calls a method of that name; None if the class has the method."""
    record = state.record(value)
    if not isinstance(record, InstanceRecord) or class_attribute(state, record.cls, name) is not None:
        return None
    return part_behind(m, state, record, name)
