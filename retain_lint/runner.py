"""The way of one file, from its bytes to what is reported. Floor 5; read this file first.

    bytes -> prefilter -> parse and lower -> analyse -> rules -> suppressions -> diagnostics

Invariant: no exception leaves `Runner.check_file`; what goes wrong with one file becomes its result's `error`.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from retain_lint.frontend.text import SourceError, SourceText, can_matter, read_source
from retain_lint.results import FileResult
from retain_lint.syntax import check_syntax

if TYPE_CHECKING:
    from retain_lint.project import LoadedModule


@dataclass(frozen=True, slots=True)
class Runner:
    """Checks files one after the other. Modules that several of them import are parsed once."""

    imported: dict[Path, LoadedModule | None] = field(default_factory=dict)
    words: dict[Path, frozenset[bytes]] = field(default_factory=dict)

    def check_source(self, source: SourceText, *, noqa: bool = True) -> FileResult:
        """Checks one text; without `noqa`, comments silence nothing. Raises SourceError for a syntax error."""
        # Imported here, past the prefilter: libcst and the interpreter take a quarter of a second to load.
        from retain_lint.frontend.lower import lower_module
        from retain_lint.interpreter.entry import analyse
        from retain_lint.project import LoadedModule, Project
        from retain_lint.reporting import Reporting

        path = Path(source.path)
        project = Project(path.parent, self.imported, words=self.words)
        module = LoadedModule(lower_module(source, path.stem), source)
        report = analyse(module, project)
        reporting = Reporting(module, project)
        diagnostics = reporting.apply_rules(report.findings)
        return FileResult(path, reporting.report(diagnostics, noqa=noqa), statistics=report.statistics.counts())

    def check_bytes(self, path: Path, data: bytes) -> FileResult:
        """Checks the contents of one file. Raises SourceError when they are no Python."""
        source = read_source(path, data)
        if can_matter(data):
            return self.check_source(source)
        check_syntax(source)
        return FileResult(path)

    def check_file(self, path: Path, data: bytes | None = None) -> FileResult:
        """Checks one file, read from disk unless `data` is given. Never raises: see `FileResult.error`."""
        try:
            return self.check_bytes(path, path.read_bytes() if data is None else data)
        except SourceError as error:
            return FileResult(path, error=str(error))
        except OSError as error:
            return FileResult(path, error=f"{path}: {error.strerror or error}")
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            return FileResult(path, error=f"{path}: internal error: {reason}", traceback=traceback.format_exc())
