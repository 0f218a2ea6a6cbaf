"""One finding on the page: its message, cure, code, path, fix and picture. Floor 5."""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.diagnostic import Applicability, Confidence, Fix
from retain_lint.domain.picture import Picture
from retain_lint.reporters.entries import Entry
from retain_lint.reporters.page.code import Step, list_steps, write_badge, write_excerpt, write_fix
from retain_lint.reporters.page.elements import write_prose, write_text
from retain_lint.reporters.paths import show_place
from retain_lint.reporters.pictures.focus import choose_picture, focus_on
from retain_lint.reporters.pictures.layout import MissingLibrary
from retain_lint.reporters.pictures.svg import render_inline

_FLAGS = {
    Applicability.SAFE: "safe: <code>--fix</code> applies it",
    Applicability.UNSAFE: "it changes what is computed: <code>--fix --unsafe-fixes</code> applies it",
    Applicability.DISPLAY_ONLY: "to be made by hand",
}


def write_finding(entry: Entry, number: int, pictures: Sequence[Picture]) -> str:
    """The article of a finding, or of a file that could not be checked."""
    steps = list_steps(entry)
    parts = [_write_head(entry, number), _write_cure(entry)]
    if not entry.is_failure:
        parts += [
            write_excerpt(entry, steps),
            _write_steps(steps),
            _write_change(entry),
            _write_picture(entry, steps, pictures),
        ]
    kind = entry.severity.value
    return f'<article id="f{number}" class="finding {kind}" tabindex="-1" data-code="{write_text(entry.code)}">{"".join(parts)}</article>'


def _write_head(entry: Entry, number: int) -> str:
    code = write_text(entry.code)
    rule = f'<a href="{write_text(entry.url)}">{code}</a>' if entry.url else code
    name = "" if entry.name == entry.code else f' <span class="name">{write_text(entry.name)}</span>'
    doubt = "" if entry.confidence is Confidence.DEFINITE else ' <span class="tag">on some paths</span>'
    return (
        f'<header><p class="meta"><span class="tag {entry.severity.value}">{entry.severity.value}</span> {rule}{name}{doubt}'
        f'<a class="self" href="#f{number}" aria-label="link to this finding">#</a></p>'
        f"<h2>{write_prose(entry.message)}</h2>"
        f'<p class="place">{write_text(show_place(entry.location))}</p></header>'
    )


def _write_cure(entry: Entry) -> str:
    said = [f'<p class="help"><b>Help</b> {write_prose(entry.help)}</p>'] if entry.help else []
    said += [f'<p class="note"><b>Note</b> {write_prose(note)}</p>' for note in entry.notes]
    return "".join(said)


def _write_steps(steps: Sequence[Step]) -> str:
    if len(steps) < 2:
        return ""
    items = "".join(
        f"<li>{write_badge(step)} <span>{write_prose(step.message)} "
        f'<span class="where">{write_text(show_place(step.location))}</span></span></li>'
        for step in steps
    )
    return f'<section><h3>Path</h3><ol class="steps">{items}</ol></section>'


def _write_change(entry: Entry) -> str:
    fix = entry.fix
    if fix is None or not fix.edits:
        return ""
    return f"<section><h3>Fix</h3>{_describe_fix(fix)}{write_fix(entry, fix)}</section>"


def _describe_fix(fix: Fix) -> str:
    return f"<p>{write_prose(fix.message)} ({_FLAGS[fix.applicability]})</p>"


def _write_picture(entry: Entry, steps: Sequence[Step], pictures: Sequence[Picture]) -> str:
    picture = choose_picture(pictures, entry.location)
    if picture is None:
        return ""
    try:
        drawing = render_inline(picture, focus_on(picture, [step.location for step in steps]))
    except MissingLibrary:
        drawing = "<p>To draw it, install grandalf: <code>pip install 'retain-lint[graph]'</code></p>"
    return (
        "<section><details open><summary><h3>Autograd graph</h3></summary>"
        f'<div class="picture" tabindex="0" role="region" aria-label="Autograd graph">{drawing}</div></details></section>'
    )
