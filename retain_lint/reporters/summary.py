"""The last words of a run for people: how much was found, and what can be fixed. Floor 5."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability
from retain_lint.results import Results


def summarise(results: Results, fixed: int) -> str:
    """One line for the findings that are left and those that have been fixed, and one for what flags could still fix."""
    diagnostics = [reported.diagnostic for reported in results.reported()]
    files = {diagnostic.location.path for diagnostic in diagnostics}
    safe, unsafe = (
        sum(1 for diagnostic in diagnostics if diagnostic.fix and diagnostic.fix.applicability is applicability)
        for applicability in (Applicability.SAFE, Applicability.UNSAFE)
    )
    done = f"Fixed {_count(fixed, 'finding')}. " if fixed else ""
    if not diagnostics:
        checked = sum(1 for result in results.files if result.error is None)
        return f"{done}Nothing {'else ' if fixed else ''}found in {_count(checked, 'file')}."
    found = f"{done}Found {_count(len(diagnostics), 'finding')} in {_count(len(files), 'file')}."
    flags = [
        f"{number} with `{flag}`" for number, flag in ((safe, "--fix"), (unsafe, "--fix --unsafe-fixes")) if number
    ]
    return f"{found}\nFixable: {', '.join(flags)}." if flags else found


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
