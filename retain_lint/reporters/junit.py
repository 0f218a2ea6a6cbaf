"""`--output-format junit`: JUnit XML, a test suite a file, a failed test case a finding. Floor 5.

A file in which nothing was found is one test that passed: a report without tests is an error to most readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree

from retain_lint.reporters.entries import Entry, list_entries, slashed
from retain_lint.reporters.flat_places import describe_flat, flatten
from retain_lint.reporters.visible import make_visible
from retain_lint.results.model import Results


def render(results: Results) -> str:
    """The report as XML text."""
    entries = {path: list(group) for path, group in groupby(list_entries(results), lambda entry: entry.path)}
    paths = dict.fromkeys((*(slashed(str(result.path)) for result in results.files), *entries))
    everything = [entry for group in entries.values() for entry in group]
    tests = sum(len(entries.get(path, ())) or 1 for path in paths)
    root = ElementTree.Element("testsuites", {"name": "retain-lint", **_count(everything, tests)})
    for path in paths:
        _add_suite(root, path, entries.get(path, []))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def _count(entries: Sequence[Entry], tests: int) -> dict[str, str]:
    errors = sum(entry.is_failure for entry in entries)
    return {"tests": str(tests), "failures": str(len(entries) - errors), "errors": str(errors), "skipped": "0"}


def _add_suite(root: ElementTree.Element, path: str, entries: Sequence[Entry]) -> None:
    name = make_visible(path)
    counts = _count(entries, len(entries) or 1)
    suite = ElementTree.SubElement(root, "testsuite", {"name": name, "package": "retain-lint", **counts})
    for entry in entries:
        _add_case(suite, name, entry)
    if not entries:
        ElementTree.SubElement(suite, "testcase", {"name": "retain-lint", "classname": name, "file": name})


def _add_case(suite: ElementTree.Element, path: str, entry: Entry) -> None:
    line = flatten(entry.location).start_line
    title = f"{entry.code} {entry.name}"
    case = ElementTree.SubElement(
        suite, "testcase", {"name": title, "classname": path, "file": path, "line": str(line)}
    )
    message = make_visible(describe_flat(entry))
    verdict = ElementTree.SubElement(case, "error" if entry.is_failure else "failure")
    verdict.attrib.update(message=message, type=entry.severity.value)
    place = f"{path}:{line}:{flatten(entry.location).start_column + 1}"
    more = [f"help: {entry.help}"] if entry.help else []
    verdict.text = "\n".join(map(make_visible, [f"{place}: {message}", *more, *entry.notes]))
