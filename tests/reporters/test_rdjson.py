"""reviewdog's format: its suggestions, applied as reviewdog applies them, are our own fixes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from retain_lint.reporters.rdjson import render
from tests.commands import FREED, RETAINED, run_lint, write_files
from tests.reporters.samples import HOSTILE, HOSTILE_RESULTS, make_failure, make_results

POSITION = {
    "type": "object",
    "properties": {"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}},
    "required": ["line", "column"],
    "additionalProperties": False,
}
RANGE = {
    "type": "object",
    "properties": {"start": POSITION, "end": POSITION},
    "required": ["start"],
    "additionalProperties": False,
}
DIAGNOSTIC = {
    "type": "object",
    "properties": {
        "message": {"type": "string"},
        "location": {
            "type": "object",
            "properties": {"path": {"type": "string"}, "range": RANGE},
            "required": ["path"],
            "additionalProperties": False,
        },
        "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
        "code": {
            "type": "object",
            "properties": {"value": {"type": "string"}, "url": {"type": "string"}},
            "required": ["value"],
            "additionalProperties": False,
        },
        "suggestions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"range": RANGE, "text": {"type": "string"}},
                "required": ["range", "text"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["message", "location"],
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "properties": {
        "source": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "url": {"type": "string"}},
            "required": ["name"],
            "additionalProperties": False,
        },
        "diagnostics": {"type": "array", "items": DIAGNOSTIC},
    },
    "required": ["source", "diagnostics"],
    "additionalProperties": False,
}


def read(text: str) -> list[Any]:
    report = json.loads(text)
    jsonschema.validate(report, SCHEMA)
    diagnostics: list[Any] = report["diagnostics"]
    return diagnostics


def apply(data: bytes, suggestions: list[Any]) -> bytes:
    """The bytes with suggestions applied, from the last to the first."""
    starts = [0]
    starts += [index + 1 for index, byte in enumerate(data) if byte == ord("\n")]

    def offset(position: dict[str, int]) -> int:
        return starts[position["line"] - 1] + position["column"] - 1

    for suggestion in sorted(suggestions, key=lambda item: offset(item["range"]["start"]), reverse=True):
        start, end = (offset(suggestion["range"][name]) for name in ("start", "end"))
        data = data[:start] + suggestion["text"].encode() + data[end:]
    return data


def test_columns_count_bytes() -> None:
    (diagnostic,) = read(render(make_results(line="ééé x loss.backward()")))
    assert diagnostic["location"]["range"] == {"start": {"line": 3, "column": 8}, "end": {"line": 3, "column": 23}}


@pytest.mark.parametrize("program", [FREED, RETAINED])
def test_suggestions_are_the_fixes(tmp_path: Path, program: str) -> None:
    text = program.replace("loss", "verlust_größe").replace("y.backward()", "'é'; y.backward()")
    write_files(tmp_path, a=text)
    run = run_lint("check", "--output-format", "rdjson", cwd=tmp_path)
    (diagnostic,) = read(run.stdout)
    suggested = apply(text.encode(), diagnostic["suggestions"])
    assert run_lint("check", "--fix", "--unsafe-fixes", cwd=tmp_path).returncode == 0
    assert suggested == (tmp_path / "a.py").read_bytes() != text.encode()


def test_places_in_cells_have_no_lines() -> None:
    (diagnostic,) = read(render(make_results("n.ipynb", cell=2)))
    assert diagnostic["location"] == {"path": "n.ipynb"} and diagnostic["message"].startswith("cell 2:3:5: ")
    assert "suggestions" not in diagnostic


def test_a_syntax_error_has_its_column(tmp_path: Path) -> None:
    write_files(tmp_path, a="import torch\ndef f(:\n    pass\n")
    (diagnostic,) = read(run_lint("check", "--output-format", "rdjson", cwd=tmp_path).stdout)
    assert diagnostic["location"]["range"]["start"] == {"line": 2, "column": 7}


def test_failures_and_hostile_names() -> None:
    assert read(render(make_failure()))[0]["code"] == {"value": "invalid-syntax"}
    assert read(render(HOSTILE_RESULTS))[0]["location"]["path"] == HOSTILE
