"""`--output-format sarif`: SARIF 2.1.0, the path of a finding as a code flow, its fix, the rules' documentation. Floor 5.

Format: docs.oasis-open.org/sarif/sarif/v2.1.0; GitHub's code scanning reads a part of it. Columns count code points.
"""

from __future__ import annotations

import json
from pathlib import Path

from retain_lint import DOCUMENTATION, __version__
from retain_lint.reporters.entries import Entry, list_entries
from retain_lint.reporters.flat_places import describe_flat
from retain_lint.reporters.sarif_places import ROOT, describe_fix, describe_place
from retain_lint.reporters.sarif_rules import describe_rules
from retain_lint.results.model import Results

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#: the name of our fingerprints; GitHub's own, `primaryLocationLineHash`, is added by its upload action
FINGERPRINT = "retainLintFingerprint/v1"


def render(results: Results) -> str:
    """The report as JSON text."""
    entries = list(list_entries(results))
    rules = describe_rules()
    places = {str(rule["id"]): index for index, rule in enumerate(rules)}
    driver = {"name": "retain-lint", "version": __version__, "informationUri": DOCUMENTATION, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"uri": f"{Path.cwd().as_uri().rstrip('/')}/"}},
        "invocations": [{"executionSuccessful": not any(entry.is_failure for entry in entries)}],
        "results": [_result(entry, places) for entry in entries],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _result(entry: Entry, rules: dict[str, int]) -> dict[str, object]:
    said: dict[str, object] = {
        "ruleId": entry.code,
        "level": entry.severity.value,
        "message": {"text": _message(entry)},
        "locations": [describe_place(entry.location, entry.line)],
        "partialFingerprints": {FINGERPRINT: entry.fingerprint},
    }
    if entry.code in rules:
        said["ruleIndex"] = rules[entry.code]
    if entry.related:
        said["relatedLocations"] = [
            {"id": number, **describe_place(related.location, message=related.message)}
            for number, related in enumerate(entry.related, 1)
        ]
        said["codeFlows"] = [_flow(entry)]
    if entry.fix is not None and entry.fix.edits and entry.location.cell is None:
        said["fixes"] = [describe_fix(entry.fix)]
    return said


def _message(entry: Entry) -> str:
    more = [f"Help: {entry.help}."] if entry.help else []
    return "\n".join([f"{describe_flat(entry)}.", *more, *(f"Note: {note}." for note in entry.notes)])


def _flow(entry: Entry) -> dict[str, object]:
    """The places in the order in which they take effect; the finding itself ends the way."""
    steps = [describe_place(related.location, message=related.message) for related in entry.related]
    steps.append(describe_place(entry.location, message=entry.message))
    places = [{"location": step, "executionOrder": order} for order, step in enumerate(steps, 1)]
    return {"threadFlows": [{"locations": places}]}
