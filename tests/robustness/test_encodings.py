"""Files in whatever encoding, with whatever line ends: analysed as Python reads them, or refused in one clear line."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.runner import Runner
from tests.commands import FREED, run_lint

LATIN = f"# coding: latin-1\n# \xe9\n{FREED}"


def say(coding: str) -> bytes:
    """The program under a coding comment."""
    return f"# coding: {coding}\n{FREED}".encode()


READ = {
    "BOM": FREED.encode("utf-8-sig"),
    "BOM and comment": f"# coding: utf-8\n{FREED}".encode("utf-8-sig"),
    "latin-1": LATIN.encode("latin-1"),
    "comment on line 2": f"#!/usr/bin/python\n{LATIN}".encode("latin-1"),
    "CRLF": FREED.replace("\n", "\r\n").encode(),
    "CR": FREED.replace("\n", "\r").encode(),
    "mixed": FREED.replace("\n", "\r\n", 2).replace("y\n", "y\r").encode(),
    "form feed": f"\f{FREED}".replace("y =", "\f\ny =").encode(),
    "tabs": FREED.replace("y.backward()\n", "if True:\n\ty.backward()\n        \n").encode(),
    "no final newline": FREED.rstrip().encode(),
    "a character across the end of the head": f"#{'x' * 1022}\xe9\n{FREED}".encode(),
    "a mark, and a character across the end of the head": f"#{'x' * 1019}\xe9\n{FREED}".encode("utf-8-sig"),
}
REFUSED = {
    "UTF-16": (FREED.encode("utf-16"), "UTF-16 text, which Python does not read: save it as UTF-8"),
    "UTF-16 big": (b"\xfe\xff" + FREED.encode("utf-16-be"), "UTF-16 text"),
    "UTF-16 without mark": (FREED.encode("utf-16-le"), "null bytes"),
    "UTF-32": (FREED.encode("utf-32"), "UTF-32 text"),
    "NUL": (FREED.encode() + b"\0", "null bytes"),
    "no UTF-8": (FREED.encode() + b"# \xff", "cannot be decoded as utf-8"),
    "mark and another comment": (b"\xef\xbb\xbf" + say("latin-1"), "contradicts the byte order mark"),
    "unknown": (say("klingon"), "unknown encoding"),
    "no text": (say("zlib"), "unknown encoding"),
    "punycode": (say("punycode"), "cannot be decoded as punycode"),
    "undefined": (say("undefined"), "cannot be decoded as undefined"),
    "merge markers": (b"<<<<<<< HEAD\n" + FREED.encode() + b"=======\n>>>>>>> x\n", "invalid syntax"),
    "backticks": (b"if `x`: pass\n" + FREED.encode(), "invalid syntax"),
    "Ctrl-Z": (FREED.encode() + b"\x1a\n", "non-printable character"),
}


@pytest.mark.parametrize("data", READ.values(), ids=READ)
def test_read_as_python_does(data: bytes) -> None:
    compile(data, "a.py", "exec")
    result = Runner().check_file(Path("/a.py"), data)
    assert result.errors == () and [reported.diagnostic.code for reported in result.reported] == ["RTG101"]


@pytest.mark.parametrize(("data", "reason"), REFUSED.values(), ids=REFUSED)
def test_refused_in_one_line(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "a.py").write_bytes(data)
    (tmp_path / "good.py").write_text(FREED)
    run = run_lint("check", "-q", "--output-format", "concise", cwd=tmp_path)
    assert run.returncode == 2 and run.stdout.startswith("good.py:6:1: RTG101")
    (line,) = run.stderr.splitlines()
    assert line.startswith("a.py:") and reason in line and "internal" not in line


@pytest.mark.parametrize("data", [b"", b"\n", b"\f", b"\xef\xbb\xbf", b"\r", b"#"])
def test_nothing_in_it(data: bytes) -> None:
    result = Runner().check_file(Path("/a.py"), data)
    assert (result.errors, len(result.reported)) == ((), 0)
