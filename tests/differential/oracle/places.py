"""Where a detach() keeps unused gradients out, found by trying it on every expression. Where a call of autograd.grad is
refused then, what is detached is told to require grad."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.differential.oracle.boundaries import Instrumented, instrument
from tests.differential.oracle.controls import Controls
from tests.differential.oracle.execute import Run, run_program
from tests.differential.oracle.flows import find_used_leaves, find_wasted_leaves, owners_of

_KEEP = Controls(retain_all=True, unchecked=True, watch=True)


@dataclass(frozen=True, slots=True)
class Places:
    """The lines of expressions to detach together. `whole`: that keeps out everything that is wasted; otherwise all that
    some optimiser, or nobody, would have used of it."""

    lines: tuple[int, ...] = ()
    whole: bool = False


def find_places(text: str, trained: Run, calls: frozenset[int], seed: int) -> Places:
    """The expressions whose detach() keeps unused gradients of `calls` out and leaves every parameter as `trained` has it:
    one that keeps out all if there is such, else as many as can be detached together."""
    program = instrument(text)
    probe = run_program(program.code, _KEEP, seed)
    owners = owners_of(probe, find_wasted_leaves(probe, calls))
    part = Places()
    for numbers, run in _try_cuts(program, probe, trained, calls, seed):
        wasted = find_wasted_leaves(run, calls)
        lines = tuple(sorted({program.lines[number] for number in numbers}))
        if not wasted:
            return Places(lines, whole=True)
        if not part.lines and owners - owners_of(run, wasted):
            part = Places(lines)
    return part


def _try_cuts(
    program: Instrumented, probe: Run, trained: Run, calls: frozenset[int], seed: int
) -> Iterator[tuple[frozenset[int], Run]]:
    """Runs with one more expression cut each, that train as before: of those that lead to wasted leaves, first those that
    lead to no used one; each alone, and together with all before it."""

    def cut(numbers: frozenset[int]) -> Run | None:
        run = run_program(program.code, replace(_KEEP, cut=numbers), seed)
        if run.failure is not None:
            run = run_program(program.code, replace(_KEEP, cut=numbers, new_leaves=True), seed)
        return run if run.failure is None and run.same_training(trained) else None

    wasted, used = find_wasted_leaves(probe, calls), find_used_leaves(probe, calls)
    together: frozenset[int] = frozenset()
    found = sorted(n for n, leaves in probe.attached.items() if leaves & wasted)
    for number in sorted(found, key=lambda n: bool(probe.attached[n] & used)):
        run = cut(frozenset({number}))
        if run is None:
            continue
        yield frozenset({number}), run
        both = together | {number}
        run = cut(both) if together else None
        if run is not None:
            yield both, run
        if run is not None or not together:
            together = both
