"""The way of one file, from its bytes to what is reported. Floor 5; read this file first.

    bytes -> prefilters -> torch in reach? -> parse and lower -> analyse -> rules -> suppressions -> diagnostics

Invariant: no exception leaves `Runner.check_file`; what goes wrong with one file becomes its result's `errors`.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from retain_lint.domain.call_site import CallSite
from retain_lint.domain.call_verdict import CallVerdict, Doubt, Reason, Verdict
from retain_lint.execution.collector import rare_collections
from retain_lint.frontend.engine_evidence import may_run_engine
from retain_lint.frontend.nesting import room_for_nesting
from retain_lint.frontend.parse import check_syntax
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import SourceError, SourceText, can_matter, read_source
from retain_lint.project.files import Files, Footprint, hash_bytes
from retain_lint.results.model import Failure, FailureKind, FileResult, fail
from retain_lint.source import Location, Span

if TYPE_CHECKING:
    from retain_lint.project.loader import LoadedModule, Project, TorchUse

#: longer texts are not analysed: they are generated, and parsed they fill gigabytes
MAX_CHARACTERS = 1_000_000
#: how much of the project is parsed for a first answer, in characters; the next one knows more of it
BRIEF_CHARACTERS = 12_000


@dataclass(frozen=True, slots=True)
class Runner:
    """Checks files one after the other. Modules that several of them import are parsed once. `pictures`: draws them, too; without
    `noqa`, comments silence nothing. `brief`: gives a first answer to somebody who waits."""

    pictures: bool = False
    noqa: bool = True
    brief: bool = False
    imported: dict[Path, LoadedModule | None] = field(default_factory=dict)
    files: Files = field(default_factory=Files)
    torch_uses: dict[Path, TorchUse] = field(default_factory=dict)

    def check_source(self, source: SourceText) -> FileResult:
        """Checks one text. Raises SourceError for a syntax error."""
        return self._check(Reading(source))

    def _check(self, reading: Reading) -> FileResult:
        # Imported here, past the prefilter: not even the search for torch is needed for most files.
        from retain_lint.project.loader import LoadedModule, Project
        from retain_lint.project.torch_use import concerns_torch

        source = reading.source
        path = Path(source.path)
        patience = BRIEF_CHARACTERS if self.brief else None
        texts = {path.absolute(): source.text}
        project = Project(path.parent, self.imported, self.files, self.torch_uses, patience, texts=texts)
        if not concerns_torch(path, source.text, project):
            check_syntax(reading)
            return FileResult(path, footprint=self._conclude(project))
        if len(source.text) > MAX_CHARACTERS:
            check_syntax(reading)
            return replace(_refuse(path), footprint=self._conclude(project))
        # Imported here: the interpreter takes long to load.
        from retain_lint.frontend.lower import lower_module
        from retain_lint.interpreter.drivers.entry_points import analyse, analyse_briefly
        from retain_lint.results.apply_rules import Reporting

        module = LoadedModule(lower_module(reading, path.stem), source)
        try:
            with rare_collections(), room_for_nesting():
                drawn = self.pictures
                report = analyse_briefly(module, project) if self.brief else analyse(module, project, pictures=drawn)
        except RecursionError:
            raise SourceError(source.path, "nested too deeply") from None
        reporting = Reporting(module, project)
        diagnostics = reporting.apply_rules(report.findings)
        return FileResult(
            path,
            reporting.report(diagnostics, noqa=self.noqa),
            statistics=report.statistics.counts(),
            calls=report.calls,
            pictures=report.pictures,
            comments=reporting.list_comments() if self.noqa else (),
            used=reporting.used(),
            footprint=self._conclude(project) if report.whole else None,
            whole=report.whole,
        )

    def _conclude(self, project: Project) -> Footprint | None:
        """What an analysis has seen of its project; None if the project has changed meanwhile."""
        return None if self.files.changed else project.files.footprint

    def check_bytes(self, path: Path, data: bytes) -> FileResult:
        """Checks the contents of one file. Raises SourceError when they are no Python."""
        source = read_source(path, data)
        try:
            return self._check_if_it_matters(source, data)
        except SourceError:
            # Imported here: only for the rare file that is refused.
            from retain_lint.frontend.unparsable import read_what_parses

            readable = read_what_parses(source)
        found = self._check_if_it_matters(readable.source, data)
        lost = _give_up(map(describe_error, readable.lost))
        return replace(found, errors=tuple(map(describe_error, readable.errors)), calls=(*found.calls, *lost))

    def _check_if_it_matters(self, source: SourceText, data: bytes) -> FileResult:
        reading = Reading(source)
        if can_matter(data) and may_run_engine(reading):
            return self._check(reading)
        check_syntax(reading)
        return FileResult(Path(source.path), footprint=Footprint())

    def check_file(self, path: Path, data: bytes | None = None) -> FileResult:
        """Checks one file, read from disk unless `data` is given. Never raises: see `FileResult.errors`."""
        try:
            data = path.read_bytes() if data is None else data
            return _sign(self.check_bytes(path, data), data)
        except Exception as error:
            return _fail(path, error, data or b"")

    def check_text(self, source: SourceText) -> FileResult:
        """Checks a text that is decoded already. Never raises, as `check_file`."""
        try:
            return self.check_source(source)
        except Exception as error:
            return replace(_fail(Path(source.path), error, source.text.encode(errors="replace")), footprint=None)


def _fail(path: Path, error: Exception, data: bytes) -> FileResult:
    """The result of a file that could not be checked."""
    if isinstance(error, SourceError):
        errors = (describe_error(error),)
        if not can_matter(data):
            return _sign(FileResult(path, errors=errors, footprint=Footprint()), data)
        return FileResult(path, errors=errors, calls=_give_up(errors))
    if isinstance(error, OSError):
        return FileResult(path, errors=(fail(FailureKind.UNREADABLE, path, error.strerror or str(error)),))
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    failure = fail(FailureKind.INTERNAL, path, f"internal error: {reason}")
    story = "".join(traceback.format_exception(error))
    return FileResult(path, errors=(failure,), traceback=story)


def _refuse(path: Path) -> FileResult:
    """The result of a file that is too large: nothing is known of any engine call in it."""
    start = Location(str(path), Span(1, 0, 1, 0))
    call = CallVerdict(CallSite(start, ""), (Verdict.UNDECIDED,), doubts=(Doubt(Reason.FILE_SIZE, start),))
    return FileResult(path, statistics={"file-size budget cuts": 1}, calls=(call,))


def _sign(result: FileResult, data: bytes) -> FileResult:
    """Says which contents a result is about."""
    if result.footprint is not None:
        result.footprint.checked = hash_bytes(data)
    return result


def describe_error(error: SourceError) -> Failure:
    """A file without a place to blame cannot be read at all."""
    return Failure(FailureKind.SYNTAX if error.placed else FailureKind.UNREADABLE, error.message, error.location)


def _give_up(errors: Iterable[Failure]) -> tuple[CallVerdict, ...]:
    """What stands for the engine calls of code that cannot be parsed: one that is undecided."""
    return tuple(
        CallVerdict(CallSite(error.location, ""), (Verdict.UNDECIDED,), doubts=(Doubt(Reason.SYNTAX, error.location),))
        for error in errors
        if error.kind is FailureKind.SYNTAX
    )
