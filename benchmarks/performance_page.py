"""The page of docs/ that shows what performance.py has measured."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

TABLE_HEAD = "| what | seconds | beside | seconds | ratio |\n|---|---|---|---|---|"
_HEAD = """\
# What a run costs

Made by `python benchmarks/performance.py --write{options}` on {cores} cores, Python {python}: {title}. The seconds are this
machine's; the ratios are what to look at, below 1 where retain-lint is the faster one.

"""
_PLOT = "\n![The ratios of the table as bars, on a logarithmic scale](performance.svg)\n"


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison: the seconds of retain-lint, and of another tool on the same code."""

    what: str
    seconds: float
    other: str
    base: float

    @property
    def ratio(self) -> float:
        """How many times as long retain-lint takes."""
        return self.seconds / self.base

    def __str__(self) -> str:
        return f"| {self.what} | {self.seconds:.2f} | {self.other} | {self.base:.2f} | {self.ratio:.3g} |"


def write_page(page: Path, title: str, options: str, cores: int, rows: Sequence[Row]) -> None:
    """Writes the table and the plot beside it."""
    head = _HEAD.format(title=title, options=options, cores=cores, python=platform.python_version())
    page.write_text(head + "\n".join([TABLE_HEAD, *map(str, rows)]) + "\n" + _PLOT, encoding="utf-8")
    _plot(page.with_suffix(".svg"), [(f"{row.what} / {row.other}".replace("`", ""), row.ratio) for row in rows])


def _plot(path: Path, bars: Sequence[tuple[str, float]]) -> None:
    # Imported here: a run that only prints does not need it.
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 0.45 * len(bars) + 1.2), layout="constrained")
    names, ratios = zip(*reversed(bars), strict=True)
    colours = ["#2a9d5c" if ratio <= 1 else "#c8743a" for ratio in ratios]
    drawn = axes.barh(names, [ratio - 1 for ratio in ratios], left=1, color=colours)
    axes.bar_label(drawn, [f"{ratio:.3g}" for ratio in ratios], padding=3)
    axes.set_xscale("log")
    axes.set_xlim(min(ratios) / 2, max(ratios) * 2)
    axes.axvline(1, color="#666", linewidth=1)
    axes.set_xlabel("times as long as the other tool")
    axes.spines[["top", "right"]].set_visible(False)
    with plt.rc_context({"svg.fonttype": "none"}):
        figure.savefig(path)
