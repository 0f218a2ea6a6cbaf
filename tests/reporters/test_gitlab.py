"""The Code Quality report, by the fields that GitLab's documentation demands."""

from __future__ import annotations

import json

import jsonschema

from retain_lint.reporters.gitlab import render
from retain_lint.results.model import Results
from tests.reporters.samples import HOSTILE, HOSTILE_RESULTS, make_failure, make_results

LINES = {
    "type": "object",
    "properties": {"begin": {"type": "integer", "minimum": 1}, "end": {"type": "integer", "minimum": 1}},
    "required": ["begin"],
    "additionalProperties": False,
}
ISSUE = {
    "type": "object",
    "properties": {
        "type": {"const": "issue"},
        "check_name": {"type": "string"},
        "categories": {"type": "array", "items": {"enum": ["Bug Risk", "Performance"]}, "minItems": 1},
        "description": {"type": "string"},
        "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
        "fingerprint": {"type": "string", "minLength": 1},
        "location": {
            "type": "object",
            "properties": {"path": {"type": "string", "pattern": "^[^/]"}, "lines": LINES},
            "required": ["path", "lines"],
            "additionalProperties": False,
        },
    },
    "required": ["check_name", "description", "severity", "fingerprint", "location"],
    "additionalProperties": False,
}


def read(results: Results) -> list[dict[str, object]]:
    issues: list[dict[str, object]] = json.loads(render(results))
    jsonschema.validate(issues, {"type": "array", "items": ISSUE})
    return issues


def test_a_finding() -> None:
    (issue,) = read(make_results())
    assert issue["description"] == "RTG101: `loss` is freed (help: use `loss`)"
    assert issue["location"] == {"path": "a.py", "lines": {"begin": 3, "end": 3}}


def test_nothing_found_is_an_empty_list() -> None:
    assert read(Results(())) == []


def test_fingerprints_differ() -> None:
    twice = Results((*make_results().files, *make_results().files, *make_failure().files))
    assert len({issue["fingerprint"] for issue in read(twice)}) == 3


def test_hostile_names() -> None:
    (issue,) = read(HOSTILE_RESULTS)
    assert issue["location"] == {"path": HOSTILE, "lines": {"begin": 3, "end": 3}}
