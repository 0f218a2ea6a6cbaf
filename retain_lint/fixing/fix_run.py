"""The fixes of a run: which files get them, writing them back, showing them as a diff. Floor 5."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from retain_lint.fixing.documents import DocumentError, read_cells, replace_file
from retain_lint.fixing.verified_fixes import FixedFile, Fixer
from retain_lint.reporters.diff import quote_name
from retain_lint.reporters.paths import show_path
from retain_lint.results.merging import FileFilters
from retain_lint.results.model import FileResult, NoqaUse, Results

# programs that apply diffs count line feeds only
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_NO_END = "\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True)
class Fixes:
    """What fixing has done: the files that it changed, and in one line each those that have fixes which could not be
    applied, and the findings whose fixes did not prove themselves."""

    files: tuple[FixedFile, ...] = ()
    refusals: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()

    @property
    def diff(self) -> str:
        """The changes as a unified diff."""
        return "".join(line for file in self.files for line in render_diff(file))


def fix_files(results: Results, filters: FileFilters, fixer: Fixer, *, write: bool) -> Fixes:
    """Fixes the files that have fixable findings; without `write` only says how."""
    files: list[FixedFile] = []
    refusals: list[str] = []
    withheld: list[str] = []
    used = frozenset(use for result in results.files for use in result.used)
    for result in results.files:
        try:
            fixed = _fix_file(result, filters, fixer, used)
        except OSError as error:  # it was there when it was checked
            refusals.append(f"{show_path(result.path)}: not fixed: {error.strerror or error}")
            continue
        if fixed is None:
            continue
        withheld += list_withheld(fixed)
        if fixed.after == fixed.before and not fixed.refusal:
            continue
        refusal = fixed.refusal or _write(fixed, write)
        if refusal:
            refusals.append(f"{show_path(result.path)}: not fixed: {refusal}")
        else:
            files.append(fixed)
    return Fixes(tuple(files), tuple(refusals), tuple(withheld))


def list_withheld(fixed: FixedFile) -> list[str]:
    """A line for each finding of a file whose fix is not made."""
    return [f"{show_path(fixed.path)}, {one}" for one in fixed.withheld]


def _fix_file(result: FileResult, filters: FileFilters, fixer: Fixer, used: frozenset[NoqaUse]) -> FixedFile | None:
    """The file fixed; None when there is nothing to fix."""
    keeper = filters.find(str(result.path))
    if keeper is None or not any(fixer.is_fixable(reported.diagnostic) for reported in result.reported):
        return None
    fixed = fixer.fix(result.path, result.path.read_bytes(), keeper, used)
    return fixed if fixed.after != fixed.before or fixed.refusal or fixed.withheld else None


def _write(fixed: FixedFile, write: bool) -> str | None:
    """Writes the file back; why it cannot be, if so."""
    try:
        if write:
            replace_file(fixed.path, fixed.before, fixed.after)
    except DocumentError as error:
        return str(error)
    except OSError as error:
        return error.strerror or str(error)
    return None


def render_diff(fixed: FixedFile) -> Iterator[str]:
    """The change as a unified diff, its lines as they are in the file; of a notebook, one of each cell that has changed."""
    name = show_path(fixed.path)
    if fixed.path.suffix != ".ipynb":
        yield from _render(name, *(data.decode("utf-8", "replace") for data in (fixed.before, fixed.after)))
        return
    for (index, old), (_, new) in zip(read_cells(fixed.before), read_cells(fixed.after), strict=True):
        for line in _render(f"{name}:cell {index}", old, new):
            if line != _NO_END:  # a cell's last line has none
                yield line


def _render(name: str, old: str, new: str) -> Iterator[str]:
    quoted = quote_name(name)
    for line in difflib.unified_diff(_LINE.findall(old), _LINE.findall(new), quoted, quoted):
        if line.endswith("\n"):
            yield line
        else:
            yield f"{line}\n"
            yield _NO_END
