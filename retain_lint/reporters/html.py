"""`--output-format html`: one page that needs nothing else, no network, no other file. Floor 5.

Only the page's own script may run: its hash is in the content security policy, so that nothing from a checked file could, even if it
were not escaped.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Sequence

from retain_lint import __version__
from retain_lint.diagnostic import Applicability, Severity
from retain_lint.reporters.entries import Entry, list_entries
from retain_lint.reporters.page.assets import SCRIPT, STYLE
from retain_lint.reporters.page.elements import count, write_prose, write_text
from retain_lint.reporters.page.finding import write_finding
from retain_lint.reporters.paths import show_place
from retain_lint.results.model import Results


def render(results: Results) -> str:
    """The report as a page."""
    entries = list(list_entries(results))
    pictures = [picture for result in results.files for picture in result.pictures]
    articles = "".join(write_finding(entry, number, pictures) for number, entry in enumerate(entries, 1))
    empty = '<p class="empty">Nothing found.</p>'
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{_write_policy()}'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">'
        f"<title>retain-lint: {count(len(entries), 'finding')}</title><style>{STYLE}</style></head><body>"
        '<a class="skip" href="#findings">Skip to the findings</a>'
        f"{_write_top(results, entries)}"
        f'<div class="columns">{_write_index(entries)}<main id="findings">{articles or empty}</main></div>'
        f"<footer>retain-lint {__version__}. Keys: <kbd>j</kbd> next finding, <kbd>k</kbd> previous, <kbd>t</kbd> light or dark.</footer>"
        f"<script>{SCRIPT}</script></body></html>\n"
    )


def _write_policy() -> str:
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return f'<meta http-equiv="Content-Security-Policy" content="{policy}">'


def _write_top(results: Results, entries: Sequence[Entry]) -> str:
    found = [entry for entry in entries if not entry.is_failure]
    severities = Counter(entry.severity for entry in found)
    fixes = Counter(entry.fix.applicability for entry in found if entry.fix is not None)
    undecided = sum(not call.decided for call in results.calls())
    tiles = [
        ("error", "errors", severities[Severity.ERROR], "error"),
        ("warning", "warnings", severities[Severity.WARNING], "warning"),
        ("safe fix", "safe fixes", fixes[Applicability.SAFE], ""),
        ("unsafe fix", "unsafe fixes", fixes[Applicability.UNSAFE], ""),
        ("file checked", "files checked", sum(not result.errors for result in results.files), ""),
        ("file with findings", "files with findings", len({entry.location.path for entry in found}), ""),
        ("engine call", "engine calls", sum(1 for _ in results.calls()), ""),
        ("of them not judged", "of them not judged", undecided, ""),
        ("not checked", "not checked", len(entries) - len(found), "error"),
    ]
    shown = "".join(
        f'<li class="{kind if number else ""}"><b>{number}</b> {one if number == 1 else many}</li>'
        for one, many, number, kind in tiles
        if number or many in ("errors", "warnings", "files checked")
    )
    return (
        '<header class="top"><h1>retain-lint</h1><button type="button" id="theme" hidden>light / dark</button>'
        f'<ul class="tiles" aria-label="Summary">{shown}</ul></header>'
    )


def _write_index(entries: Sequence[Entry]) -> str:
    if not entries:
        return ""
    rules = Counter((entry.code, entry.name) for entry in entries)
    filters = "".join(
        f'<li><label><input type="checkbox" checked value="{write_text(code)}"> {write_text(code)} '
        f'<span class="name">{write_text(name if name != code else "")}</span> <b>{number}</b></label></li>'
        for (code, name), number in sorted(rules.items())
    )
    links = "".join(
        f'<li data-code="{write_text(entry.code)}"><a href="#f{number}" class="{entry.severity.value}">'
        f"<b>{write_text(entry.code)}</b> {write_text(show_place(entry.location))}"
        f"<span>{write_prose(entry.message)}</span></a></li>"
        for number, entry in enumerate(entries, 1)
    )
    return f'<nav aria-label="Findings"><ul class="filters" id="filters" hidden>{filters}</ul><ol class="index">{links}</ol></nav>'
