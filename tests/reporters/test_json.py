"""The JSON report: its shape is a contract."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import jsonschema

from retain_lint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix, RelatedLocation
from retain_lint.reporters.json import render
from retain_lint.results.model import FileResult, ReportedDiagnostic, Results
from retain_lint.source import Location, Span
from tests.commands import FREED, RETAINED, check_json, run_lint, write_files

POSITION = {
    "type": "object",
    "properties": {"row": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}},
    "required": ["row", "column"],
    "additionalProperties": False,
}
EDIT = {
    "type": "object",
    "properties": {"content": {"type": "string"}, "location": POSITION, "end_location": POSITION},
    "required": ["content", "location", "end_location"],
    "additionalProperties": False,
}
FIX = {
    "type": ["object", "null"],
    "properties": {
        "applicability": {"enum": ["safe", "unsafe", "display"]},
        "message": {"type": ["string", "null"]},
        "edits": {"type": "array", "items": EDIT},
    },
    "required": ["applicability", "message", "edits"],
    "additionalProperties": False,
}
RELATED = {
    "type": "object",
    "properties": {
        "message": {"type": "string"},
        "filename": {"type": "string"},
        "cell": {"type": ["integer", "null"]},
        "location": POSITION,
        "end_location": POSITION,
    },
    "required": ["message", "filename", "location", "end_location"],
    "additionalProperties": False,
}
PROPERTIES = {
    "code": {"type": "string", "pattern": "^(RTG[0-9]{3}|[a-z]+(-[a-z]+)*)$"},
    "name": {"type": "string", "pattern": "^[a-z]+(-[a-z]+)*$"},
    "message": {"type": "string", "pattern": "^[^\\n]+$"},
    "help": {"type": ["string", "null"], "pattern": "^[^\\n]+$"},
    "notes": {"type": "array", "items": {"type": "string", "pattern": "^[^\\n]+$"}},
    "severity": {"enum": ["error", "warning"]},
    "confidence": {"enum": ["definite", "conditional"]},
    "filename": {"type": "string"},
    "cell": {"type": ["integer", "null"]},
    "location": POSITION,
    "end_location": POSITION,
    "fix": FIX,
    "noqa_row": {"type": ["integer", "null"]},
    "url": {"type": ["string", "null"], "pattern": "^https://"},
    "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "related_locations": {"type": "array", "items": RELATED},
}
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": PROPERTIES,
        "required": list(PROPERTIES),
        "additionalProperties": False,
    },
}


def read_fingerprint(report: str) -> str:
    (found,) = json.loads(report)
    return str(found["fingerprint"])


def test_nothing_found() -> None:
    assert render(Results(())) == render(Results((FileResult(Path("a.py")),))) == "[]\n"


def test_every_field() -> None:
    location = Location("/a.ipynb", Span(3, 4, 5, 0), 7)
    fix = Fix(Applicability.UNSAFE, "Do it", (Edit("x", Location("/a.ipynb", Span(3, 4, 3, 4), 7)),))
    related = (RelatedLocation("here", Location("/b.py", Span(1, 0, 1, 9))),)
    diagnostic = Diagnostic("RTG101", "a-name", "what", location, Confidence.CONDITIONAL, related, fix)
    diagnostic = replace(diagnostic, help="do that", notes=("one", "two"))
    results = Results((FileResult(Path("/a.ipynb"), (ReportedDiagnostic(diagnostic, 6, {}),)),))
    assert json.loads(render(results)) == [
        {
            "code": "RTG101",
            "name": "a-name",
            "message": "what",
            "help": "do that",
            "notes": ["one", "two"],
            "severity": "error",
            "confidence": "conditional",
            "filename": "/a.ipynb",
            "cell": 7,
            "location": {"row": 3, "column": 5},
            "end_location": {"row": 5, "column": 1},
            "fix": {
                "applicability": "unsafe",
                "message": "Do it",
                "edits": [
                    {"content": "x", "location": {"row": 3, "column": 5}, "end_location": {"row": 3, "column": 5}}
                ],
            },
            "noqa_row": 6,
            "url": "https://retain-lint.readthedocs.io/en/latest/rules/RTG101/",
            "fingerprint": read_fingerprint(render(results)),
            "related_locations": [
                {
                    "message": "here",
                    "filename": "/b.py",
                    "cell": None,
                    "location": {"row": 1, "column": 1},
                    "end_location": {"row": 1, "column": 10},
                }
            ],
        }
    ]


def test_without_help_there_is_null() -> None:
    diagnostic = Diagnostic("RTG101", "a-name", "what", Location("a.py", Span(1, 0, 1, 1)), Confidence.DEFINITE)
    results = Results((FileResult(Path("a.py"), (ReportedDiagnostic(diagnostic, 1, {}),)),))
    (entry,) = json.loads(render(results))
    assert entry["help"] is None and entry["notes"] == []


def test_real_reports_have_the_shape(tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED, b=RETAINED)
    found = check_json("--select", "ALL", cwd=tmp_path)
    jsonschema.validate(found, SCHEMA)
    assert [(finding["code"], Path(finding["filename"])) for finding in found] == [
        ("RTG101", tmp_path / "a.py"),
        ("RTG201", tmp_path / "b.py"),
    ]
    assert found[0]["location"] == {"row": 6, "column": 1} and found[0]["end_location"] == {"row": 6, "column": 13}


def test_a_syntax_error_is_an_entry(tmp_path: Path) -> None:
    write_files(tmp_path, a="x = 1\nx = = 2\n", b=FREED)
    run = run_lint("check", "--output-format", "json", cwd=tmp_path)
    found = json.loads(run.stdout)
    jsonschema.validate(found, SCHEMA)
    assert [(entry["code"], entry["location"]["row"]) for entry in found] == [("invalid-syntax", 2), ("RTG101", 6)]
    assert run.returncode == 2 and found[0]["url"] is found[0]["noqa_row"] is None


def test_json_lines_are_the_same_objects(tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED, b=RETAINED, c="def f(:\n")
    lines = run_lint("check", "--output-format", "json-lines", cwd=tmp_path).stdout.splitlines()
    assert [json.loads(line) for line in lines] == json.loads(
        run_lint("check", "--output-format", "json", cwd=tmp_path).stdout
    )


def test_fingerprints_survive_moved_lines(tmp_path: Path) -> None:
    twice = FREED + "y.backward()\ny.backward()\n"
    prints = []
    for text in (twice, "# a comment\n\n" + twice, twice.replace("y", "z")):
        write_files(tmp_path, a=text)
        prints.append([found["fingerprint"] for found in check_json(cwd=tmp_path)])
    assert len(set(prints[0])) == len(prints[0]) == 3
    assert prints[0] == prints[1] and not set(prints[1]) & set(prints[2])


def test_keys_are_those_of_ruff(tmp_path: Path) -> None:

    write_files(tmp_path, a="import os\n")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--output-format", "json", "a.py"]
    (theirs,) = json.loads(subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout)
    write_files(tmp_path, a=RETAINED)
    (ours,) = json.loads(run_lint("check", "--output-format", "json", "a.py", cwd=tmp_path).stdout)
    documented = {"code", "message", "filename", "location", "end_location", "fix", "url", "cell", "noqa_row"}
    assert documented <= theirs.keys() and documented <= ours.keys()
    assert theirs["filename"] == ours["filename"] == str(tmp_path / "a.py")
    assert theirs["location"].keys() == ours["location"].keys()
    assert theirs["fix"].keys() == ours["fix"].keys()
    assert theirs["fix"]["edits"][0].keys() == ours["fix"]["edits"][0].keys()
