"""The page: a strict parser reads it, it refers to nothing outside, and nothing from a checked file can become a part of it."""

from __future__ import annotations

import base64
import hashlib
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import html5lib
import pytest

from retain_lint.reporters.html import render
from retain_lint.reporters.pictures.theme import DARK, LIGHT, MODEL_COLOURS
from retain_lint.results.model import FileResult, Results
from tests.commands import FREED, RETAINED, run_lint, write_files
from tests.reporters.samples import HOSTILE_RESULTS, make_failure, make_results

_XHTML = "{http://www.w3.org/1999/xhtml}"
_SVG = "{http://www.w3.org/2000/svg}"


def read(page: str) -> ElementTree.Element:
    """The page's tree. Raises html5lib's ParseError for whatever the standard calls an error."""
    tree = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), strict=True).parse(page)
    assert isinstance(tree, ElementTree.Element)
    return tree


def say(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def check_page(folder: Path, *options: str) -> ElementTree.Element:
    return read(run_lint("check", "--output-format", "html", *options, cwd=folder).stdout)


def test_a_finding() -> None:
    (article,) = read(render(make_results())).iter(f"{_XHTML}article")
    text = say(article)
    for part in (
        "error RTG101 backward-through-freed-graph",
        "loss is freed",
        "Help use loss",
        "Note assumes this",
        "a.py:3:5",
    ):
        assert part in text
    steps = [say(step) for step in article.iter(f"{_XHTML}li")]
    assert steps == ["1 freed here a.py:2:1", "2 loss.backward() a.py:3:5"]
    changed = [say(line) for line in article.iter(f"{_XHTML}div") if line.get("class") in ("add", "del")]
    assert changed == ["-é = loss.backward()", "+é = new.backward()"]


def test_summary_and_failures() -> None:
    clean = FileResult(Path("clean.py"))
    tree = read(render(Results((*make_results().files, clean, *make_failure().files))))
    tiles = [say(item) for item in next(tree.iter(f"{_XHTML}ul"))]
    assert tiles == [
        "1 error",
        "0 warnings",
        "1 unsafe fix",
        "2 files checked",
        "1 file with findings",
        "1 not checked",
    ]
    assert [say(article)[:22] for article in tree.iter(f"{_XHTML}article")][1] == "error invalid-syntax#b"


def test_nothing_found() -> None:
    assert "Nothing found." in say(read(render(Results((FileResult(Path("a.py")),)))))


def test_steps_have_the_same_numbers_in_code_path_and_picture(tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED)
    (article,) = check_page(tmp_path).iter(f"{_XHTML}article")
    badges = [say(badge) for badge in article.iter(f"{_XHTML}span") if "badge" in (badge.get("class") or "").split()]
    drawn = [say(text) for text in article.iter(f"{_SVG}text") if text.get("class") == "digit"]
    path = [say(step).split()[0] for step in article.iter(f"{_XHTML}li")]
    assert sorted(badges) == sorted(path * 2) and sorted(drawn) == path == ["1", "2", "3"]


def test_pictures_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, a=RETAINED)
    monkeypatch.setitem(sys.modules, "grandalf.graphs", None)
    tree = check_page(tmp_path)
    assert not list(tree.iter(f"{_SVG}svg")) and "pip install 'retain-lint[graph]'" in say(tree)


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED, b=RETAINED)
    tree = check_page(tmp_path)
    for element in tree.iter():
        assert not {"src", "srcset", "action", "style-src", "onclick"} & element.attrib.keys()
        assert str(element.tag).removeprefix(_XHTML) not in ("link", "iframe", "img", "object", "base", "form")
    links = [link.get("href") or "" for link in tree.iter(f"{_XHTML}a")]
    assert all(link.startswith(("#", "https://retain-lint.readthedocs.io/")) for link in links)
    styles = "".join(say(style) for style in tree.iter(f"{_XHTML}style"))
    assert "url(" not in styles and "@import" not in styles


def test_only_the_page_s_own_script_may_run() -> None:
    tree = read(render(HOSTILE_RESULTS))
    (script,) = tree.iter(f"{_XHTML}script")
    (policy,) = (meta.get("content") or "" for meta in tree.iter(f"{_XHTML}meta") if meta.get("http-equiv"))
    digest = base64.b64encode(hashlib.sha256((script.text or "").encode()).digest()).decode()
    assert policy.startswith("default-src 'none'; ") and f"script-src 'sha256-{digest}'" in policy


def test_hostile_names_and_lines_are_text() -> None:
    hostile, usual = (read(render(results)) for results in (HOSTILE_RESULTS, make_results()))
    assert [element.tag for element in hostile.iter() if element.tag != f"{_XHTML}mark"] == [
        element.tag for element in usual.iter() if element.tag != f"{_XHTML}mark"
    ]
    assert all(
        set(element.attrib) == set(other.attrib) for element, other in zip(hostile.iter(), usual.iter(), strict=True)
    )
    assert "</script>" in say(next(hostile.iter(f"{_XHTML}figure")))


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_contrast(colours: dict[str, str]) -> None:
    """WCAG AA: 4.5 for text on what it stands on."""
    pairs = [
        ("text", "page"),
        ("muted", "box"),
        ("muted", "event"),
        ("hot", "page"),
        ("good", "box"),
        ("accent", "card"),
    ]
    pairs += [("warning", "page"), ("on-mark", "hot"), ("on-mark", "note"), ("text", "hot-box"), ("muted", "hot-box")]
    pairs += [(f"model-{n}", ground) for n in range(MODEL_COLOURS) for ground in ("page", "box", "event", "hot-box")]
    poor = {(one, two): round(contrast(colours[one], colours[two]), 2) for one, two in pairs}
    assert {pair: ratio for pair, ratio in poor.items() if ratio < 4.5} == {}


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part, 16) / 255 for part in re.findall("..", colour[1:])]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
