"""How soon an editor sees the findings: what the language server takes for a script of 500 lines.

    python benchmarks/server.py [--rounds N] [--budget MILLISECONDS] [SCRIPT ...]

Starts `retain-lint server` as editors do and speaks to it over stdio. For each script, on a copy of its folder with an empty
cache: its start until it is `ready`, the first opening, N keystrokes (each in another line, so that no result is known), a
save, and its opening again. A time is from sending the notification to having the first answer, in milliseconds; `typed` has
the pause that the server waits for more keystrokes in it. The ratio is that of the median keystroke to `python -c 'import
ast'`, which is timed in turn with it; CPU is what the median keystroke takes of the server's own processor time (on Linux),
which others on the machine hardly change. Without scripts, ones of 500 lines are made of the shipped examples. With --budget it
fails if the median keystroke of a script takes longer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.editor import Editor, start_editor  # noqa: E402

LINES = 500
EXAMPLES = ("gan.py", "rnn.py", "actor_critic.py", "trainer.py", "two_heads.py")


@dataclass(frozen=True)
class Times:
    """Milliseconds of one script."""

    name: str
    lines: int
    findings: int
    ready: float
    opened: float
    typed: list[float]
    saved: float
    again: float
    start: float
    cpu: list[float]

    def write(self) -> str:
        median = statistics.median(self.typed)
        typed = f"{median:.0f} | {max(self.typed):.0f} | {median / self.start:.1f} | {statistics.median(self.cpu):.0f}"
        return f"| {self.name} | {self.lines} | {self.findings} | {self.ready:.0f} | {self.opened:.0f} | {typed} | {self.saved:.0f} | {self.again:.0f} |"


COLUMNS = ("lines", "findings", "ready", "opened", "typed, median", "worst", "ratio", "CPU", "saved", "opened again")
HEAD = f"| script | {' | '.join(COLUMNS)} |\n|---|" + "--:|" * len(COLUMNS)


def make_script(example: str) -> str:
    """A script of about 500 lines: the functions of an example again and again, under names of their own."""
    text = (ROOT / "examples" / example).read_text(encoding="utf-8")
    copies = [text]
    while sum(copy.count("\n") + 2 for copy in copies) + text.count("\n") <= LINES:
        copies.append(text.replace("def ", f"def v{len(copies)}_"))
    return "\n\n".join(copies)


async def clock(editor: Editor, uri: str) -> tuple[float, int]:
    """Milliseconds until the server's next word on a document, and the number of findings."""
    started = time.perf_counter()
    found = await editor.diagnostics(uri)
    return 1000 * (time.perf_counter() - started), len(found)


def read_cpu(process: int) -> float:
    """Milliseconds of processor time that a process has had; not known (0) on other systems than Linux."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def time_start() -> float:
    """Milliseconds that Python takes to start, for comparison between machines, and between loads of one."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import ast"], check=True)
    return 1000 * (time.perf_counter() - started)


def press_key(text: str, count: int) -> str:
    """The text after a character was typed at the end of one of its lines that hold code."""
    lines = text.split("\n")
    rows = [row for row, line in enumerate(lines) if line.endswith(")") and line.startswith("    ")] or [len(lines) - 1]
    lines[rows[(count * 37) % len(rows)]] += f"  # {count}"
    return "\n".join(lines)


async def measure(script: Path, rounds: int) -> Times:
    """The times of one script, in a server of its own."""
    text = script.read_text(encoding="utf-8")
    started = time.perf_counter()
    async with start_editor(script.parent) as editor:
        ready = 1000 * (time.perf_counter() - started)
        uri = editor.open(script, text)
        opened, findings = await clock(editor, uri)
        typed, starts, used = [], [], [read_cpu(editor.process_id)]
        for count in range(rounds):
            editor.type(uri, press_key(text, count))
            typed.append((await clock(editor, uri))[0])
            used.append(read_cpu(editor.process_id))
            starts.append(time_start())
        editor.save(uri)
        saved, _ = await clock(editor, uri)
        editor.close(uri)
        await editor.diagnostics(uri)
        editor.open(script, text)
        again, _ = await clock(editor, uri)
    return Times(
        script.name,
        text.count("\n"),
        findings,
        ready,
        opened,
        typed,
        saved,
        again,
        min(starts),
        [after - before for before, after in pairwise(used)],
    )


def lay_out(scripts: Sequence[Path], folder: Path) -> list[Path]:
    """The scripts in projects of their own, each with its neighbours."""
    laid = []
    for number, script in enumerate(scripts):
        shutil.copytree(script.parent, folder / str(number), ignore=shutil.ignore_patterns(".*"))
        laid.append(folder / str(number) / script.name)
    for example in EXAMPLES if not scripts else ():
        path = folder / example.removesuffix(".py") / example
        path.parent.mkdir()
        path.write_text(make_script(example), encoding="utf-8")
        laid.append(path)
    for path in laid:
        (path.parent / ".git").mkdir()  # the project's root
    return laid


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scripts", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--budget", type=float)
    arguments = parser.parse_args()
    print(HEAD, flush=True)
    late = False
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"RETAIN_LINT_CACHE_DIR": f"{folder}/cache", "PYTHONPATH": str(ROOT)}
        for script in lay_out([path.resolve() for path in arguments.scripts], Path(folder)):
            times = asyncio.run(measure(script, arguments.rounds))
            late |= arguments.budget is not None and statistics.median(times.typed) > arguments.budget
            print(times.write(), flush=True)
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
