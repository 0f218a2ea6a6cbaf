"""First answers: soon, without false words, and replaced by those of a whole check."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from retain_lint.interpreter.context.budget import BRIEF_STEPS
from retain_lint.runner import BRIEF_CHARACTERS, Runner
from retain_lint.server.background import Background
from retain_lint.server.carrying import carry_over
from retain_lint.server.checking import CheckedText, check_text
from retain_lint.server.memory import Memory
from tests.commands import FREED, RETAINED, write_files
from tests.server.editor import start_editor

BRANCHES = "".join(f"        if options.o{n}:\n            x = x * {n}\n" for n in range(12))
ROUND = f"""
def round_{{n}}(options, net, loader, opt):
    for x in loader:
{BRANCHES}        loss = net(x).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
"""
#: too many paths for a first answer; the finding stands behind all of them
LONG = "import torch\n" + "".join(ROUND.format(n=n) for n in range(40)) + FREED


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETAIN_LINT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))


def codes(checked: CheckedText) -> list[str]:
    return [entry.code for entry in checked.entries]


def test_what_is_short_is_answered_wholly_at_once(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    assert check_text(path, FREED, Runner(brief=True)) == check_text(path, FREED)


def test_what_is_long_is_answered_within_a_budget(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    brief, whole = (Runner(brief=brief).check_file(path, LONG.encode()) for brief in (True, False))
    assert not brief.whole and whole.whole and brief.footprint is None
    most = 2 * BRIEF_STEPS + brief.statistics["entry points"]  # each of them begins
    assert brief.statistics["instructions"] <= most < whole.statistics["instructions"]
    assert not check_text(path, LONG, Runner(brief=True)).whole
    assert check_text(path, LONG).whole
    assert check_text(path, LONG, Runner(brief=True)).whole  # it is known from now on


def test_what_is_left_to_be_parsed_is_known_to_the_next_answer(tmp_path: Path) -> None:
    large = "pass\n" * (BRIEF_CHARACTERS // 5 + 1)
    write_files(tmp_path, large=large, last="def last(net, x):\n    return net(x).exp().sum()\n")
    text = "import torch\nimport large\nfrom last import last\nloss = last(torch.nn.Linear(1, 1), torch.ones(1))\n"
    path, data = tmp_path / "train.py", f"{text}loss.backward(retain_graph=True)\n".encode()
    runner = Runner(brief=True)
    first, second = runner.check_file(path, data), runner.check_file(path, data)
    assert not first.whole and first.footprint is None
    assert second == Runner().check_file(path, data)


def test_an_importer_that_is_left_to_be_parsed_may_need_what_is_retained(tmp_path: Path) -> None:
    large = "pass\n" * (BRIEF_CHARACTERS // 5 + 1)
    user = "import torch\nfrom train import run\nloss = run(torch.nn.Linear(1, 1))\nloss.backward()\n"
    body = "    loss = net(torch.ones(1)).exp().sum()\n    loss.backward(retain_graph=True)\n    return loss\n"
    text = f"import torch\nimport large\n\n\ndef run(net):\n{body}\n\nrun(torch.nn.Linear(1, 1))\n"
    write_files(tmp_path, large=large, user=user, train=text)
    runner = Runner(brief=True)
    answers = [runner.check_file(tmp_path / "train.py", text.encode()) for _ in range(2)]
    assert [[verdict.value for verdict in answer.calls[0].verdicts] for answer in answers] == [
        ["undecided"],
        ["needed"],
    ]


def test_a_file_that_does_not_parse_ends_the_patience(tmp_path: Path) -> None:
    write_files(tmp_path, broken="class a.b:\n", last="def last(net, x):\n    return net(x).exp().sum()\n")
    text = "import torch\nimport broken\nfrom last import last\nlast(torch.nn.Linear(1, 1), torch.ones(1)).backward()\n"
    runner = Runner(brief=True)
    path = tmp_path / "train.py"
    assert [runner.check_file(path, text.encode()).whole for _ in range(2)] == [False, True]


def test_a_first_answer_does_not_judge_comments(tmp_path: Path) -> None:
    text = LONG.replace("x = x * 3\n", "x = x * 3  # noqa: RTG101\n")
    assert "RTG900" in codes(check_text(tmp_path / "train.py", text))
    assert "RTG900" not in codes(check_text(tmp_path / "other.py", text, Runner(brief=True)))


def test_what_is_known_stays_where_nothing_was_edited(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    known = check_text(path, FREED)
    (entry,) = known.entries
    row = entry.location.span.start_line
    carried = carry_over(known, CheckedText(path, "import os\n\n" + FREED, whole=False))
    (moved,) = carried.entries
    assert moved == check_text(path, "import os\n\n" + FREED).entries[0]
    assert moved.location.span.start_line == row + 2 and moved.message != entry.message
    assert not carry_over(known, CheckedText(path, FREED.replace("y.backward()", "y.backward( )"), whole=False)).entries
    edited = FREED.split("\n")
    edited[row - 1] = "    " + edited[row - 1]
    assert not carry_over(known, CheckedText(path, "\n".join(edited), whole=False)).entries
    assert carry_over(known, known).entries == known.entries  # each once


def test_lines_of_other_files_stay_as_they_are(tmp_path: Path) -> None:
    from dataclasses import replace

    path = tmp_path / "train.py"
    known = check_text(path, FREED)
    said = "see lines 5, 6 and 1, then model.py, line 6"
    known = replace(known, entries=(replace(known.entries[0], message=said),))
    (moved,) = carry_over(known, CheckedText(path, FREED.replace("import torch\n", "import torch\n\n"))).entries
    assert moved.message == "see lines 6, 7 and 1, then model.py, line 6"


HELPER = "def run(loss):\n    loss.backward(retain_graph={})\n"
CALLER = FREED.replace("y.backward()\ny.backward()", "import helper\nhelper.run(y)\ny.backward()")


def write_old(path: Path, text: str) -> None:
    """Writes a file that has not been touched for a minute, less its length in seconds."""
    path.write_text(text, encoding="utf-8")
    os.utime(path, (time.time() - 60 + len(text) % 7,) * 2)


def test_files_are_remembered_as_long_as_they_are_the_same(tmp_path: Path) -> None:
    memory, path, helper = Memory(), tmp_path / "train.py", tmp_path / "helper.py"
    write_old(helper, HELPER.format(True))
    os.utime(tmp_path, (time.time() - 60,) * 2)

    def look(note: str) -> list[str]:
        return codes(check_text(path, f"{CALLER}# {note}\n", memory.recall()))

    assert look("first") == []
    loaded = memory.recall().imported[helper]
    assert look("second") == [] and memory.recall().imported[helper] is loaded
    write_old(helper, HELPER.format(False))
    assert look("third") == ["RTG101"]
    (tmp_path / "helper").mkdir()
    write_old(tmp_path / "helper" / "__init__.py", "")
    assert look("fourth") == ["RTG101"]  # a module comes before a package
    helper.unlink()
    assert look("fifth") == []


def test_a_check_that_is_not_wanted_any_more_ends(tmp_path: Path) -> None:
    async def run() -> None:
        background = Background()
        try:
            asked = asyncio.create_task(background.check(tmp_path / "train.py", LONG * 3))
            await asyncio.sleep(0.2)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            found = await background.check(tmp_path / "train.py", RETAINED)
            assert found is not None and codes(found) == ["RTG201"]
            fixed = await background.fix(tmp_path / "train.py", RETAINED)
            assert fixed == RETAINED.replace("retain_graph=True", "")
        finally:
            background.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_the_whole_check_follows_the_first_answer(tmp_path: Path) -> None:
    write_files(tmp_path, train=LONG)
    whole = codes(check_text(tmp_path / "train.py", LONG + "\n"))
    assert whole == ["RTG101"]

    async def run() -> None:
        async with start_editor(tmp_path) as editor:
            uri = editor.open(tmp_path / "train.py")
            said = await editor.diagnostics(uri)
            while [found.code for found in said] != whole:
                said = await editor.diagnostics(uri)
            editor.type(uri, LONG.replace("x = x * 3", "x = x * (3 +", 1))  # not to be parsed
            said = await editor.diagnostics(uri)
            assert [found.code for found in said][0] == "invalid-syntax" and "RTG101" in [found.code for found in said]

    asyncio.run(run())
