"""What a rule is: the wording of one kind of finding, beside its documentation and examples. Floor 4.

A rule turns findings into diagnostics and never sees the interpreter. Adding a rule means adding one file to this
package: `all_rules()` finds it.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from retain_lint.diagnostic import Diagnostic, Fix, RelatedLocation
from retain_lint.domain.finding import Finding
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.documentation import Documented
from retain_lint.rules.wording import LONGEST, begin, fit, is_code

AnyFinding = TypeVar("AnyFinding", bound=Finding)


class Rule(Documented, ABC, Generic[AnyFinding]):
    """One kind of error in how autograd is used."""

    finding: type[AnyFinding]

    def check(self, finding: Finding, source: SourceReader) -> Diagnostic | None:
        """The diagnostic of a finding, or None if it is not this rule's. `source` reads the file of the finding."""
        if not isinstance(finding, self.finding) or not self.accepts(finding):
            return None
        advice, fix = self.advise(finding, source), self.fix(finding, source)
        excuse = self.excuse(finding) if fix is None and not is_code(advice) else ""
        notes = (*self.annotate(finding), *([excuse] if excuse else ()), *_list_assumptions(finding))
        return Diagnostic(
            code=self.code,
            name=self.name,
            message=fit(begin(finding) + self.describe(finding)),
            help=fit(advice, longest_code=LONGEST),  # code to type is whole where it can be
            notes=tuple(map(fit, notes)),
            location=finding.site.location,
            confidence=finding.confidence,
            related_locations=self.relate(finding),
            fix=fix,
            default=self.default and self.is_default(finding),
            severity=self.severity,
        )

    def accepts(self, finding: AnyFinding) -> bool:
        """Whether the finding is this rule's, when several rules share a type of finding."""
        return True

    def is_default(self, finding: AnyFinding) -> bool:
        """Whether this form of the finding is shown although its rule was not selected."""
        return True

    @abstractmethod
    def describe(self, finding: AnyFinding) -> str:
        """The message: what happens and why, with line numbers."""

    def advise(self, finding: AnyFinding, source: SourceReader) -> str:
        """The cure on one line, as code to type where that is known."""
        return ""

    def annotate(self, finding: AnyFinding) -> tuple[str, ...]:
        """What else the reader may want to know."""
        return ()

    def relate(self, finding: AnyFinding) -> tuple[RelatedLocation, ...]:
        """The other places that the reader needs, in the order in which they take effect."""
        return ()

    def fix(self, finding: AnyFinding, source: SourceReader) -> Fix | None:
        """The edits that remove the finding, when it is clear which they are."""
        return None

    def excuse(self, finding: AnyFinding) -> str:
        """Why no fix is made, of a finding that has none and whose cure is no code to type either."""
        return ""


def all_rules() -> tuple[Rule[Finding], ...]:
    """One instance of each rule about autograd, sorted by code."""
    return tuple(rule for rule in list_documented() if isinstance(rule, Rule))


def list_documented() -> tuple[Documented, ...]:
    """One instance of each rule in this package, those about comments too, sorted by code."""
    package = __name__.rpartition(".")[0]
    modules = pkgutil.iter_modules(importlib.import_module(package).__path__)
    found: dict[str, Documented] = {}
    for module in sorted(entry.name for entry in modules):
        for value in vars(importlib.import_module(f"{package}.{module}")).values():
            if isinstance(value, type) and issubclass(value, Documented) and "code" in vars(value):
                found[value.code] = value()
    return tuple(found[code] for code in sorted(found))


def _list_assumptions(finding: Finding) -> tuple[str, ...]:
    return tuple(f"assumes that {assumption}" for assumption in finding.assumptions)
