"""Fixes applied and proven: a changed file is analysed again before it is kept. Floor 5.

Invariant: a fix stays only if its finding is gone and no finding has come; so fixing ends, and never makes a file worse
in the eyes of the analysis. What a fix makes needless (a detach may leave a retain_graph without use) is fixed with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from retain_lint.diagnostic import Applicability, Diagnostic, Edit
from retain_lint.fixing.documents import DocumentError, change
from retain_lint.results.comment_checks import check_comments
from retain_lint.results.filters import Filter
from retain_lint.results.model import FileResult, NoqaUse
from retain_lint.runner import Runner

_MOST_ROUNDS = 20
_MOST_CONSEQUENCES = 10
Check = Callable[[Path, bytes], FileResult]


def _check_afresh(path: Path, data: bytes) -> FileResult:
    """Checks contents with nothing remembered: files that import this one must see it as it is now."""
    return Runner().check_file(path, data)


@dataclass(frozen=True, slots=True)
class FixedFile:
    """A file after fixing. `fixed` are the diagnostics that went; `result` is the analysis of the new contents;
    `refusal` says in one line why fixes that were there could not be applied, `withheld` which did not prove themselves."""

    path: Path
    before: bytes
    after: bytes
    fixed: tuple[Diagnostic, ...]
    result: FileResult
    refusal: str | None = None
    withheld: tuple[Withheld, ...] = ()


@dataclass(frozen=True, slots=True)
class Withheld:
    """A diagnostic whose fix is not made, and why."""

    diagnostic: Diagnostic
    why: str

    def __str__(self) -> str:
        place = self.diagnostic.location
        where = (
            f"line {place.span.start_line}"
            if place.cell is None
            else f"cell {place.cell}, line {place.span.start_line}"
        )
        return f"{where}: {self.diagnostic.code} is not fixed: {self.why}"


@dataclass(frozen=True, slots=True)
class Fixer:
    """Fixes files. `unsafe`: also those fixes that change what is computed."""

    unsafe: bool
    check: Check = _check_afresh

    def is_fixable(self, diagnostic: Diagnostic) -> bool:
        """Whether the diagnostic's fix may be applied, and lies in its own file."""
        fix = diagnostic.fix
        if fix is None or any(edit.location.path != diagnostic.location.path for edit in fix.edits):
            return False
        return fix.applicability is Applicability.SAFE or (self.unsafe and fix.applicability is Applicability.UNSAFE)

    def fix(self, path: Path, data: bytes, keeper: Filter, used: frozenset[NoqaUse] = frozenset()) -> FixedFile:
        """Applies every fix that proves itself. `used` are comments that silence what other files do here.

        Never raises for what is wrong with the file: see `refusal`."""
        current = _Version(data, self.check(path, data), keeper, used)
        fixed: list[Diagnostic] = []
        withheld: tuple[Withheld, ...] = ()
        refusal = None
        try:
            for _ in range(_MOST_ROUNDS):
                step = self._find_step(path, current)
                if not isinstance(step, _Step):
                    withheld = step
                    break
                current = step.version
                fixed += step.fixed
        except DocumentError as error:
            refusal = str(error)
        return FixedFile(path, data, current.data, tuple(fixed), current.result, refusal, withheld)

    def _find_step(self, path: Path, current: _Version) -> _Step | tuple[Withheld, ...]:
        """A change that proves itself: all fixes together, else one alone; else why each one does not."""
        fixable = [diagnostic for diagnostic in current.diagnostics() if self.is_fixable(diagnostic)]
        together = [fixable] if len(fixable) > 1 else []
        withheld: list[Withheld] = []
        for attempt in (*together, *([diagnostic] for diagnostic in fixable)):
            step = self._try(path, current, attempt)
            if isinstance(step, _Step):
                return step
            withheld += [Withheld(attempt[0], step)] if attempt not in together else []
        return tuple(withheld)

    def _try(self, path: Path, current: _Version, attempt: Sequence[Diagnostic]) -> _Step | str:
        """The file with the fixes of these diagnostics and of what they lead to, if they prove themselves; else what speaks
        against them."""
        expected = [_Place.of(diagnostic) for diagnostic in current.diagnostics()]
        fixed: list[Diagnostic] = []
        gone: list[_Place] = []
        for _ in range(_MOST_CONSEQUENCES):
            changed = change(path, current.data, [diagnostic.fix for diagnostic in attempt if diagnostic.fix])
            applied = [diagnostic for diagnostic in attempt if diagnostic.fix in changed.fixes]
            result = self.check(path, changed.data)
            if not applied or changed.data == current.data:
                return "its fix changes nothing"
            if len(result.errors) > len(current.result.errors):
                return "with its fix the file could not be checked"
            edits = [edit for diagnostic in applied if diagnostic.fix for edit in diagnostic.fix.edits]
            gone = [place.move(edits) for place in (gone or map(_Place.of, applied))]
            expected = [place.move(edits) for place in expected if place not in map(_Place.of, applied)]
            fixed += applied if not fixed else []
            current = replace(current, data=changed.data, result=result)
            attempt = _find_new(current.diagnostics(), expected)
            if not attempt:
                return _Step(current, tuple(fixed))
            if not all(self.is_fixable(diagnostic) for diagnostic in attempt):
                return _object(attempt, gone)
        return _object(attempt, gone)


@dataclass(frozen=True, slots=True)
class _Version:
    """Contents of a file and what the analysis says of them."""

    data: bytes
    result: FileResult
    keeper: Filter
    used: frozenset[NoqaUse]

    def diagnostics(self) -> list[Diagnostic]:
        """What the user would be shown in this file."""
        path = str(self.result.path)
        comments = check_comments(self.result, self.used | self.result.used, self.keeper.selection)
        found = (self.keeper.admit(reported.diagnostic) for reported in (*self.result.reported, *comments))
        return [diagnostic for diagnostic in found if diagnostic is not None and diagnostic.location.path == path]


@dataclass(frozen=True, slots=True)
class _Step:
    """A better version, and the diagnostics that are gone in it."""

    version: _Version
    fixed: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """A diagnostic's code and where it starts."""

    code: str
    cell: int | None
    line: int
    column: int

    @classmethod
    def of(cls, diagnostic: Diagnostic) -> _Place:
        """The place of a diagnostic."""
        location = diagnostic.location
        return cls(diagnostic.code, location.cell, location.span.start_line, location.span.start_column)

    def move(self, edits: Sequence[Edit]) -> _Place:
        """The place once the edits are made. Its column is kept, since only lines are compared."""
        line = self.line
        for edit in dict.fromkeys(edits):  # an edit that two fixes share is made once
            span = edit.location.span
            if edit.location.cell == self.cell and (span.end_line, span.end_column) <= (self.line, self.column):
                line += edit.content.count("\n") - (span.end_line - span.start_line)
        return replace(self, line=line)

    def key(self) -> tuple[str, int | None, int]:
        """What is compared between versions: fixes on a line may move what follows on it."""
        return self.code, self.cell, self.line


def _object(new: Sequence[Diagnostic], gone: Sequence[_Place]) -> str:
    """What speaks against fixes after which there are new diagnostics: what they were to remove is there, or another."""
    keys = {place.key() for place in gone}
    if any(_Place.of(diagnostic).key() in keys for diagnostic in new):
        return "its fix would not remove it"
    return f"its fix would bring {new[0].code} (line {new[0].location.span.start_line})"


def _find_new(diagnostics: Sequence[Diagnostic], expected: Sequence[_Place]) -> list[Diagnostic]:
    """The diagnostics beyond those expected: more of a code on a line than there were."""
    room = Counter(place.key() for place in expected)
    new = []
    for diagnostic in diagnostics:
        key = _Place.of(diagnostic).key()
        room[key] -= 1
        if room[key] < 0:
            new.append(diagnostic)
    return new
