"""Names of files, and source that a message quotes, which forge reports or command a terminal: in every format of the
command line, in flake8, in diffs and in lists.

What a program reads gives the name back by the format's own rules; only what a format cannot write is replaced.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

import pytest

from retain_lint.configuration.keys import OUTPUT_FORMATS
from retain_lint.reporters.visible import make_visible
from tests.commands import RETAINED, run_lint, run_process
from tests.reporters.test_workflow_commands import read_azure, read_github

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="such names are possible on Linux only")

NAMES = {
    "escape": b"\x1b[31m\x1b]0;title\x07.py",
    "lines": b"a\n::error::forged\r\n##vso[task.complete].py",
    "separators": b"a::b%,;]%0A%3A%AZP25=.py",
    "markup": b"<x y='&quot;\">]]>&amp;.py",
    "direction": "a\u202eyp.\u2028\x9b31m.py".encode(),
    "no text": b"a\xff\xfe.py",
    "quotes": b'a"b\\c\td.py',
}
# The message of RTG201 quotes no source; that of RTG101 quotes the call, with the escape sequence in it.
QUOTING = "import torch\nlosses = {k: torch.ones(1, requires_grad=True).exp() for k in ['\x1b[31m\u202e']}\n" + (
    "losses['\x1b[31m\u202e'].backward()\n" * 2
)
ALLOWED = re.compile(r"[ -~\n\t\r]|[^\x00-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")


def read_json(text: str) -> str:
    return str(json.loads(text)[0]["filename"])


def read_sarif(text: str) -> str:
    (found,) = json.loads(text)["runs"][0]["results"]
    return os.fsdecode(unquote_to_bytes(found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]))


#: what a reader of each format for programs takes the name of the file to be
READERS: dict[str, Callable[[str], str]] = {
    "json": read_json,
    "json-lines": lambda text: read_json(f"[{text}]"),
    "gitlab": lambda text: str(json.loads(text)[0]["location"]["path"]),
    "rdjson": lambda text: str(json.loads(text)["diagnostics"][0]["location"]["path"]),
    "sarif": read_sarif,
    "junit": lambda text: str(ElementTree.fromstring(text)[0].attrib["name"]),
    "github": lambda text: read_github(text.rstrip("\n"))[1]["file"],
    "azure": lambda text: read_azure(text.rstrip("\n"))[0]["sourcepath"],
}
#: formats that can write any character
EXACT = frozenset({"json", "json-lines", "gitlab", "rdjson", "sarif"})
#: and those that can write line ends
WITH_LINES = frozenset({"github", "azure"})


def shown_by(output_format: str, name: str) -> str:
    if output_format in EXACT:
        return name
    return (
        re.sub("[^\r\n]+", lambda match: make_visible(match[0]), name)
        if output_format in WITH_LINES
        else make_visible(name)
    )


def assert_harmless(text: str) -> None:
    assert not (left := ALLOWED.sub("", text)), left.encode("unicode_escape")
    assert not re.search("^(::error::forged|##vso.task.complete)", text, re.MULTILINE)


@pytest.mark.parametrize("output_format", OUTPUT_FORMATS)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names(name: bytes, output_format: str, tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(name)
    file.write_text(RETAINED, encoding="utf-8")
    run = run_lint("check", "--output-format", output_format, cwd=tmp_path)
    assert run.returncode == 1 and "RTG201" in run.stdout
    assert_harmless(run.stdout + run.stderr)
    if output_format in READERS:
        assert Path(READERS[output_format](run.stdout)).name == shown_by(output_format, file.name)
    else:  # for people: the same lines as for any other name
        file.rename(tmp_path / "usual.py")
        usual = run_lint("check", "--output-format", output_format, cwd=tmp_path)
        assert usual.stdout.count("\n") == run.stdout.count("\n")


@pytest.mark.parametrize("output_format", OUTPUT_FORMATS)
def test_quoted_source(output_format: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(QUOTING, encoding="utf-8")
    run = run_lint("check", "--output-format", output_format, cwd=tmp_path)
    assert run.returncode == 1 and "RTG101" in run.stdout
    assert_harmless(run.stdout + run.stderr)


def test_flake8(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(QUOTING, encoding="utf-8")
    command = [sys.executable, "-m", "flake8", "--select", "RTG", "a.py"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert "RTG101 `losses['\u241b[31m\ufffd'].backward()`" in run.stdout
    assert_harmless(run.stdout)


@pytest.mark.parametrize(
    "options", [["--show-files"], ["--fix", "--show-fixes"], ["--diff"], ["--statistics"], ["--add-noqa"]]
)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_other_output(name: bytes, options: list[str], tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(name)).write_text(RETAINED, encoding="utf-8")
    run = run_lint("check", *options, cwd=tmp_path)
    assert run.returncode < 2
    assert_harmless(run.stdout + run.stderr)


@pytest.mark.parametrize("name", [*NAMES.values(), b"usual name.py"], ids=[*NAMES, "usual"])
def test_git_applies_the_diff(name: bytes, tmp_path: Path) -> None:
    """Also where a line holds what Python, but no patch program, takes for the end of a line."""
    file, text = tmp_path / os.fsdecode(name), RETAINED.replace("3):", "3):  # \x0c \x1c \u2028 \x85 \r#").encode()
    file.write_bytes(text)
    run = run_process("check", "--diff", "--no-cache", cwd=tmp_path)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "apply", "-p0", "-"], cwd=tmp_path, input=run.stdout.encode(), check=True)
    patched = file.read_bytes()
    file.write_bytes(text)
    run_lint("check", "--fix", "--no-cache", cwd=tmp_path)
    assert b"\x0c" in patched and patched == file.read_bytes()


def test_a_terminal_is_shown_no_escapes_of_a_diff(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(RETAINED.replace("3):", "3):  # \x1b]0;title\x07"), encoding="utf-8")
    assert "\x1b]0;title\x07" in run_lint("check", "--diff", cwd=tmp_path).stdout
    coloured = run_lint("check", "--diff", "--color", "always", cwd=tmp_path).stdout
    assert "\x1b[" in coloured and "\x1b]" not in coloured and "\x07" not in coloured


def test_a_broken_configuration(tmp_path: Path) -> None:
    (tmp_path / "retain-lint.toml").write_text('select = ["\\u001b[31m"]\n', encoding="utf-8")
    for command in ("check", "config"):
        run = run_lint(command, cwd=tmp_path)
        assert run.returncode == 2 and "\u241b[31m" in run.stderr
        assert_harmless(run.stdout + run.stderr)
