"""A hook of mkdocs: the pages that are made of something else, so that nothing is written twice.

The rules' pages are rendered from the rules, as `retain-lint explain` does; the changelog is CHANGELOG.md.
"""

from __future__ import annotations

from pathlib import Path

from gen_rule_docs import render_pages  # type: ignore[import-not-found]
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Lists the rules in the navigation, below their overview."""
    rules = next(entry["Rules"] for entry in config.nav or () if "Rules" in entry)
    rules += sorted(f"rules/{name}" for name in render_pages() if name != "README.md")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Puts the rendered pages in the place of those on disk."""
    pages = {f"rules/{name}": text for name, text in render_pages().items()}
    pages["changelog.md"] = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for name, text in pages.items():
        present = files.get_file_from_path(name)
        if present is not None:
            files.remove(present)
        files.append(File.generated(config, name, content=text))
    return files
