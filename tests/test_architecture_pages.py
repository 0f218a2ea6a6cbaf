"""The pages on the architecture: one for each subpackage of the interpreter, and everything that they name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "architecture").glob("*.md"))
INTERPRETER = ROOT / "retain_lint" / "interpreter"
PROGRAMS = {path.name.split(".")[0] for path in ROOT.glob("tests/*/programs/*")}
_SPECIAL = "| special case | what is done | module | programs |"


def list_cases(page: Path) -> list[list[str]]:
    """The rows of a page's special cases, cell by cell."""
    _, _, table = page.read_text(encoding="utf-8").partition(_SPECIAL)
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines() if line[:2] == "| "]


def list_names(cell: str) -> list[str]:
    return [name for name in re.split(r", *", cell.strip(" |")) if name != "-"]


def test_each_subpackage_has_its_page() -> None:
    rooms = {path.name for path in INTERPRETER.iterdir() if (path / "__init__.py").exists()}
    assert {page.stem for page in PAGES} == rooms | {"README", "domain"}


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem != "README"], ids=lambda page: page.stem)
def test_special_cases_name_modules_and_programs_that_exist(page: Path) -> None:
    folder = INTERPRETER / page.stem if page.stem != "domain" else INTERPRETER.parent / "domain"
    modules = {path.stem for path in folder.glob("*.py")}
    cases = list_cases(page)
    assert cases
    for case, _, named, programs in cases:
        assert set(list_names(named)) <= modules, case
        assert set(list_names(programs)) <= PROGRAMS, case


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_to_files(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link
