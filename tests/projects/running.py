"""Runs a project under torch in a forked child, as its script would be run, and reports what it did."""

from __future__ import annotations

import gc
import os
import random
import runpy
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch.nn.modules.module import register_module_parameter_registration_hook
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook

from tests.projects.project_files import Place, Project
from tests.truth.execution import StepWatch, count_graph_nodes, run_forked

Values = list["list[float] | None"]


@dataclass(frozen=True)
class EngineCall:
    """A run of the engine: the project's places that led to it, the innermost last, whether it retained, and the nodes
    that it went through."""

    places: tuple[Place, ...]
    retain: bool
    nodes: int


@dataclass(frozen=True)
class Step:
    """An optimiser's step, as in `tests.truth.execution`."""

    places: tuple[Place, ...]
    changed: bool
    repeated: bool


@dataclass(frozen=True)
class Run:
    """What a project did: the error that ended it with the places that led to it, and every parameter that was made,
    in order, with its gradient. `history` counts the graph nodes that its tensors keep alive at the end."""

    error: str | None
    places: tuple[Place, ...]
    parameters: Values
    gradients: Values
    calls: tuple[EngineCall, ...]
    steps: tuple[Step, ...]
    history: int

    def retaining(self) -> frozenset[Place]:
        """The innermost places whose engine calls retain their graph."""
        return frozenset(call.places[-1] for call in self.calls if call.retain)

    def steps_at(self, place: Place) -> list[Step]:
        """The steps that a place led to."""
        return [step for step in self.steps if place in step.places]


@dataclass
class _Recorder:
    """Watches one run of the project in `folder`; engine calls that `drop` leads to do not retain their graph.
    `variables` keeps the script's alive."""

    folder: Path
    drop: Place | None
    calls: list[EngineCall] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    parameters: list[torch.nn.Parameter] = field(default_factory=list)
    variables: dict[str, Any] = field(default_factory=dict)
    watch: StepWatch = field(default_factory=StepWatch)

    def wrap_engine(self, run_backward: Callable[..., Any]) -> Callable[..., Any]:
        def run(tensors: Any, gradients: Any, retain: Any, *rest: Any, **options: Any) -> Any:
            places = self.locate(traceback.walk_stack(sys._getframe()))[::-1]
            retain = bool(retain) and self.drop not in places
            self.calls.append(EngineCall(places, retain, sum(count_graph_nodes([tensor]) for tensor in tensors)))
            return run_backward(tensors, gradients, retain, *rest, **options)

        return run

    def locate(self, frames: Any) -> tuple[Place, ...]:
        """The frames that run the project's code."""
        found = ((Path(frame.f_code.co_filename), line) for frame, line in frames)
        inside = [(path, line) for path, line in found if path.is_relative_to(self.folder)]
        return tuple((path.relative_to(self.folder).as_posix(), line) for path, line in inside)

    def note_parameter(self, module: object, name: str, parameter: torch.nn.Parameter) -> None:
        if not any(parameter is known for known in self.parameters):
            self.parameters.append(parameter)

    def before_step(self, optimizer: torch.optim.Optimizer, *_: Any) -> None:
        self.watch.begin(optimizer)

    def after_step(self, optimizer: torch.optim.Optimizer, *_: Any) -> None:
        places = self.locate(traceback.walk_stack(sys._getframe()))[::-1]
        self.steps.append(Step(places, *self.watch.end(optimizer)))


def run_project(project: Project, *, drop: Place | None = None) -> Run:
    """Runs a project with fixed seeds. With `drop`, the engine calls that this place leads to do not retain."""
    return run_forked(lambda: _execute(project, drop))


def _execute(project: Project, drop: Place | None) -> Run:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for path, text in project.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        return _run_in(folder, project.start, _Recorder(folder, drop))


def _run_in(folder: Path, start: str, recorder: _Recorder) -> Run:
    os.chdir(folder)
    script = folder / start
    sys.path[:0] = [str(script.parent), str(folder), str(folder / "src")]
    sys.dont_write_bytecode = True
    for name in {path.name.removesuffix(".py") for path in (*folder.iterdir(), *script.parent.iterdir())}:
        sys.modules.pop(name, None)
    torch.manual_seed(0)
    random.seed(0)
    engine: Any = torch.autograd  # backward() and grad() both end in this function
    engine._engine_run_backward = recorder.wrap_engine(engine._engine_run_backward)
    register_module_parameter_registration_hook(recorder.note_parameter)
    register_optimizer_step_pre_hook(recorder.before_step)
    register_optimizer_step_post_hook(recorder.after_step)
    error, places = None, ()
    try:
        recorder.variables = runpy.run_path(str(script), run_name="__main__")
    except Exception as raised:
        error = f"{type(raised).__name__}: {raised}"
        places = recorder.locate(traceback.walk_tb(raised.__traceback__))
    return Run(
        error,
        places,
        [p.detach().flatten().tolist() for p in recorder.parameters],
        [None if p.grad is None else p.grad.flatten().tolist() for p in recorder.parameters],
        tuple(recorder.calls),
        tuple(recorder.steps),
        _count_history(),
    )


def _count_history() -> int:
    gc.collect()
    return count_graph_nodes(found for found in gc.get_objects() if type(found) is torch.Tensor)
