"""The check of many files while the user waits: progress, findings as soon as they are final, Ctrl-C. Floor 6."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from retain_lint.cli.clusters import open_workers
from retain_lint.cli.progress import LONG, Progress
from retain_lint.cli.report import write_whole
from retain_lint.cli.run import Run
from retain_lint.configuration.discovery import CheckedFile
from retain_lint.execution.finality import find_final_counts
from retain_lint.execution.scheduling import count_cores, stream_files
from retain_lint.reporters.formats import find_renderer
from retain_lint.reporters.style import choose_style
from retain_lint.results.baseline import Baselines
from retain_lint.results.merging import FileFilters, collect
from retain_lint.results.model import FileResult, ReportedDiagnostic, Results

#: seconds between two times that findings are written
_INTERVAL = 0.3


@dataclass(slots=True)
class LiveCheck:
    """Checks files once. `interrupted`: the user has ended it early; `_written` is what has been shown already."""

    run: Run
    filters: FileFilters
    baselines: Baselines
    interrupted: bool = False
    _written: dict[Path, tuple[ReportedDiagnostic, ...]] = field(default_factory=dict)
    _final_counts: list[int] = field(default_factory=list)
    _written_at: float = 0.0

    def check(self, files: Sequence[CheckedFile], held: Held) -> Results:
        """The results of the files, as far as Ctrl-C let it come; baselines are not applied. Ctrl-C is heard while a result is
        waited for, and nowhere else: what is counted is shown."""
        paths = [file.path for file in files]
        progress = Progress(sys.stderr, len(paths), sys.stderr.isatty() and not self.run.arguments.quiet)
        results: list[FileResult] = []
        try:
            with closing(self._stream(paths)) as stream:
                while (result := held.wait_for_next(stream)) is not None:
                    results.append(result)
                    progress.advance(len(results))
                    if self.run.streams and len(results) < len(paths) and self._is_due(progress):
                        self._write(paths, results, progress)
        except KeyboardInterrupt:
            self.interrupted = True
        progress.erase()
        return collect(results, self.filters, complete=not self.interrupted)

    def _stream(self, paths: Sequence[Path]) -> Generator[FileResult, None, None]:
        jobs, cache = self.run.settings.jobs or count_cores(), self.run.open_cache()
        with open_workers(self.run.arguments) as workers:
            yield from stream_files(paths, jobs, pictures=self.run.draws, cache=cache, workers=workers)

    def leave_out_written(self, results: Results) -> Results:
        """The results without what has been shown."""
        return replace(results, files=tuple(map(self._leave_out, results.files)))

    def _leave_out(self, result: FileResult) -> FileResult:
        written = self._written.get(result.path)
        if written is None:
            return result
        known = {(item.diagnostic.code, item.diagnostic.location) for item in written}
        left = [item for item in result.reported if (item.diagnostic.code, item.diagnostic.location) not in known]
        return replace(result, errors=(), reported=tuple(left))

    def _is_due(self, progress: Progress) -> bool:
        return progress.seconds >= LONG and progress.seconds - self._written_at >= _INTERVAL

    def _write(self, paths: Sequence[Path], results: list[FileResult], progress: Progress) -> None:
        """Shows the findings of the files that are final, in order."""
        self._final_counts = self._final_counts or find_final_counts(paths)
        self._written_at = progress.seconds
        start = end = len(self._written)
        while end < len(results) and self._final_counts[end] <= len(results):
            end += 1
        if start == end:
            return
        shown = self.baselines.hide_known(collect(results, self.filters)).files[start:end]
        style = choose_style(sys.stdout, self.run.arguments.color)
        text = find_renderer(self.run.settings.output_format, style)(Results(shown))
        progress.erase()
        write_whole(sys.stdout, text)
        self._written.update((result.path, result.reported) for result in shown)


@dataclass(slots=True)
class Held:
    """Ctrl-C while it waits. `asked`: it was pressed; `before`: what would have happened, if anything can."""

    before: Any = None
    asked: bool = False

    def begin(self) -> None:
        """From here on it waits."""
        if threading.current_thread() is threading.main_thread():  # no other one has such signals
            self.before = signal.signal(signal.SIGINT, self._ask)

    def end(self) -> None:
        """From here on it waits no more."""
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def raise_asked(self) -> None:
        """Does what was asked for."""
        if self.asked:
            self.asked = False
            raise KeyboardInterrupt

    def wait_for_next(self, results: Iterator[FileResult]) -> FileResult | None:
        """The next result, None after the last one; Ctrl-C is heard until it is there."""
        self.end()
        try:
            self.raise_asked()
            return next(results, None)
        finally:
            self.begin()

    def _ask(self, *_: object) -> None:
        self.asked = True


@contextmanager
def hold_interrupts() -> Iterator[Held]:
    """Lets Ctrl-C wait until the end of the block."""
    held = Held()
    held.begin()
    try:
        yield held
    finally:
        held.end()
    held.raise_asked()
