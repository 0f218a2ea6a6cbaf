"""The last words of a run for people: how much was found, and what can be fixed. Floor 5."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.diagnostic import Applicability, Diagnostic
from retain_lint.results.model import Results


def summarise(results: Results, fixed: int, *, fix_only: bool = False) -> str:
    """One line for the findings that are left and those that have been fixed, one for what flags could still fix, and one for
    the engine calls that could not be judged; with `fix_only`, nothing but what has been fixed."""
    if fix_only:
        return f"Fixed {_count(fixed, 'finding')}."
    undecided = sum(not call.decided for call in results.calls())
    judged = f"\nNot judged: {_count(undecided, 'engine call')} (`retain-lint calls` says why)." if undecided else ""
    return _summarise_findings(results, fixed) + _summarise_failures(results) + _summarise_baseline(results) + judged


def _summarise_failures(results: Results) -> str:
    """Files that are broken, or have broken cells; the reasons stand above, file by file."""
    failed = sum(bool(result.errors) for result in results.files)
    all_failed = failed == len(results.files) and not any(results.reported())
    return f"\nNot checked, or not all of it: {_count(failed, 'file')}." if failed and not all_failed else ""


def _summarise_baseline(results: Results) -> str:
    known = f"\nNot shown: {_count(results.known, 'known finding')}, which the baseline holds." if results.known else ""
    if not results.gone:
        return known
    verb = "is" if results.gone == 1 else "are"
    return f"{known}\n{_count(results.gone, 'known finding')} {verb} gone; `--update-baseline` takes note."


def _summarise_findings(results: Results, fixed: int) -> str:
    diagnostics = [reported.diagnostic for reported in results.reported()]
    files = {diagnostic.location.path for diagnostic in diagnostics}
    safe, unsafe = (_count_fixes(diagnostics, level) for level in (Applicability.SAFE, Applicability.UNSAFE))
    done = f"Fixed {_count(fixed, 'finding')}. " if fixed else ""
    if not diagnostics:
        checked = sum(1 for result in results.files if not result.errors)
        if not checked:
            return f"{done}No file could be checked wholly." if results.files else "No file was checked."
        return f"{done}Nothing {'else ' if fixed else ''}found in {_count(checked, 'file')}."
    found = f"{done}Found {_count(len(diagnostics), 'finding')} in {_count(len(files), 'file')}."
    flags = [
        f"{number} with `{flag}`" for number, flag in ((safe, "--fix"), (unsafe, "--fix --unsafe-fixes")) if number
    ]
    return f"{found}\nFixable: {', '.join(flags)}." if flags else found


def summarise_diff(results: Results, fixable: int, *, unsafe_shown: bool) -> str:
    """One line for what `--diff` has shown and for what it has not; empty when no finding has a fix."""
    unsafe = _count_fixes((reported.diagnostic for reported in results.reported()), Applicability.UNSAFE)
    hint = f" ({_count(unsafe, 'unsafe fix', 'es')} with `--unsafe-fixes`)" if unsafe and not unsafe_shown else ""
    return f"Would fix {_count(fixable, 'finding')}.{hint}" if fixable or hint else ""


def _count_fixes(diagnostics: Iterable[Diagnostic], level: Applicability) -> int:
    return sum(1 for diagnostic in diagnostics if diagnostic.fix and diagnostic.fix.applicability is level)


def _count(number: int, noun: str, ending: str = "s") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}{ending}"
