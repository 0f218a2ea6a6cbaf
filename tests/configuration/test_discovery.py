"""Which files are found; what git ignores is compared with git itself."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from retain_lint.configuration.discovery import CheckedFile, Discovery, MissingPath
from retain_lint.configuration.options import DEFAULT_EXCLUDE, Options
from retain_lint.configuration.settings_finder import SettingsFinder


def discover(folder: Path, *paths: str, **options: object) -> list[str]:
    """The files found under paths of a folder, seen from it."""
    finder = SettingsFinder(Options(folder, **options))  # type: ignore[arg-type]
    found = list(Discovery(finder).find([folder / path for path in paths or ["."]]))
    assert all(isinstance(item, CheckedFile) for item in found), found
    return [item.path.relative_to(folder).as_posix() for item in found]


def make(folder: Path, *files: str) -> None:
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).touch()


def make_repository(folder: Path, ignore: str = "") -> None:
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    (folder / ".gitignore").write_text(ignore, encoding="utf-8")


def test_python_files_and_notebooks_in_order_of_their_names(tmp_path: Path) -> None:
    make(tmp_path, "b.py", "a/z.py", "a.ipynb", "c.pyi", "d.txt", "e", "a/A.py")
    assert discover(tmp_path) == ["a/A.py", "a/z.py", "a.ipynb", "b.py"]


def test_paths_in_the_order_given_and_each_file_once(tmp_path: Path) -> None:
    make(tmp_path, "b.py", "a/z.py")
    assert discover(tmp_path, "b.py", "a", ".", "a/z.py") == ["b.py", "a/z.py"]


def test_a_file_that_is_named_is_checked_whatever_it_is(tmp_path: Path) -> None:
    make(tmp_path, "script", "build/a.py", "x.pyi")
    make_repository(tmp_path, "x.pyi\n")
    assert discover(tmp_path, "script", "build/a.py", "x.pyi", exclude=("script",)) == ["script", "build/a.py", "x.pyi"]


def test_missing_paths(tmp_path: Path) -> None:
    (found,) = Discovery(SettingsFinder(Options(tmp_path))).find([tmp_path / "absent"])
    assert found == MissingPath(tmp_path / "absent", "no such file or folder")


def test_default_exclusions(tmp_path: Path) -> None:
    make(
        tmp_path,
        "a.py",
        *(f"{name}/a.py" for name in DEFAULT_EXCLUDE),
        *(f"src/{name}/b.py" for name in DEFAULT_EXCLUDE),
    )
    assert discover(tmp_path) == ["a.py"]
    assert len(discover(tmp_path, exclude=())) == 1 + 2 * len(DEFAULT_EXCLUDE)
    assert discover(tmp_path, "build", ".venv") == ["build/a.py", ".venv/a.py"]


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (("old",), ["a.py", "src/a.py", "src/new/a.py"]),
        (("src/old",), ["a.py", "src/a.py", "src/new/a.py"]),
        (("/a.py",), ["src/a.py", "src/new/a.py", "src/old/a.py"]),
        (("src/*", "!src/new"), ["a.py", "src/new/a.py"]),
        (("*.py",), []),
        (("*.txt",), ["a.py", "src/a.py", "src/new/a.py", "src/old/a.py"]),
    ],
)
def test_exclude_patterns(tmp_path: Path, patterns: tuple[str, ...], expected: list[str]) -> None:
    make(tmp_path, "a.py", "src/a.py", "src/old/a.py", "src/new/a.py", "build/a.py")
    assert discover(tmp_path, extend_exclude=patterns) == expected


def test_an_excluded_folder_that_is_named_is_walked(tmp_path: Path) -> None:
    make(tmp_path, "gen/a.py", "gen/sub/b.py", "gen/c_pb2.py", "gen/build/d.py")
    excluded = ("gen/", "*_pb2.py")
    assert discover(tmp_path, extend_exclude=excluded) == []
    assert discover(tmp_path, "gen", extend_exclude=excluded) == ["gen/a.py", "gen/sub/b.py"]
    assert discover(tmp_path, "gen/sub", extend_exclude=excluded) == ["gen/sub/b.py"]


def test_gitignore(tmp_path: Path) -> None:
    make(tmp_path, "a.py", "out/b.py", "src/c.py", "src/d.gen.py", "src/keep.gen.py", "src/out.py")
    make_repository(tmp_path, "# generated\nout/\n*.gen.py\n")
    (tmp_path / "src" / ".gitignore").write_text("!keep.gen.py\n", encoding="utf-8")
    (tmp_path / ".git" / "info" / "exclude").write_text("src/c.py\n", encoding="utf-8")
    assert discover(tmp_path) == ["a.py", "src/keep.gen.py", "src/out.py"]
    assert discover(tmp_path, "src") == ["src/keep.gen.py", "src/out.py"]
    assert discover(tmp_path, "out") == ["out/b.py"]
    assert len(discover(tmp_path, respect_gitignore=False)) == 6


def test_gitignore_above_the_repository_does_not_count(tmp_path: Path) -> None:
    make(tmp_path, "inner/a.py")
    (tmp_path / ".gitignore").write_text("*.py\n", encoding="utf-8")
    make_repository(tmp_path / "inner")
    assert discover(tmp_path, "inner") == ["inner/a.py"]


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    make(tmp_path, "a/x.py")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "link.py").symlink_to(tmp_path / "a" / "x.py")
    assert discover(tmp_path) == ["a/x.py", "link.py"]


def ask_git(folder: Path) -> list[str]:
    """The Python files that git would add, in our order."""
    command = ["git", "-C", str(folder), "ls-files", "--others", "--exclude-standard", "*.py"]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "HOME": str(folder)})
    return sorted(run.stdout.split(), key=lambda name: name.split("/"))


LINES = st.sampled_from(
    [
        "a",
        "a/",
        "/a",
        "a/b",
        "b/*.py",
        "*.py",
        "!x.py",
        "!a",
        "!a/",
        "**/b",
        "a/**",
        "!a/x.py",
        "b/**/x.py",
        "#a",
        "x.py ",
        "[xy].py",
    ]
)
TREE = ("x.py", "y.py", "a/x.py", "a/b/x.py", "a/b/y.py", "b/x.py", "b/a/y.py", "b/b/x.py", "c/a/x.py")


@example(top=["a/**"], inner=["!x.py"])
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(top=st.lists(LINES, max_size=4), inner=st.lists(LINES, max_size=3))
def test_gitignore_as_git_reads_it(
    tmp_path_factory: pytest.TempPathFactory, top: Sequence[str], inner: Sequence[str]
) -> None:
    folder = tmp_path_factory.mktemp("tree")
    make(folder, *TREE)
    make_repository(folder, "\n".join(top))
    (folder / "a" / ".gitignore").write_text("\n".join(inner), encoding="utf-8")
    assert discover(folder) == ask_git(folder)
