"""Runs a small program under torch, in a forked child, and reports what it did.

torch is imported once, here; the parent never computes with it, so that a fork finds no thread to miss.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import traceback
import weakref
from collections.abc import Callable, Iterable, Iterator, ValuesView
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from types import FrameType
from typing import Any, TypeVar

import torch
from torch.utils._python_dispatch import TorchDispatchMode

try:
    import torch._dynamo  # what a dispatch mode would load on first use, in every child anew
    from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook
except ImportError as error:  # torch 1 runs programs, but nobody sees there what an optimizer does
    ABSENT = str(error)

    def register_optimizer_step_post_hook(hook: object) -> Any:
        raise ImportError(ABSENT)

    register_optimizer_step_pre_hook = register_optimizer_step_post_hook

PROGRAM = "<program>"
_TIMEOUT_SECONDS = 60

Result = TypeVar("Result")
Values = dict[str, "list[float] | None"]


@dataclass(frozen=True)
class EngineCall:
    """A run of the autograd engine: the program's line, the flag that it ran with, how many of the buffers that the
    forward passes saved were still allocated when it had ended, and the lines of all calls that led to it."""

    line: int
    retain: bool
    buffers: int
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class Step:
    """An optimiser's step: whether it changed a parameter, and whether it took in a gradient that its previous step had
    taken in."""

    line: int
    changed: bool
    repeated: bool


@dataclass(frozen=True)
class Run:
    """What a program did. `error` is the message that ended it, raised on `error_line`; `parameters` and `gradients`
    are those of the leaves that its variables lead to at the end, `operations` counts the tensor operations of forward
    and backward, `history` the graph nodes that its variables keep alive at the end."""

    error: str | None
    error_line: int | None
    parameters: Values
    gradients: Values
    operations: int
    history: int
    calls: tuple[EngineCall, ...]
    steps: tuple[Step, ...]


@dataclass
class StepWatch:
    """Tells of each optimiser's step whether it changed a parameter, and whether it took in an old gradient."""

    consumed: dict[Any, dict[Any, Any]] = field(default_factory=dict)
    before: list[torch.Tensor] = field(default_factory=list)
    repeated: bool = False

    def begin(self, optimizer: torch.optim.Optimizer) -> None:
        parameters = _list_parameters(optimizer)
        seen = self.consumed.get(optimizer, {})
        self.before = [parameter.detach().clone() for parameter in parameters]
        self.repeated = any(p.grad is not None and p.grad is seen.get(p) for p in parameters)

    def end(self, optimizer: torch.optim.Optimizer) -> tuple[bool, bool]:
        """`changed` and `repeated` of a Step."""
        parameters = _list_parameters(optimizer)
        self.consumed[optimizer] = {p: p.grad for p in parameters if p.grad is not None}
        return any(not torch.equal(old, new) for old, new in zip(self.before, parameters, strict=True)), self.repeated


@dataclass
class _Recorder:
    """Watches one run. `drop_retain` is a line whose engine calls, its own and those that it leads to, are made
    not to retain their graph."""

    drop_retain: int | None
    count_buffers: bool
    operations: int = 0
    calls: list[EngineCall] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    buffers: weakref.WeakSet[Any] = field(default_factory=weakref.WeakSet)
    watch: StepWatch = field(default_factory=StepWatch)

    def wrap_engine(self, run_backward: Callable[..., Any]) -> Callable[..., Any]:
        def run(tensors: Any, gradients: Any, retain: Any, *rest: Any, **options: Any) -> Any:
            lines = find_lines()
            retain = False if self.drop_retain in lines else bool(retain)
            result = run_backward(tensors, gradients, retain, *rest, **options)
            self.calls.append(EngineCall(lines[0], retain, len(self.buffers), lines))
            return result

        return run

    def before_step(self, optimizer: torch.optim.Optimizer, *_: Any) -> None:
        self.watch.begin(optimizer)

    def after_step(self, optimizer: torch.optim.Optimizer, *_: Any) -> None:
        self.steps.append(Step(find_line(), *self.watch.end(optimizer)))


class _Buffer:
    """Stands for one saved tensor: it lives exactly as long as the engine keeps it."""

    __slots__ = ("__weakref__", "tensor")

    def __init__(self, tensor: torch.Tensor) -> None:
        self.tensor = tensor


class _OperationCounter(TorchDispatchMode):  # type: ignore[no-untyped-call]
    def __init__(self, recorder: _Recorder) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.recorder = recorder

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.recorder.operations += 1
        return func(*args, **(kwargs or {}))


@cache
def run_program(code: str, *, drop_retain: int | None = None, count_buffers: bool = False) -> Run:
    """Runs `code` with a fixed seed. With `drop_retain` the engine calls on that line, or led to by it, do not retain
    their graph.

    `count_buffers` turns torch's check for changes in place off (saved_tensors_hooks do), so a run that counts them
    proves nothing about RTG103.
    """
    return run_forked(lambda: _execute(code, _Recorder(drop_retain, count_buffers)))


def run_forked(task: Callable[[], Result]) -> Result:
    """The result of `task`, computed in a child. Raises RuntimeError with the child's traceback if it fails."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        gc.freeze()  # what the parent holds need not be looked through, page by page, in every child
        _serve(task, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    os.waitpid(pid, 0)
    if not data:
        raise RuntimeError("the child died or ran out of time")
    answer: tuple[Result | None, str | None] = pickle.loads(data)
    if answer[0] is None:
        raise RuntimeError(answer[1])
    return answer[0]


def _serve(task: Callable[[], object], writer: int) -> None:
    """The child's whole life: never returns into the test runner."""
    signal.alarm(_TIMEOUT_SECONDS)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")
    torch.set_num_threads(1)
    try:
        answer: tuple[object, str | None] = (task(), None)
    except BaseException:
        answer = (None, traceback.format_exc())
    with os.fdopen(writer, "wb") as pipe:
        pipe.write(pickle.dumps(answer))
    os._exit(0)


def find_line() -> int:
    """The line of the program that is running, the innermost one."""
    return find_lines()[0]


def find_lines() -> tuple[int, ...]:
    """The lines of the program that are running, the innermost first."""
    found: list[int] = []
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code.co_filename == PROGRAM:
            found.append(frame.f_lineno)
        frame = frame.f_back
    assert found, "called from outside of the program"
    return tuple(found)


def _execute(code: str, recorder: _Recorder) -> Run:
    variables: dict[str, Any] = {"__name__": "__main__"}
    error, line = None, None
    sys.argv = [PROGRAM]  # of this process, which is a child: the arguments of the tests are not the program's
    torch.manual_seed(0)
    engine: Any = torch.autograd  # backward() and grad() both end in this function
    engine._engine_run_backward = recorder.wrap_engine(engine._engine_run_backward)
    register_optimizer_step_pre_hook(recorder.before_step)
    register_optimizer_step_post_hook(recorder.after_step)
    with ExitStack() as stack:
        if recorder.count_buffers:
            stack.enter_context(torch.autograd.graph.saved_tensors_hooks(_keep(recorder), lambda buffer: buffer.tensor))
        stack.enter_context(_OperationCounter(recorder))
        try:
            exec(compile(code, PROGRAM, "exec", dont_inherit=True), variables)
        except Exception as raised:
            error = f"{type(raised).__name__}: {raised}"
            line = [f.lineno for f in traceback.extract_tb(raised.__traceback__) if f.filename == PROGRAM][-1]
    return _summarise(recorder, variables, error, line)


def _keep(recorder: _Recorder) -> Callable[[torch.Tensor], _Buffer]:
    def pack(tensor: torch.Tensor) -> _Buffer:
        buffer = _Buffer(tensor)
        recorder.buffers.add(buffer)
        return buffer

    return pack


def _summarise(recorder: _Recorder, variables: dict[str, Any], error: str | None, line: int | None) -> Run:
    leaves = dict(_list_leaves(variables))
    gc.collect()
    return Run(
        error,
        line,
        {name: leaf.detach().flatten().tolist() for name, leaf in leaves.items()},
        {name: None if leaf.grad is None else leaf.grad.flatten().tolist() for name, leaf in leaves.items()},
        recorder.operations,
        _count_nodes(variables),
        tuple(recorder.calls),
        tuple(recorder.steps),
    )


def _list_leaves(variables: dict[str, Any]) -> Iterator[tuple[str, torch.Tensor]]:
    for name, value in variables.items():
        if isinstance(value, torch.nn.Module):
            yield from ((f"{name}.{inner}", parameter) for inner, parameter in value.named_parameters())
        elif isinstance(value, torch.Tensor) and value.is_leaf and value.requires_grad:
            yield name, value


def _count_nodes(variables: dict[str, Any]) -> int:
    """Graph nodes reachable from the tensors in variables and in lists and dictionaries of them."""
    held = [value.values() if isinstance(value, dict) else value for value in variables.values()]
    values = [item for value in held for item in (value if isinstance(value, (list, ValuesView)) else [value])]
    return count_graph_nodes(value for value in values if isinstance(value, torch.Tensor))


def count_graph_nodes(tensors: Iterable[torch.Tensor]) -> int:
    """The graph nodes that a backward from these tensors would go through."""
    pending = [tensor.grad_fn for tensor in tensors if tensor.grad_fn is not None]
    seen = set(pending)
    while pending:
        following = {node for node, _ in pending.pop().next_functions if node is not None} - seen
        seen |= following
        pending += following
    return len(seen)


def _list_parameters(optimizer: torch.optim.Optimizer) -> list[torch.Tensor]:
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]
