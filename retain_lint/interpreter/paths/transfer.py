"""The transfer function of every instruction that is not control flow. Floor 3.

`execute` changes the state in place and returns None, or, where a call may fork the path, the outcomes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from retain_lint.domain.assume import compare, truth_of
from retain_lint.domain.heap import ClassRecord, DictRecord, ListRecord
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.state import Frame, State
from retain_lint.domain.truth_names import negate, nests
from retain_lint.domain.value import (
    NONE,
    External,
    FrameId,
    FunctionValue,
    Known,
    Method,
    Ref,
    Symbol,
    Tuple,
    Value,
)
from retain_lint.frontend.snippets import one_line
from retain_lint.interpreter.autograd.gradient_reads import note_named, note_uses
from retain_lint.interpreter.autograd.history_accumulation import (
    note_append,
    note_concatenation,
    note_entry,
    note_total,
)
from retain_lint.interpreter.calls.dispatch import call_value
from retain_lint.interpreter.context.analysis import Analysis, CallContext, Outcome
from retain_lint.interpreter.context.flag_origins import note_literal
from retain_lint.interpreter.context.registers import read, write
from retain_lint.interpreter.data_model.attributes import get_attribute, set_attribute
from retain_lint.interpreter.data_model.displays import append, build
from retain_lint.interpreter.data_model.items import get_item, lacks_item, set_item
from retain_lint.interpreter.data_model.operators import apply_binary, apply_unary
from retain_lint.interpreter.data_model.special_methods import call_item_setter, call_setter, call_unary
from retain_lint.interpreter.data_model.type_tests import compare_types
from retain_lint.interpreter.data_model.unpacking import unpack
from retain_lint.interpreter.effects.resumed_code import yield_out
from retain_lint.interpreter.effects.unnamed_methods import contents_of, escape_to_compared
from retain_lint.interpreter.heap.argument_nodes import argument_event
from retain_lint.interpreter.heap.descriptors import finish_class
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.module_globals import (
    bind_constant,
    import_everything,
    import_module,
    import_name,
    load_global,
)
from retain_lint.interpreter.heap.module_names import is_module, is_named_module, name_member, name_members
from retain_lint.interpreter.heap.objects import name_leaves, record_of
from retain_lint.interpreter.heap.record_classes import listed_behind
from retain_lint.interpreter.heap.said_types import take_as_said
from retain_lint.interpreter.heap.tensors import any_graph_in, note_holder, note_shape
from retain_lint.interpreter.heap.unbound_names import is_left_unset, is_unbound
from retain_lint.interpreter.heap.unset_attributes import is_missing
from retain_lint.interpreter.paths.dispatch_tables import select_entries
from retain_lint.interpreter.paths.unset_variables import is_own
from retain_lint.interpreter.verdicts.engine_like_calls import note_callee
from retain_lint.ir import model as ir
from retain_lint.source import Span


def execute(m: Analysis, state: State, instruction: ir.Instruction) -> list[Outcome] | None:
    """Runs one instruction on one path."""
    note_uses(m, state, instruction)
    return _TRANSFER[type(instruction)](m, state, instruction)


def _copy(m: Analysis, state: State, i: ir.Copy) -> None:
    value = read(m, state, i.source)
    if i.said:
        value = take_as_said(m, state, value, i.said)
    write(m, state, i.target, value)
    if i.source.startswith("%") and not i.target.startswith("%"):
        name_members(state, value, i.target)


def _raise_name_error(m: Analysis, state: State) -> list[Outcome]:
    m.early.update(id(context.function) for context in m.stack)
    return [Outcome(state, NONE, raised=True)]


def _load_global(m: Analysis, state: State, i: ir.LoadGlobal) -> list[Outcome] | None:
    value = load_global(m, state, m.context.module, i.name)
    if is_unbound(m, state, value):
        return _raise_name_error(m, state)
    if value == External("builtins.__name__"):
        value = Known("__main__" if m.context.module == m.program.script else "module")
    write(m, state, i.target, value)
    return None


def _store_global(m: Analysis, state: State, i: ir.StoreGlobal) -> None:
    state.registers(m.program.globals[m.context.module])[i.name] = read(m, state, i.source)


def _enclosing(m: Analysis, state: State, name: str) -> FrameId | None:
    number = state.frames[m.frame].parent
    while number is not None and number in state.frames:
        frame = state.frames[number]
        if name in frame.variables:
            return number
        number = frame.parent
    return None


def _load_free(m: Analysis, state: State, i: ir.LoadFree) -> None:
    frame = _enclosing(m, state, i.name)
    if i.name == "__class__" and m.context.owner is not None:
        write(m, state, i.target, Ref(m.context.owner))
        return
    if frame is None:
        write(m, state, i.target, load_global(m, state, m.context.module, i.name))
    else:
        write(m, state, i.target, state.variables(frame)[i.name])


def _store_free(m: Analysis, state: State, i: ir.StoreFree) -> None:
    frame = _enclosing(m, state, i.name)
    if frame is not None:
        state.registers(frame)[i.name] = read(m, state, i.source)


def _delete(m: Analysis, state: State, i: ir.Delete) -> None:
    state.registers(m.frame).pop(i.name, None)


def _bind(m: Analysis, target: str, outcomes: list[Outcome], made: bool = True) -> list[Outcome]:
    """Stores the outcomes; a module that was not `made`, but read, keeps its name."""
    for outcome in (o for o in outcomes if not o.raised):
        write(m, outcome.state, target, outcome.value)
        if not target.startswith("%"):
            note_named(m, outcome.state, target, outcome.value)
            if isinstance(outcome.value, Ref) and (made or not is_named_module(outcome.state, outcome.value)):
                name_leaves(outcome.state, outcome.value, target)
                name_members(outcome.state, outcome.value, target)
    return outcomes


def _get_attr(m: Analysis, state: State, i: ir.GetAttr) -> list[Outcome]:
    holder = read(m, state, i.object)
    if is_left_unset(m, state, holder):
        return [Outcome(state, NONE, raised=True)]
    found = get_attribute(m, state, holder, i.name, i.span)
    found = [o._replace(raised=True) if is_missing(m, o.state, o.value) else o for o in found]
    return _bind(m, i.target, found, made=False)


def _set_attr(m: Analysis, state: State, i: ir.SetAttr) -> list[Outcome] | None:
    source = None if i.source is None else read(m, state, i.source)
    holder = read(m, state, i.object)
    outcomes = call_setter(m, state, holder, i.name, source, i.span)
    if outcomes is None:
        set_attribute(m, state, holder, i.name, source, i.span)
    return outcomes


def _get_item(m: Analysis, state: State, i: ir.GetItem) -> list[Outcome] | None:
    holder, index = read(m, state, i.object), read(m, state, i.index)
    lacking = [Outcome(state, NONE, raised=True)] if lacks_item(state, holder, index) else None
    if (paths := lacking or select_entries(m, state, i, holder, index)) is not None:
        return paths
    item = get_item(m, state, holder, index, i.span)
    if isinstance(item, Tuple) or state.tensor(item) is not None:
        note_holder(m, state, holder, m.location(i.span))
    write(m, state, i.target, item)
    return None


def _set_item(m: Analysis, state: State, i: ir.SetItem) -> list[Outcome] | None:
    source = None if i.source is None else read(m, state, i.source)
    index, target = read(m, state, i.index), read(m, state, i.object)
    outcomes = call_item_setter(m, state, target, index, source, i.span)
    if outcomes is not None:
        return outcomes
    if source is not None:
        note_entry(m, state, i, target, index, source)
    set_item(m, state, target, index, source, i.span)
    if source is not None and is_module(state, source):
        name_member(state, source, one_line(m.source.slice(i.span)).partition("[")[0], index)
    return None


def _unpack(m: Analysis, state: State, i: ir.Unpack) -> list[Outcome] | None:
    source = read(m, state, i.source)
    other = isinstance(source, Tuple) and i.star is None and len(source.items) != len(i.targets)
    if other or source == NONE and is_own(m.context.function, i.source):
        return [Outcome(state, NONE, raised=True)]
    values = unpack(m, state, source, len(i.targets), i.star)
    named = any(isinstance(value, Known) and isinstance(value.value, str) for value in values)  # by the text beside it
    for target, value in zip(i.targets, values, strict=True):
        write(m, state, target, value)
        if not named and not target.startswith("%"):
            name_leaves(state, value, target)
    return None


def _unary(m: Analysis, state: State, i: ir.Unary) -> list[Outcome] | None:
    operand = read(m, state, i.operand)
    called = call_unary(m, state, i.op, operand, i.span)
    if called is not None:
        return _bind(m, i.target, called)
    if i.op == "not":
        truth = truth_of(state, operand)
        write(m, state, i.target, negate(operand) if truth is None else Known(not truth))
    else:
        write(m, state, i.target, apply_unary(m, state, i.op, operand, i.span))
    return None


def _binary(m: Analysis, state: State, i: ir.Binary) -> list[Outcome]:
    left, right = read(m, state, i.left), read(m, state, i.right)
    if any(is_left_unset(m, state, value) for value in (left, right)):
        return [Outcome(state, NONE, raised=True)]
    events = (_operand_event(m, i.left, i.spans[0], i), _operand_event(m, i.right, i.spans[1], i))
    for value, event in zip((left, right), events, strict=True):
        note_shape(m, state, value, event.location)
    before = (state.tensor(left), state.tensor(right))
    if i.in_place:
        note_concatenation(m, state, i, left, right)
    outcomes = apply_binary(m, state, i, left, right, events)
    for outcome in outcomes if before != (None, None) else ():
        note_total(m, outcome.state, i, before, outcome.value)
    return _bind(m, i.target, outcomes)


def _operand_event(m: Analysis, register: str, span: Span | None, i: ir.Binary) -> Event:
    """The operand as an expression; the target of `target += value`, to which nothing can be appended, by its name."""
    if span is not None:
        return m.event_of(span)
    text = register if not register.startswith("%") else ""
    return Event(EventKind.BOUNDARY, m.location(i.span), text or m.event(EventKind.BOUNDARY, i.span).text)


def _compare(m: Analysis, state: State, i: ir.Compare) -> None:
    left, right = read(m, state, i.left), read(m, state, i.right)
    escape_to_compared(m, state, (left, right))
    if i.op in ("in", "not in"):
        right = listed_behind(state, right, left) or right
    typed = compare_types(state, i.op, left, right)
    if typed is not None:
        write(m, state, i.target, typed)
        return
    if i.op not in ("is", "is not", "in", "not in") and (state.tensor(left) or state.tensor(right)):
        write(m, state, i.target, m.symbol("mask", plain=True))
        return
    truth = compare(state, i.op, left, right)
    if isinstance(truth, Symbol) and nests(truth):
        truth = m.symbol("value", plain=True)
    write(m, state, i.target, truth)


def _opaque(m: Analysis, state: State, i: ir.Opaque) -> None:
    held = any_graph_in(m, state, [read(m, state, operand) for operand in i.operands])
    write(m, state, i.target, held or m.symbol("opaque", plain=True))


def _call(m: Analysis, state: State, i: ir.Call) -> list[Outcome]:
    function = read(m, state, i.function)
    if any(is_unbound(m, state, value) for value in (function, *(read(m, state, a.value) for a in i.arguments))):
        return _raise_name_error(m, state)
    positional: list[Value] = []
    keywords: dict[str, Value] = {}
    for argument in i.arguments:
        value = note_literal(m, function, i, argument, read(m, state, argument.value))
        note_shape(m, state, value, m.location(argument.span))
        if argument.keyword is not None:
            note_shape(m, state, value, argument_event(m, argument.span, argument.keyword).location)
        if argument.stars == 1:
            value = contents_of(m, state, value)
            items = concrete_items(state, value)
            positional.extend(items if items is not None else _spread_unknown(state, function, value))
        elif argument.stars == 2:
            _spread_keywords(state, value, keywords)
        elif argument.keyword is not None:
            keywords[argument.keyword] = value
        else:
            positional.append(value)
    if isinstance(function, Method) and function.name == "append" and len(positional) == 1:
        note_append(m, state, i, function.receiver, positional[0])
    outcomes = call_value(m, state, function, tuple(positional), keywords, i.span, i)
    if id(i) in m.syntax.engine_like:
        note_callee(m, i, function)
    return _bind(m, i.target, outcomes, made=function != External("builtins.getattr"))


def _spread_unknown(state: State, function: Value, value: Value) -> tuple[Value, ...]:
    """Arguments of which not all are known; a callee that is no function of the project is given those that are."""
    record = record_of(state, value)
    if isinstance(function, (External, Method, Symbol)) and isinstance(record, ListRecord) and record.items:
        return record.items
    return (value if state.tensor(value) is not None else Symbol(("star", value)),)


def _spread_keywords(state: State, value: Value, keywords: dict[str, Value]) -> None:
    record = record_of(state, value)
    if isinstance(record, DictRecord):
        named = {key.value: item for key, item in record.items if isinstance(key, Known) and isinstance(key.value, str)}
        keywords |= named
        if record.exact and len(named) == len(record.items):
            return
    keywords["**"] = value


def _await(m: Analysis, state: State, i: ir.Await) -> None:
    write(m, state, i.target, read(m, state, i.value))


def _yield(m: Analysis, state: State, i: ir.Yield) -> list[Outcome] | None:
    """What a generator yields is collected, as if it had been run through; a manager runs the body of its `with`, once."""
    variables = state.registers(m.frame)
    produced = variables.get("%yielded", Tuple(()))
    value = NONE if i.value is None else read(m, state, i.value)
    more = (concrete_items(state, value) or (value,)) if i.delegate else (value,)
    variables["%yielded"] = Tuple((*(produced.items if isinstance(produced, Tuple) else ()), *more))
    variables[i.target] = m.symbol("returned") if i.delegate else m.symbol("sent", plain=True)
    if m.context.at_yield is not None:
        variables[i.target] = NONE
        return m.context.at_yield(state, more[0]) if produced == Tuple(()) else None
    yield_out(m, state, more)
    return None


def _make_function(m: Analysis, state: State, i: ir.MakeFunction) -> None:
    defaults = tuple(None if p.default is None else read(m, state, p.default) for p in i.function.parameters)
    parent = m.frame if m.context.function.kind not in ("module", "class") else state.frames[m.frame].parent
    write(m, state, i.target, FunctionValue(i.function, m.context.module, parent, defaults))


def _make_class(m: Analysis, state: State, i: ir.MakeClass) -> list[Outcome]:
    bases = tuple(read(m, state, base) for base in i.bases)
    address = m.fresh()
    body = FunctionValue(i.body, m.context.module, None, ())
    parent = m.frame if m.context.function.kind == "function" else state.frames[m.frame].parent
    context = CallContext(m.fresh(), i.body, m.context.module, owner=address)
    state.put(address, ClassRecord(i.name, bases, (), m.context.module, i.fields))
    outcomes = m.interpreter.run_function(m, state, body, Frame({}, parent), context)
    for outcome in outcomes:
        frame = outcome.state.leave_frame(context.frame)
        attributes = tuple(
            (name, replace(value, owner=address) if isinstance(value, FunctionValue) else value)
            for name, value in frame.variables.items()
            if not name.startswith("%")
        )
        outcome.state.put(address, ClassRecord(i.name, bases, attributes, m.context.module, i.fields))
    made = [done for outcome in outcomes for done in finish_class(m, outcome, Ref(address), i.span)]
    for outcome in made:
        write(m, outcome.state, i.target, Ref(address))
    return made


def _import(m: Analysis, state: State, i: ir.Import) -> None:
    write(m, state, i.target, import_module(m, state, m.context.module, i.module, i.whole))


def _import_from(m: Analysis, state: State, i: ir.ImportFrom) -> None:
    if i.name == "*":
        names = import_everything(m, state, m.context.module, i.module, i.level)
        state.registers(m.frame).update(names)  # only now: the import may have made the frame anew
    else:
        write(m, state, i.target, import_name(m, state, m.context.module, i.module, i.name, i.level))


_TRANSFER: dict[type, Callable[..., list[Outcome] | None]] = {
    ir.Const: bind_constant,
    ir.Copy: _copy,
    ir.LoadGlobal: _load_global,
    ir.StoreGlobal: _store_global,
    ir.LoadFree: _load_free,
    ir.StoreFree: _store_free,
    ir.Delete: _delete,
    ir.GetAttr: _get_attr,
    ir.SetAttr: _set_attr,
    ir.GetItem: _get_item,
    ir.SetItem: _set_item,
    ir.Append: append,
    ir.Unpack: _unpack,
    ir.Build: build,
    ir.Unary: _unary,
    ir.Binary: _binary,
    ir.Compare: _compare,
    ir.Opaque: _opaque,
    ir.Call: _call,
    ir.Await: _await,
    ir.Yield: _yield,
    ir.MakeFunction: _make_function,
    ir.MakeClass: _make_class,
    ir.Import: _import,
    ir.ImportFrom: _import_from,
}
