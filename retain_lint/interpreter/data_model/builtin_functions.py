"""Python's builtin functions and classes. Floor 3."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from dataclasses import replace

from retain_lint.domain.assume import resolve, truth_of
from retain_lint.domain.call_verdict import Reason
from retain_lint.domain.graphless_registers import read_as_figures
from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord, lookup
from retain_lint.domain.path_condition import INFINITY
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Index, Known, Lazy, Method, Ref, Super, Symbol, Tuple, Value
from retain_lint.interpreter.autograd.operations import apply_operation, bind_operation
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.attribute_dicts import call_delattr
from retain_lint.interpreter.data_model.attributes import get_attribute, set_attribute
from retain_lint.interpreter.data_model.computed_attributes import get_computed, set_computed
from retain_lint.interpreter.data_model.dict_entries import any_one_of
from retain_lint.interpreter.data_model.drawn_items import draw_item
from retain_lint.interpreter.data_model.evaluated_texts import evaluate
from retain_lint.interpreter.data_model.filtered_items import filter_items
from retain_lint.interpreter.data_model.iterators import (
    make_dict,
    make_iterator,
    make_list,
    make_set,
    make_sorted,
    make_tuple,
    map_function,
    take_next,
)
from retain_lint.interpreter.data_model.operators import apply_binary, call_divmod, is_tensor
from retain_lint.interpreter.data_model.type_tests import CLASS_CALLS
from retain_lint.interpreter.effects.escape import escape, hand_out, pick_tensor
from retain_lint.interpreter.effects.escaping_functions import escape_to_handed
from retain_lint.interpreter.effects.opaque_objects import take_as_whole_numbers
from retain_lint.interpreter.effects.unnamed_methods import contents_of
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.lengths import length_of
from retain_lint.interpreter.heap.loop_counters import grown_length, is_sampled
from retain_lint.interpreter.heap.objects import (
    allocate,
    class_attribute,
    record_of,
)
from retain_lint.interpreter.heap.overwritten_settings import GLOBALS
from retain_lint.interpreter.heap.parameter_counts import count_parameters
from retain_lint.interpreter.heap.provenance import compute
from retain_lint.interpreter.heap.stored_items import stored_items
from retain_lint.interpreter.heap.strings import build_text, spell
from retain_lint.interpreter.heap.tensors import any_graph_in, is_plain, pick_stored
from retain_lint.interpreter.heap.unset_attributes import has_never
from retain_lint.ir.model import Binary
from retain_lint.torch_api.layer_attributes import has_attribute
from retain_lint.torch_api.lookup import find_control, find_op
from retain_lint.torch_api.spec import Role

#: what looks at an object itself, not at what it gives out
_OF_OBJECTS = frozenset(
    "getattr setattr delattr hasattr isinstance issubclass callable type id super vars print".split()
)
#: the operations of tensors that have builtin names
_OPERATIONS = {"abs": "torch.abs"}
#: what calls the functions that it is given
_CALLING = frozenset({"sorted", "max", "min", "iter"})
#: what gives out the values that it is given, or computes with them
_COMPUTING = frozenset({"sum", "max", "min", "next", "map", "vars", "pow", *_OPERATIONS})
_LAZY = frozenset({"range", "enumerate", "zip", "reversed"})
#: what they are made with, whoever catches them may use
EXCEPTIONS = frozenset(
    f"builtins.{name}"
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
)


def call_builtin(m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome]:
    """A builtin function or class. What it makes of unknown values may be what they are."""
    outcomes = _call_builtin(m, state, name, request)
    if name not in _COMPUTING:
        return outcomes
    given = request.positional
    return [Outcome(o.state, compute(m, o.state, o.value, given), o.raised) for o in outcomes]


def _call_builtin(m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome]:
    if name not in _OF_OBJECTS:
        request = replace(request, positional=tuple(contents_of(m, state, value) for value in request.positional))
    if name in _CALLING:
        escape_to_handed(m, state, request.values())
    if name == "range":
        take_as_whole_numbers(state, request.positional)
    if name in _LAZY:
        start = request.keywords.get("start") if name == "enumerate" else None
        if name == "enumerate" and not request.positional:
            return [Outcome(state, m.symbol("value"))]
        return [Outcome(state, Lazy(name, (*request.positional, *(() if start is None else (start,)))))]
    if name == "sum":
        return [Outcome(state, _sum(m, state, request))]
    if name == "pow" and len(request.positional) == 2:
        event = m.event_of(request.span)
        return apply_binary(m, state, Binary(request.span, "%", "**", "%", "%"), *request.positional, (event, event))
    if name == "map" and len(request.positional) > 1:
        return map_function(m, state, request)
    if name == "filter":
        return filter_items(m, state, request)
    if name == "next" and request.positional:
        return [Outcome(state, take_next(m, state, request))]
    if name in ("getattr", "setattr", "hasattr") and len(request.positional) >= 2:
        return _call_attribute(m, state, name, request)
    if name == "eval" and request.positional:
        found = evaluate(m, state, spell(resolve(state, request.positional[0])), request.span)
        if not found and request.instruction.target in read_as_figures(m.context.function):
            return [Outcome(state, m.symbol("value", plain=True))]
        return found or [Outcome(state, _evaluate_unknown(m, state, request))]
    handler = _BUILTINS.get(name)
    if handler is not None:
        return [Outcome(state, handler(m, state, request))]
    if f"builtins.{name}" in EXCEPTIONS:
        hand_out(m, state, request.values(), Reason.TO_HANDLER)
    control = find_control(f"builtins.{name}") or find_control(name)
    if control is not None and control.role is Role.HARMLESS:
        return [Outcome(state, NONE)]
    return [Outcome(state, m.symbol("value", plain=True))]


def _call_attribute(m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome]:
    value, attribute = request.positional[0], spell(resolve(state, request.positional[1]))
    if not isinstance(attribute, Known) or not isinstance(attribute.value, str):
        if name == "setattr" and len(request.positional) > 2:
            set_computed(m, state, value, attribute, request.positional[2], request.span)
            return [Outcome(state, NONE)]
        if name == "hasattr":
            return [Outcome(state, m.symbol("getattr", value))]
        any_of = get_computed(m, state, value, attribute)
        others = request.positional[2:3] if isinstance(any_of, Ref) else ()
        return [*(Outcome(state.fork(), other) for other in others), Outcome(state, any_of)]
    if name == "setattr" and len(request.positional) > 2:
        set_attribute(m, state, value, attribute.value, request.positional[2], request.span)
        return [Outcome(state, NONE)]
    if name == "hasattr":
        record = record_of(state, value)
        if isinstance(record, InstanceRecord):
            own = lookup(record.attributes, attribute.value) or class_attribute(state, record.cls, attribute.value)
            if own is not None or has_never(m, state, value, attribute.value):
                return [Outcome(state, Known(own is not None))]
        has = has_attribute(record.spec, attribute.value) if isinstance(record, LayerRecord) else None
        if has is not None:
            return [Outcome(state, Known(has))]
        return [Outcome(state, Symbol(("hasattr", value, attribute.value), True))]
    found = get_attribute(m, state, value, attribute.value, request.span)
    default = any_graph_in(m, state, request.positional[2:])
    if default is not None:
        return [o._replace(value=default) if isinstance(o.value, (Symbol, Method)) else o for o in found]
    if len(request.positional) > 2 and state.tensor(request.positional[2]) is None:
        m.facts.defaulted |= {outcome.value.key for outcome in found if isinstance(outcome.value, Symbol)}
    return found


def _sum(m: Analysis, state: State, request: CallRequest) -> Value:
    if not request.positional:
        return m.symbol("value", plain=True)
    source = request.positional[0]
    items = concrete_items(state, source)
    record = record_of(state, source)
    if items is None:
        items = record.items if isinstance(record, ListRecord) else None
    if items is None and isinstance(source, Symbol) and pick_stored(m, state, source) is not None:
        items = stored_items(state, source)
    if items is None:
        return source if is_tensor(m, state, source) else m.symbol("value", plain=True)
    total: Value = request.positional[1] if len(request.positional) > 1 else Known(0)
    for item in items:
        step = Binary(request.span, "%", "+", "%", "%")
        event = m.event_of(request.span)
        total = apply_binary(m, state, step, total, item, (event, event))[0].value
    return total


def _len(m: Analysis, state: State, request: CallRequest) -> Value:
    given = request.first() or NONE
    found = grown_length(m, state, given) or count_parameters(state, given) or length_of(state, given)
    if isinstance(found, Known) and isinstance(given, Ref) and is_sampled(m, state, given):
        return replace(found, sample=given.address)
    return found if found is not None else m.symbol("value", plain=True)


def _quantified(m: Analysis, state: State, request: CallRequest, decisive: bool) -> Value:
    """any() and all(), of truths that are known."""
    items = concrete_items(state, request.first() or NONE)
    record = state.record(request.first() or NONE)
    if isinstance(record, ListRecord) and record.partial:
        items = None
    truths = None if items is None else [truth_of(state, item) for item in items]
    if truths is None or None in truths and decisive not in truths:
        return m.symbol("value", plain=True)
    return Known((decisive in truths) is decisive)


def _super(m: Analysis, state: State, request: CallRequest) -> Value:
    if len(request.positional) == 2 and isinstance(request.positional[0], Ref):
        return Super(request.positional[0].address, request.positional[1])
    owner = m.context.owner
    parameters = m.context.function.parameters
    if owner is None or not parameters:
        return m.symbol("super")
    return Super(owner, state.variables(m.frame).get(parameters[0].name, NONE))


def _number(kind: type[int | float | bool | str]) -> Callable[[Analysis, State, CallRequest], Value]:
    def convert(m: Analysis, state: State, request: CallRequest) -> Value:
        if not request.values():
            return Known(kind())
        value = resolve(state, request.first() or NONE)
        if isinstance(value, Known) and value.sample is not None:
            return value if kind in (int, float) else m.symbol("value", plain=True)
        if isinstance(value, Known):
            try:
                return Known(kind(value.value))  # type: ignore[call-overload,arg-type]
            except (TypeError, ValueError):
                return m.symbol("value", plain=True)
        if isinstance(value, Index) and kind is int:
            return value
        if kind is str and (isinstance(value, Index) or isinstance(value, Symbol) and value.plain):
            return build_text([value], [Known("")])
        if isinstance(value, Symbol) and kind is not str:
            return Symbol(value.key, True) if value.plain else Symbol((kind.__name__, value.key), True)
        return m.symbol("value", plain=True)

    return convert


def _extreme_number(pick: Callable[[Iterable[int]], int], given: tuple[Value, ...]) -> Value | None:
    """`max(0, t - 1)`: that of the numbers and running indices which it is from this iteration on, if there is one."""
    spans = {value: span for value in given if (span := _span(value)) is not None}
    if len(given) < 2 or len(spans) < len(set(given)) or len({i.loop for i in spans if isinstance(i, Index)}) > 1:
        return None
    starts, ends = zip(*spans.values(), strict=True)
    alike = [value for value, span in spans.items() if span == (pick(starts), pick(ends))]
    return next((value for value in alike if isinstance(value, Index)), alike[0] if alike else None)


def _span(number: Value) -> tuple[int, int] | None:
    """The whole number in this iteration, and in the last one that it stands for."""
    if not isinstance(number, (Known, Index)) or not isinstance(number.value, int):
        return None
    if isinstance(number, Known):
        return (number.value, number.value) if number.sample is None else None
    last = number.value if number.position == 0 else INFINITY if number.last is None else number.last
    return (number.value, last) if number.stride > 0 else None


def _extreme(m: Analysis, state: State, request: CallRequest) -> Value:
    """max() and min(), of several values or of what one holds: one of the tensors, if there are any."""
    given, record = request.positional, None
    if len(given) == 1:
        if (drawn := draw_item(m, state, given[0], request.span)) is not None:
            return drawn
        record = record_of(state, given[0])
        items = record.items if isinstance(record, ListRecord) else concrete_items(state, given[0])
        given = given if items is None else items
    tensors = [value for value in (resolve(state, value) for value in given) if is_tensor(m, state, value)]
    if len(set(tensors)) > 1:
        pick = any_graph_in if isinstance(record, ListRecord) and not record.exact else pick_tensor
        return pick(m, state, tensors) or tensors[0]
    if not tensors and all(isinstance(value, Tuple) for value in given):
        return any_one_of(m, state, given) or m.symbol("value", plain=True)
    return tensors[0] if tensors else m.symbol("value", plain=True)


def _vars(m: Analysis, state: State, request: CallRequest) -> Value:
    if not request.positional:
        return _locals(m, state, request)
    value = resolve(state, request.positional[0])
    if isinstance(value, Symbol) and record_of(state, value) is None:  # options, mostly
        return Symbol(("attr", value.key, "__dict__"), plain=True)
    if not isinstance(record_of(state, value), InstanceRecord):
        return m.symbol("value", plain=True)
    return get_attribute(m, state, request.positional[0], "__dict__", request.span)[0].value


def _reveal(m: Analysis, state: State, request: CallRequest) -> Value:
    """What can get at any variable by its name may send any graph backward. What is evaluated may be a model."""
    escape(m, state, _variables_named(m, state))
    return m.symbol("value")


def _locals(m: Analysis, state: State, request: CallRequest) -> Value:
    """A new dictionary of what the variables of a function hold. Not of one that reads those of another function, and not those of
    a file or a class, which may be bound by way of it."""
    frame = state.frames[m.frame]
    nested = frame.parent is not None and frame.parent not in m.program.globals.values()
    if nested or m.context.function.kind not in ("function", "lambda"):
        return _reveal(m, state, request)
    entries = tuple((Known(name), value) for name, value in frame.variables.items() if not name.startswith("%"))
    return allocate(m, state, DictRecord(entries, not state.crowded, data=True))


def _variables_named(m: Analysis, state: State) -> tuple[Value, ...]:
    """What the variables of the running function and of its file hold."""
    frames = {m.frame, m.program.globals.get(m.context.module, m.frame)} & state.frames.keys()
    return tuple(value for frame in frames for value in state.variables(frame).values())


def _evaluate_unknown(m: Analysis, state: State, request: CallRequest) -> Value:
    """What an unknown text evaluates to may be any tensor that it can name (`eval(options.loss)`)."""
    value = _reveal(m, state, request)
    return any_graph_in(m, state, [one for one in _variables_named(m, state) if is_tensor(m, state, one)]) or value


def _globals(m: Analysis, state: State, request: CallRequest) -> Value:
    _reveal(m, state, request)
    return m.symbol(GLOBALS)


def _is_flag(value: Value) -> bool:
    return isinstance(value, Known) and isinstance(value.value, bool)


def _execute(m: Analysis, state: State, request: CallRequest) -> Value:
    """Code in a text may bind any global name, and mostly switches options (`exec(open("configurator.py").read())`). What is
    no flag is thought to stay as it is."""
    frame, text = m.program.globals.get(m.context.module, m.frame), request.first()
    if frame in state.frames:
        variables = state.registers(frame)
        for name in [name for name, value in variables.items() if _is_flag(value) and not name.startswith("%")]:
            if not isinstance(text, Known) or name in str(text.value):
                variables[name] = m.symbol("executed", plain=True)
    return _reveal(m, state, request)


def _operate(operation: str) -> Callable[[Analysis, State, CallRequest], Value]:
    def apply(m: Analysis, state: State, request: CallRequest) -> Value:
        value, spec = request.first() or NONE, find_op(operation)
        if spec is None or not is_tensor(m, state, value):
            return m.symbol("value", plain=is_plain(m, value))
        return apply_operation(m, state, spec, bind_operation(m, state, spec, [value], {}), request.span)

    return apply


_BUILTINS: dict[str, Callable[[Analysis, State, CallRequest], Value]] = {
    "len": _len,
    "any": lambda m, state, request: _quantified(m, state, request, True),
    "all": lambda m, state, request: _quantified(m, state, request, False),
    "divmod": call_divmod,
    **{name: _operate(operation) for name, operation in _OPERATIONS.items()},
    "list": make_list,
    "set": make_set,
    "frozenset": make_set,
    "sorted": make_sorted,
    "iter": make_iterator,
    "tuple": make_tuple,
    "dict": make_dict,
    **CLASS_CALLS,
    "super": _super,
    "int": _number(int),
    "float": _number(float),
    "bool": _number(bool),
    "str": _number(str),
    "max": lambda m, state, request: _extreme_number(max, request.positional) or _extreme(m, state, request),
    "min": lambda m, state, request: _extreme_number(min, request.positional) or _extreme(m, state, request),
    "vars": _vars,
    "delattr": call_delattr,
    "locals": _locals,
    "globals": _globals,
    "exec": _execute,
    **dict.fromkeys(("object", "__import__"), lambda m, state, request: m.symbol("object")),
}
