"""The documentation as a site: built strictly, with a page for each rule where the findings' links point."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from retain_lint import DOCUMENTATION
from retain_lint.reporters.entries import make_url
from retain_lint.rules.base import list_documented

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


def test_each_rule_has_the_page_that_findings_link_to(site: Path) -> None:
    overview = (site / "rules" / "index.html").read_text(encoding="utf-8")
    for rule in list_documented():
        page = site / make_url(rule.code).removeprefix(DOCUMENTATION) / "index.html"
        text = page.read_text(encoding="utf-8")
        assert f"{rule.name} ({rule.code})" in text and 'id="use-instead"' in text
        assert f'href="{rule.code}/"' in overview


def test_pages_that_are_made_of_other_files(site: Path) -> None:
    changelog = (site / "changelog" / "index.html").read_text(encoding="utf-8")
    assert "Keep a Changelog" in changelog and "retain-lint server" in changelog


def test_every_page_is_in_the_navigation_and_asks_nothing_of_other_sites(site: Path) -> None:
    pages = [path for path in site.rglob("index.html")]
    written = [path for path in (ROOT / "docs").rglob("*.md")]
    assert len(pages) == len(written) + 1  # the changelog
    front = (site / "index.html").read_text(encoding="utf-8")
    for path in pages:
        folder = path.parent.relative_to(site).as_posix()
        assert folder == "." or f'href="{folder}/"' in front, folder
        assert 'src="http' not in path.read_text(encoding="utf-8")
