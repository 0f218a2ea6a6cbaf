"""Functions that run in a process or thread of their own: they are given what the starting one has. Floor 3.

What such a function does elsewhere is judged; what it leaves behind here is not known, as of any unseen code.
"""

from __future__ import annotations

from retain_lint.domain.heap import DictRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Value
from retain_lint.interpreter.iteration import concrete_items
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.request import CallRequest
from retain_lint.interpreter.stepping import finish_gradients

#: made with `target`, `args` and `kwargs` (threading.py, multiprocessing/process.py)
_TASKS = frozenset({"threading.Thread", "multiprocessing.Process", "torch.multiprocessing.Process"})
#: called with a function, which is given the worker's number first (torch/multiprocessing/spawn.py)
_SPAWNS = frozenset({"torch.multiprocessing.spawn", "torch.multiprocessing.start_processes"})


def run_worker(m: Machine, state: State, name: str, request: CallRequest) -> None:
    """Runs the function that the call of this name starts, if it starts one, on a path of its own."""
    task = _task(m, state, name, request)
    if task is None:
        return
    function, positional, keywords = task
    m.note_run(function)  # it may never end; a client would know less of what it is given
    for outcome in m.call_value(m, state.fork(), function, positional, keywords, request.span):
        finish_gradients(m, outcome.state)


def _task(
    m: Machine, state: State, name: str, request: CallRequest
) -> tuple[Value, tuple[Value, ...], dict[str, Value]] | None:
    spawns = name in _SPAWNS
    function = request.argument(("fn",), "fn") if spawns else request.keywords.get("target")
    if function is None or not (spawns or name in _TASKS):
        return None
    given = request.argument(("fn", "args"), "args") if spawns else request.keywords.get("args")
    positional = () if given is None else concrete_items(state, given)
    named = state.record(request.keywords.get("kwargs", NONE))
    keywords = named.items if isinstance(named, DictRecord) and named.exact else ()
    if positional is None:
        return None
    rank = (m.symbol("rank", plain=True),) if spawns else ()
    return function, (*rank, *positional), {str(key.value): v for key, v in keywords if isinstance(key, Known)}
