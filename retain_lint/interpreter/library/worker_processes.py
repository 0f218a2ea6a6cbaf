"""Functions that run in a process or thread of their own: they are given what the starting one has. Floor 3.

What such a function does elsewhere is judged; what it leaves behind here is not known, as of any unseen code.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import DictRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Ref, Value
from retain_lint.interpreter.autograd.gradient_flow import finish_gradients
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.effects.escape import escape_shared
from retain_lint.interpreter.effects.escaping_functions import seen_by
from retain_lint.interpreter.effects.given_functions import havoc_changed
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.tensors import any_graph_in

#: made with `target`, `args` and `kwargs` (threading.py, multiprocessing/process.py)
_TASKS = frozenset({"threading.Thread", "multiprocessing.Process", "torch.multiprocessing.Process"})
#: share what they see with the path that starts them
_THREADS = frozenset({"threading.Thread"})
#: called with a function, which is given the worker's number first (torch/multiprocessing/spawn.py)
_SPAWNS = frozenset({"torch.multiprocessing.spawn", "torch.multiprocessing.start_processes"})


class WorkerProcesses(LibraryModel):
    """See the module's text."""

    functions = _TASKS | _SPAWNS

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        """Runs the function that the call starts on a path of its own; the call itself is opaque."""
        task = _task(m, state, name, request)
        if task is not None:
            function, positional, keywords = task
            m.note_run(function)  # it may never end; a client would know less of what it is given
            age = m.graph.next_number
            for outcome in m.interpreter.call_value(m, state.fork(), function, positional, keywords, request.span):
                finish_gradients(m, outcome.state)
                if name in _THREADS:
                    escape_shared(m, outcome.state, state, age)
            if name in _THREADS:
                havoc_changed(m, state, function, (*positional, *keywords.values()))
                _share(m, state, (*positional, *keywords.values(), *seen_by(m, state, function)))
        return None


def _share(m: Analysis, state: State, seen: tuple[Value, ...]) -> None:
    """What a thread sees of graphs it may leave in the containers that it sees, which are this path's too."""
    held = any_graph_in(m, state, seen)
    if held is None:
        return
    for value in seen:
        record = state.record(value)
        if isinstance(value, Ref) and isinstance(record, ListRecord):
            state.put(value.address, replace(record, items=(*record.items, held), exact=False, partial=True))
        elif isinstance(value, Ref) and isinstance(record, DictRecord):
            entry = (m.symbol("key", plain=True), held)
            state.put(value.address, replace(record, items=(*record.items, entry), exact=False))


def _task(
    m: Analysis, state: State, name: str, request: CallRequest
) -> tuple[Value, tuple[Value, ...], dict[str, Value]] | None:
    spawns = name in _SPAWNS
    function = request.argument(("fn",), "fn") if spawns else request.keywords.get("target")
    if function is None:
        return None
    given = request.argument(("fn", "args"), "args") if spawns else request.keywords.get("args")
    positional = () if given is None else concrete_items(state, given)
    named = state.record(request.keywords.get("kwargs", NONE))
    keywords = named.items if isinstance(named, DictRecord) and named.exact else ()
    if positional is None:
        return None
    rank = (m.symbol("rank", plain=True),) if spawns else ()
    return function, (*rank, *positional), {str(key.value): v for key, v in keywords if isinstance(key, Known)}
