"""What every rule has: a code, a name, documentation and examples. Floor 4."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import ClassVar

from retain_lint.diagnostic import Severity
from retain_lint.rules.examples import Bad, Example

SECTIONS = ("What it does", "Why is this bad?", "Example", "Use instead", "Fix safety", "References")
"""The headings of a rule's documentation, in order. Example and Use instead come from the rule's first example."""

_MARK = re.compile(r"^[ \t]*# (error|note)\b.*\n|[ \t]*# (error|note)\b.*$", re.MULTILINE)
_NOTE = re.compile(r"[ \t]*# note$", re.MULTILINE)
_ERROR = re.compile(r"# error$", re.MULTILINE)


class Documented:
    """The docstring of a subclass is its documentation: a `## heading` for each of SECTIONS but the two that the examples
    provide."""

    code: ClassVar[str]
    name: ClassVar[str]
    """In kebab case; reads as "allow <name>"."""
    examples: ClassVar[tuple[Example, ...]]
    """The first is a Bad with `fixed`: the documentation shows the two."""
    default: ClassVar[bool] = True
    """On without being selected."""
    severity: ClassVar[Severity] = Severity.ERROR

    @classmethod
    def explain(cls) -> str:
        """The documentation in Markdown, as `retain-lint explain CODE` and docs/rules/CODE.md show it."""
        prose = cls.sections()
        shown = next(example for example in cls.examples if isinstance(example, Bad) and example.fixed)
        example = _ERROR.sub(f"# {cls.code} is reported here", _NOTE.sub("", shown.code))
        prose["Example"] = f"```python\n{example}```"
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
