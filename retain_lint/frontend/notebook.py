"""Jupyter notebooks: the code cells as one Python text, IPython's own syntax made harmless. Floor 2.

The cells run one after the other in one namespace, so their texts are joined in order. Invariant: every line of a code
cell is one line of the text, so that lines lead back to the cell.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from retain_lint.frontend.magics import neutralise

# Cells are counted from 1 over all cells of the notebook, text cells too, as ruff counts them.
FIRST_CELL = 1


class NotebookError(ValueError):
    """Not a notebook that can be read; `line` is the place in the JSON text, if any."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell: its number among all cells of the notebook, and its first line (1-based) in the joined text."""

    index: int
    first_line: int


def read_notebook(data: bytes) -> tuple[str, tuple[Cell, ...]]:
    """The joined text of the Python code cells, and where each begins; raises NotebookError."""
    notebook = _load(data)
    if not _is_python(notebook):
        return "", ()
    parts: list[str] = []
    cells: list[Cell] = []
    line = 1
    for index, source in enumerate(_sources(notebook), FIRST_CELL):
        if source is not None:
            lines = neutralise(source)
            cells.append(Cell(index, line))
            parts += lines
            line += len(lines)
    return "\n".join(parts) + "\n" if parts else "", tuple(cells)


def _load(data: bytes) -> dict[str, Any]:
    try:
        notebook = json.loads(data)
    except UnicodeDecodeError as error:
        raise NotebookError(f"cannot be decoded as utf-8: {error.reason}") from None
    except json.JSONDecodeError as error:
        raise NotebookError(f"not a notebook: {error.msg}", error.lineno) from None
    except RecursionError:
        raise NotebookError("not a notebook: nested too deeply") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells", notebook.get("worksheets")), list):
        raise NotebookError("not a notebook: it has no cells")
    return notebook


def _is_python(notebook: dict[str, Any]) -> bool:
    """Notebooks name their language in the metadata; without it, Python is assumed."""
    metadata = notebook.get("metadata")
    if not isinstance(metadata, dict):
        return True
    for section, key in (("language_info", "name"), ("kernelspec", "language")):
        entry = metadata.get(section)
        if isinstance(entry, dict) and isinstance(entry.get(key), str):
            return bool(entry[key].lower() in ("python", "ipython"))
    return True


def _sources(notebook: dict[str, Any]) -> list[str | None]:
    """The text of each cell, None for one that is not code. Before format 4, cells lie in worksheets as `input`."""
    cells = notebook.get("cells")
    if cells is None:
        sheets = [sheet for sheet in notebook["worksheets"] if isinstance(sheet, dict)]
        cells = [cell for sheet in sheets for cell in sheet.get("cells", ())]
    return [_source(cell) for cell in cells]


def _source(cell: object) -> str | None:
    if not isinstance(cell, dict) or cell.get("cell_type") != "code":
        return None
    source = cell.get("source", cell.get("input", ""))
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    return source if isinstance(source, str) else ""
