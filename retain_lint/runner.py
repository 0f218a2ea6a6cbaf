"""The way of one file, from its bytes to what is reported. Floor 5; read this file first.

    bytes -> prefilter -> parse and lower -> analyse -> rules -> suppressions -> diagnostics

Invariant: no exception leaves `check_file`; what goes wrong with one file becomes its result's `error`.
"""

from __future__ import annotations

import traceback
from pathlib import Path

from retain_lint.diagnostic import Diagnostic
from retain_lint.frontend.text import SourceError, SourceText, can_matter, read_source
from retain_lint.results import FileResult
from retain_lint.syntax import check_syntax


def check_source(source: SourceText) -> FileResult:
    """Checks one text. Raises SourceError for a syntax error."""
    # Imported here, past the prefilter: libcst and the interpreter take a quarter of a second to load.
    from retain_lint.frontend.lower import lower_module
    from retain_lint.interpreter.entry import analyse
    from retain_lint.project import LoadedModule, Project
    from retain_lint.reporting import apply_rules, silence

    path = Path(source.path)
    project = Project(path.parent)
    module = LoadedModule(lower_module(source, path.stem), source)
    report = analyse(module, project)
    diagnostics = apply_rules(report.findings, module, project)
    return FileResult(path, silence(diagnostics, module, project), statistics=report.statistics.counts())


def check_source_text(path: Path, text: str) -> list[Diagnostic]:
    """The diagnostics of a text, `# noqa` comments not applied: for a host that applies them itself. Never raises for
    what is wrong with the text."""
    from retain_lint.frontend.lower import lower_module
    from retain_lint.interpreter.entry import analyse
    from retain_lint.project import LoadedModule, Project
    from retain_lint.reporting import apply_rules

    source = SourceText(str(path), text)
    project = Project(path.parent)
    try:
        module = LoadedModule(lower_module(source, path.stem), source)
    except SourceError:
        return []
    return apply_rules(analyse(module, project).findings, module, project)


def check_bytes(path: Path, data: bytes) -> FileResult:
    """Checks the contents of one file. Raises SourceError when they are no Python."""
    source = read_source(path, data)
    if can_matter(data):
        return check_source(source)
    check_syntax(source)
    return FileResult(path)


def check_file(path: Path, data: bytes | None = None) -> FileResult:
    """Checks one file, read from disk unless `data` is given. Never raises: see `FileResult.error`."""
    try:
        return check_bytes(path, path.read_bytes() if data is None else data)
    except SourceError as error:
        return FileResult(path, error=str(error))
    except OSError as error:
        return FileResult(path, error=f"{path}: {error.strerror or error}")
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        return FileResult(path, error=f"{path}: internal error: {reason}", traceback=traceback.format_exc())
