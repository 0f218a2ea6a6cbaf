"""The language server as an editor meets it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types

from tests.commands import CLEAN, FREED, RETAINED, run_lint, write_files
from tests.server.editor import Editor, apply_action, start_editor

Scene = Callable[[Editor], Awaitable[None]]


def play(folder: Path, scene: Scene) -> Editor:
    """Runs a scene in an editor that has the folder open."""

    async def run() -> Editor:
        async with start_editor(folder) as editor:
            await scene(editor)
        return editor

    return asyncio.run(run())


def place(range_: types.Range) -> tuple[int, int, int, int]:
    return range_.start.line, range_.start.character, range_.end.line, range_.end.character


def test_a_finding_of_an_unsaved_text(tmp_path: Path) -> None:
    write_files(tmp_path, train=CLEAN)

    async def scene(editor: Editor) -> None:
        uri = editor.open(tmp_path / "train.py")
        assert await editor.diagnostics(uri) == []
        editor.type(uri, FREED)
        (found,) = await editor.diagnostics(uri)
        assert (found.code, found.source, found.severity) == ("RTG101", "retain-lint", types.DiagnosticSeverity.Error)
        assert place(found.range) == (5, 0, 5, 12)
        assert found.code_description and found.code_description.href.endswith("/rules/RTG101/")
        related = found.related_information or ()
        assert {(info.location.uri, info.location.range.start.line) for info in related} == {(uri, 3), (uri, 4)}
        assert "\nhelp: " in found.message
        editor.type(uri, CLEAN)
        assert await editor.diagnostics(uri) == []

    play(tmp_path, scene)


def test_not_every_one_of_many_changes_is_checked(tmp_path: Path) -> None:
    write_files(tmp_path, train=CLEAN)

    async def scene(editor: Editor) -> None:
        uri = editor.open(tmp_path / "train.py")
        await editor.diagnostics(uri)
        for count in range(30):
            editor.type(uri, FREED + "#" * count)
        editor.type(uri, RETAINED)
        said = [await editor.published.get()]
        while said[-1].version != editor.version:
            said.append(await editor.published.get())
        assert [found.code for found in said[-1].diagnostics] == ["RTG201"]
        assert len(said) <= 15 and editor.published.empty()  # one, unless the machine stalls between two of them

    play(tmp_path, scene)


def test_quick_fixes(tmp_path: Path) -> None:
    text = RETAINED.replace("loss.backward(", '"\U0001f642"; loss.backward(')  # two code units before the call
    write_files(tmp_path, train=text)

    async def scene(editor: Editor) -> None:
        uri = editor.open(tmp_path / "train.py")
        (found,) = await editor.diagnostics(uri)
        fix, disable = await editor.actions(uri, 7)
        assert fix.is_preferred and fix.kind == "quickfix" and list(fix.diagnostics or ()) == [found]
        assert apply_action(fix, uri, text) == text.replace("retain_graph=True", "")
        assert disable.title == "RTG201: disable for this line" and not disable.is_preferred
        silenced = apply_action(disable, uri, text)
        assert silenced.splitlines()[7].endswith("loss.backward(retain_graph=True)  # noqa: RTG201")
        assert await editor.actions(uri, 0) == []
        (all_,) = await editor.actions(uri, 0, only=["source.fixAll"])
        assert apply_action(all_, uri, text) == text.replace("retain_graph=True", "")
        editor.type(uri, silenced)
        assert await editor.actions(uri, 7) == []  # what is known is of another text
        assert await editor.diagnostics(uri) == []
        assert await editor.actions(uri, 0, only=["source.fixAll.retain-lint"]) == []

    play(tmp_path, scene)


def test_an_unsafe_fix_says_so(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "rnn.py"
    shown = run_lint("check", "--diff", "--unsafe-fixes", str(example), cwd=tmp_path).stdout
    (added,) = [line[1:] for line in shown.splitlines() if line.startswith("+") and ".detach()" in line]

    async def scene(editor: Editor) -> None:
        uri = editor.open(example)
        found = next(found for found in await editor.diagnostics(uri) if found.code == "RTG102")
        fix = (await editor.actions(uri, found.range.start.line))[0]
        assert "(unsafe" in fix.title and not fix.is_preferred
        assert added in apply_action(fix, uri, example.read_text(encoding="utf-8")).splitlines()

    play(tmp_path, scene)


def test_hover_shows_the_rule(tmp_path: Path) -> None:
    write_files(tmp_path, train=FREED + "y = 1  # noqa: RTG201\n")

    async def scene(editor: Editor) -> None:
        uri = editor.open(tmp_path / "train.py")
        await editor.diagnostics(uri)
        assert await editor.hover(uri, 5, 3) == run_lint("explain", "RTG101", cwd=tmp_path).stdout
        assert "# unused-noqa (RTG900)" in await editor.hover(uri, 6, 16)
        assert await editor.hover(uri, 0, 0) == ""
        editor.type(uri, CLEAN + "# RTG103\n")
        await editor.diagnostics(uri)
        assert "(RTG103)" in await editor.hover(uri, 4, 4)

    play(tmp_path, scene)


def test_saving_a_helper_checks_those_who_import_it(tmp_path: Path) -> None:
    helper = "def run(loss):\n    loss.backward(retain_graph={})\n"
    caller = FREED.replace("y.backward()\ny.backward()", "import helper\nhelper.run(y)\ny.backward()")
    write_files(tmp_path, helper=helper.format(True), train=caller)

    async def scene(editor: Editor) -> None:
        uri = editor.open(tmp_path / "train.py")
        assert await editor.diagnostics(uri) == []
        other = editor.open(tmp_path / "helper.py")
        write_files(tmp_path, helper=helper.format(False))
        saved = types.TextDocumentIdentifier(other)
        editor.client.text_document_did_save(types.DidSaveTextDocumentParams(saved))
        (found,) = await editor.diagnostics(uri)
        assert found.code == "RTG101"

    play(tmp_path, scene)


def test_the_configuration_holds_and_a_broken_one_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "retain-lint.toml").write_text('ignore = ["RTG1"]\nexclude = ["vendor"]', encoding="utf-8")
    (tmp_path / "vendor").mkdir()
    write_files(tmp_path, train=FREED)
    write_files(tmp_path / "vendor", train=RETAINED)

    async def scene(editor: Editor) -> None:
        uri = editor.open(tmp_path / "train.py")
        assert await editor.diagnostics(uri) == []
        assert await editor.diagnostics(editor.open(tmp_path / "vendor" / "train.py")) == []
        (tmp_path / "retain-lint.toml").write_text("selekt = []", encoding="utf-8")
        for text in (CLEAN, FREED):
            editor.type(uri, text)
            assert await editor.diagnostics(uri) == []
        (tmp_path / "retain-lint.toml").unlink()
        editor.type(uri, FREED + "\n")
        assert len(await editor.diagnostics(uri)) == 1

    (message,) = play(tmp_path, scene).shown
    assert "did you mean `select`?" in message


def test_texts_that_are_no_python_and_closed_documents(tmp_path: Path) -> None:
    write_files(tmp_path, train=FREED)

    async def scene(editor: Editor) -> None:
        uri = editor.open(tmp_path / "new.py", "import torch\nx.backward(\n")  # never saved
        (found,) = await editor.diagnostics(uri)
        assert found.code == "invalid-syntax" and await editor.actions(uri, 1) == []
        for text in (
            "",
            "\x00",
            "# coding: nonsense\n",
            "# coding: ascii\n'é'.backward()\n",
            "\ud800".encode("utf-8", "replace").decode(),
        ):
            editor.type(uri, text)
            await editor.diagnostics(uri)
        editor.type(uri, "import torch\n\x0c\n" + FREED)
        assert [found.range.start.line for found in await editor.diagnostics(uri)] == [7]
        document = types.TextDocumentIdentifier(uri)
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(document))
        assert await editor.diagnostics(uri) == []

    play(tmp_path, scene)


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)  # importing it raises ImportError
    run = run_lint("server", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "retain-lint: server needs pygls: `pip install 'retain-lint[server]'`\n"
