"""SARIF's description of the rules. Floor 5."""

from __future__ import annotations

from retain_lint.reporters.entries import make_url
from retain_lint.rules.base import list_documented
from retain_lint.rules.documentation import Documented


def describe_rules() -> list[dict[str, object]]:
    """A `reportingDescriptor` for each rule, by code."""
    return [_describe(rule) for rule in list_documented()]


def _describe(rule: Documented) -> dict[str, object]:
    sections = rule.sections()
    what = " ".join(sections["What it does"].split())
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": f"{what.partition('. ')[0].rstrip('.')}."},
        "fullDescription": {"text": " ".join(f"{what} {sections['Why is this bad?']}".split())},
        "help": {"text": rule.explain(), "markdown": rule.explain()},
        "helpUri": make_url(rule.code),
        "defaultConfiguration": {"enabled": rule.default, "level": rule.severity.value},
        "properties": {
            "precision": "very-high",
            "problem.severity": rule.severity.value,
            "tags": ["pytorch", "autograd"],
        },
    }
