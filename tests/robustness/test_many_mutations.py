"""The script that checks mutated files by the thousand: a few of them, and what it says of one that breaks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "benchmarks" / "mutations.py"), *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def test_a_few_mutations_break_nothing(tmp_path: Path) -> None:
    done = run("--count", "12", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("12 files, 0 of them broke something\n")


def test_what_takes_longer_than_the_limit_is_kept(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    script = (ROOT / "examples" / "gan.py").read_text(encoding="utf-8")
    (tmp_path / "scripts" / "gan.py").write_text(script, encoding="utf-8")
    done = run("--count", "3", "--first", "3", "--limit", "0.001", "--keep", "kept", "scripts", cwd=tmp_path)
    assert done.returncode == 1 and "gan.py: hang: over 0.001 s" in done.stdout, done.stdout + done.stderr
    kept = [path for path in (tmp_path / "kept").glob("hang_*.py")]
    assert kept and all("gan.py" in path.with_suffix(".txt").read_text(encoding="utf-8") for path in kept)


def test_folders_without_engine_calls_are_refused(tmp_path: Path) -> None:
    assert run(str(tmp_path), cwd=tmp_path).returncode == 2
