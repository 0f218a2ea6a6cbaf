"""The last words of a run for people: how much was found, and what can be fixed. Floor 5."""

from __future__ import annotations

from retain_lint.diagnostic import Applicability
from retain_lint.results.model import Results


def summarise(results: Results, fixed: int) -> str:
    """One line for the findings that are left and those that have been fixed, one for what flags could still fix, and one for
    the engine calls that could not be judged."""
    undecided = sum(not call.decided for call in results.calls())
    judged = f"\nNot judged: {_count(undecided, 'engine call')} (`retain-lint calls` says why)." if undecided else ""
    return _summarise_findings(results, fixed) + judged


def _summarise_findings(results: Results, fixed: int) -> str:
    diagnostics = [reported.diagnostic for reported in results.reported()]
    files = {diagnostic.location.path for diagnostic in diagnostics}
    safe, unsafe = (
        sum(1 for diagnostic in diagnostics if diagnostic.fix and diagnostic.fix.applicability is applicability)
        for applicability in (Applicability.SAFE, Applicability.UNSAFE)
    )
    done = f"Fixed {_count(fixed, 'finding')}. " if fixed else ""
    if not diagnostics:
        checked = sum(1 for result in results.files if not result.errors)
        return f"{done}Nothing {'else ' if fixed else ''}found in {_count(checked, 'file')}."
    found = f"{done}Found {_count(len(diagnostics), 'finding')} in {_count(len(files), 'file')}."
    flags = [
        f"{number} with `{flag}`" for number, flag in ((safe, "--fix"), (unsafe, "--fix --unsafe-fixes")) if number
    ]
    return f"{found}\nFixable: {', '.join(flags)}." if flags else found


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
