"""Writes docs/rules/CODE.md and docs/rules/README.md from the rules themselves.

    python tools/gen_rule_docs.py [--check]

With --check nothing is written; the exit code is 1 if a page is missing, stale or of no rule.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from retain_lint.rules.base import list_documented

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"
NOTE = "<!-- Written by tools/gen_rule_docs.py from the rule's docstring and examples; change those. -->\n\n"
DEFAULTS = (
    "A rule that is off is on once a selector names it (its code, its name, a prefix or `ALL`). The same holds for forms\n"
    "that its page calls a matter of style. What a rule finds on some paths only is shown with\n"
    "`--min-confidence conditional`."
)


def render_pages() -> dict[str, str]:
    """The text of every page by file name."""
    pages = {f"{rule.code}.md": NOTE + rule.explain() for rule in list_documented()}
    return {"README.md": NOTE + _render_index(), **pages}


def _render_index() -> str:
    rows = [
        f"| [{rule.code}]({rule.code}.md) | {rule.name} | {'on' if rule.default else 'off'} |"
        for rule in list_documented()
    ]
    return "\n".join(["# Rules", "", DEFAULTS, "", "| code | name | default |", "|---|---|---|", *rows, ""])


def find_stale(pages: dict[str, str], folder: Path) -> list[str]:
    """Names of the pages in `folder` that differ from what they should be, missing and surplus ones included."""
    present = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    return sorted(name for name in pages.keys() | present.keys() if pages.get(name) != present.get(name))


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the rules' documentation.")
    parser.add_argument("--check", action="store_true", help="only say which pages are out of date")
    check = parser.parse_args().check
    pages = render_pages()
    stale = find_stale(pages, FOLDER)
    for name in stale:
        print(f"{name} is out of date" if check else f"writing {name}")
        if not check and name in pages:
            FOLDER.mkdir(parents=True, exist_ok=True)
            (FOLDER / name).write_text(pages[name], encoding="utf-8")
        elif not check:
            (FOLDER / name).unlink()
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
