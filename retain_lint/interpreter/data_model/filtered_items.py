"""filter(): the items that a function keeps, asked one by one. Floor 3."""

from __future__ import annotations

from retain_lint.domain.assume import truth_of
from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, FunctionValue, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.escaping_functions import escape_to_handed
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.mapped_items import map_items
from retain_lint.interpreter.heap.objects import allocate
from retain_lint.interpreter.heap.sampled_items import stands_for_more

#: what leaves parameters out that are frozen
_FLAG = frozenset({"requires_grad"})
#: items that are asked, at most
_MOST = 32


def filter_items(m: Analysis, state: State, request: CallRequest) -> list[Outcome]:
    """filter(function, items): the items without those for which the answer is known to be false; if some are not known, it may
    have fewer. Items of an unknown number are all kept, and so are too many to be asked."""
    function, source = (*request.positional, NONE, NONE)[:2]
    items = concrete_items(state, source)
    if items is None:
        escape_to_handed(m, state, request.values())
        return [Outcome(state, source)]
    if isinstance(function, FunctionValue) and function.function.mentions == _FLAG:
        return [Outcome(state, _keep(m, state, source, items, [_is_trained(state, item) for item in items]))]
    if len(items) > _MOST or not isinstance(function, FunctionValue) and function != NONE:
        escape_to_handed(m, state, request.values())
        return [Outcome(state, _keep(m, state, source, items, [None] * len(items)))]

    def ask(path: State, item: Value) -> list[Outcome]:
        if function == NONE:
            return [Outcome(path, item)]
        return m.interpreter.call_value(m, path, function, (item,), {}, request.span)

    return [
        Outcome(path, _keep(m, path, source, items, [truth_of(path, answer) for answer in answers]))
        for path, answers in map_items(m, state, items, ask)
    ]


def _is_trained(state: State, item: Value) -> bool:
    """May it require grad? Those of which that is not known are most often all trained."""
    tensor = state.tensor(item)
    return tensor is None or tensor.requires_grad.value != "no"


def _keep(m: Analysis, state: State, source: Value, items: tuple[Value, ...], answers: list[bool | None]) -> Value:
    """Those of the items that may be kept; there are more where the source goes on, and fewer where it has perhaps fewer."""
    kept = tuple(item for item, answer in zip(items, answers, strict=True) if answer is not False)
    record = state.record(source)
    fewer = None in answers or isinstance(record, ListRecord) and record.partial
    return allocate(m, state, ListRecord(kept, True, partial=fewer, sampled=stands_for_more(state, source)))
