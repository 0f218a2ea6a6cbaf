"""What a rule is: documentation, examples and the wording of one kind of finding. Floor 4.

A rule turns findings into diagnostics and never sees the interpreter. Adding a rule means adding one file to this
package: `all_rules()` finds it.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from abc import ABC, abstractmethod
from inspect import cleandoc
from typing import ClassVar, Generic, TypeVar

from retain_lint.diagnostic import Confidence, Diagnostic, Fix, RelatedLocation
from retain_lint.domain.finding import Finding
from retain_lint.fixes.passage import SourceReader
from retain_lint.rules.examples import Bad, Example

AnyFinding = TypeVar("AnyFinding", bound=Finding)

SECTIONS = ("What it does", "Why is this bad?", "Example", "Use instead", "Fix safety", "References")
"""The headings of a rule's documentation, in order. Example and Use instead come from the rule's first example."""

_LONGEST_MESSAGE = 250
_MARK = re.compile(r"^[ \t]*# (error|note)\b.*\n|[ \t]*# (error|note)\b.*$", re.MULTILINE)


class Rule(ABC, Generic[AnyFinding]):
    """One kind of error. The docstring of a subclass is its documentation: a `## heading` for each of SECTIONS but the
    two that the examples provide."""

    code: ClassVar[str]
    name: ClassVar[str]
    """In kebab case; reads as "allow <name>"."""
    examples: ClassVar[tuple[Example, ...]]
    """The first is a Bad with `fixed`: the documentation shows the two."""
    default: ClassVar[bool] = True
    """On without being selected."""
    finding: type[AnyFinding]

    def check(self, finding: Finding, source: SourceReader) -> Diagnostic | None:
        """The diagnostic of a finding, or None if it is not this rule's. `source` reads the file of the finding."""
        if not isinstance(finding, self.finding) or not self.accepts(finding):
            return None
        assumed = _list_assumptions(finding)
        message = _start_message(self.describe(finding), finding)
        short = len(message) + len(assumed) <= _LONGEST_MESSAGE
        return Diagnostic(
            code=self.code,
            name=self.name,
            message=message + assumed if short else message,
            location=finding.site.location,
            confidence=finding.confidence,
            related_locations=(*self.relate(finding), *_relate_site(finding, "" if short else assumed)),
            fix=self.fix(finding, source),
            default=self.default and self.is_default(finding) and finding.confidence is Confidence.DEFINITE,
        )

    def accepts(self, finding: AnyFinding) -> bool:
        """Whether the finding is this rule's, when several rules share a type of finding."""
        return True

    def is_default(self, finding: AnyFinding) -> bool:
        """Whether this form of the finding is shown although its rule was not selected."""
        return True

    @abstractmethod
    def describe(self, finding: AnyFinding) -> str:
        """The message: what happens, why (with line numbers), what to do."""

    def relate(self, finding: AnyFinding) -> tuple[RelatedLocation, ...]:
        """The other places that the reader needs, in the order in which they take effect."""
        return ()

    def fix(self, finding: AnyFinding, source: SourceReader) -> Fix | None:
        """The edits that remove the finding, when it is clear which they are."""
        return None

    @classmethod
    def explain(cls) -> str:
        """The documentation in Markdown, as `retain-lint explain CODE` and docs/rules/CODE.md show it."""
        prose = cls.sections()
        shown = next(example for example in cls.examples if isinstance(example, Bad) and example.fixed)
        prose["Example"] = f"```python\n{shown.code}```"
        prose["Use instead"] = f"```python\n{_MARK.sub('', shown.fixed or '')}```"
        body = "\n\n".join(f"## {heading}\n\n{prose[heading]}" for heading in SECTIONS)
        return f"# {cls.name} ({cls.code})\n\n{cls.availability()}\n\n{body}\n"

    @classmethod
    def availability(cls) -> str:
        """One line: whether the rule is on by default and has a fix."""
        shown = "On by default." if cls.default else "Off by default: select it by its code."
        fixable = any(isinstance(example, Bad) and example.applicability for example in cls.examples)
        return f"{shown} {'A fix is sometimes available.' if fixable else 'There is no automatic fix.'}"

    @classmethod
    def sections(cls) -> dict[str, str]:
        """The prose of the docstring by heading."""
        parts = cleandoc(cls.__doc__ or "").split("## ")[1:]
        return {heading.strip(): text.strip() for heading, _, text in (part.partition("\n") for part in parts)}


def all_rules() -> tuple[Rule[Finding], ...]:
    """One instance of each rule in this package, sorted by code."""
    package = __name__.rpartition(".")[0]
    modules = pkgutil.iter_modules(importlib.import_module(package).__path__)
    found: dict[str, Rule[Finding]] = {}
    for module in sorted(entry.name for entry in modules):
        for value in vars(importlib.import_module(f"{package}.{module}")).values():
            if isinstance(value, type) and issubclass(value, Rule) and "code" in vars(value):
                found[value.code] = value()
    return tuple(found[code] for code in sorted(found))


def _start_message(text: str, finding: Finding) -> str:
    return text if finding.confidence is Confidence.DEFINITE else f"on some paths, {text}"


def _list_assumptions(finding: Finding) -> str:
    return f" (assuming that {'; '.join(finding.assumptions)})" if finding.assumptions else ""


def _relate_site(finding: Finding, assumed: str) -> tuple[RelatedLocation, ...]:
    """How control gets to the site, and the assumptions when they are too long for the message."""
    called = tuple(RelatedLocation("called from here", place) for place in finding.site.calls)
    return (*called, RelatedLocation(assumed.strip(" ()"), finding.site.location)) if assumed else called
