"""The page of docs/ that shows what performance.py has measured."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path

_HEAD = """\
# What a run costs

Made by `python benchmarks/performance.py --write{options}` on {cores} cores, Python {python}: {title}. The seconds are this
machine's; the ratios are what to look at, below 1 where retain-lint is the faster one.

| what | seconds | beside | seconds | ratio |
|---|---|---|---|---|
"""
_PLOT = "\n![The ratios of the table as bars, on a logarithmic scale](performance.svg)\n"


def write_page(page: Path, title: str, options: str, cores: int, rows: Sequence[tuple[str, str, float, str]]) -> None:
    """Writes the table and the plot beside it. A row: what was measured, beside what, the ratio, and its line of the table."""
    head = _HEAD.format(title=title, options=options, cores=cores, python=platform.python_version())
    page.write_text(head + "\n".join(line for *_, line in rows) + "\n" + _PLOT, encoding="utf-8")
    _plot(page.with_suffix(".svg"), [(f"{what} / {other}".replace("`", ""), ratio) for what, other, ratio, _ in rows])


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
