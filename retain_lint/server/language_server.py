"""The server: checks a document when it is opened or saved, and a moment after its last change. Floor 6.

A first answer comes from a thread beside the loop that talks to the editor; where it is not the last word, a process of its own
checks the text wholly, and is ended by the next change. What a check says of a text that has changed since is dropped: the check
of the newer text is on its way.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from retain_lint import __version__
from retain_lint.configuration.rule_selection import SelectorError
from retain_lint.configuration.values import ConfigError
from retain_lint.server.actions import FIX_ALL, list_quick_fixes, make_fix_all
from retain_lint.server.background import Background
from retain_lint.server.carrying import carry_over
from retain_lint.server.checking import CheckedText, check_text
from retain_lint.server.diagnostics import make_diagnostic
from retain_lint.server.hovers import make_hover
from retain_lint.server.memory import Memory
from retain_lint.server.places import Places

#: how long nothing must be typed before a first answer is looked for, and after that before a whole check starts
_PAUSE_SECONDS = 0.05
_LONG_PAUSE_SECONDS = 0.5
_UNSAVED = "<unsaved>"


class Server(LanguageServer):
    """Keeps what the last check of each open document has found, and what is known of its last text that parses."""

    def __init__(self) -> None:
        super().__init__("retain-lint", __version__, types.TextDocumentSyncKind.Full)
        self.checked: dict[str, CheckedText] = {}
        self._known: dict[str, CheckedText] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="check")
        self._memory = Memory()
        self._background = Background()
        self._complaint = ""

    def schedule(self, uri: str, seconds: float = 0.0) -> None:
        """Checks a document after a pause, unless it is called again before."""
        self.cancel(uri)
        self._waiting[uri] = asyncio.get_running_loop().create_task(self._check(uri, seconds))

    def cancel(self, uri: str) -> None:
        """Drops the check of a document that has not started yet, and the outcome of one that has."""
        task = self._waiting.pop(uri, None)
        if task is not None:
            task.cancel()

    def forget(self, uri: str) -> None:
        """Takes back what was reported of a document."""
        self.cancel(uri)
        self.checked.pop(uri, None)
        self._known.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def read(self, uri: str) -> tuple[Path, str]:
        """The path and the text of an open document."""
        path = uris.to_fs_path(uri) if uri.startswith("file:") else None
        return Path(path) if path else Path.cwd() / _UNSAVED, self.workspace.get_text_document(uri).source

    def place(self, uri: str) -> tuple[CheckedText, Places] | None:
        """What is known of a document; None if its text has changed since it was checked."""
        checked = self.checked.get(uri)
        if checked is None or checked.text != self.read(uri)[1]:
            return None
        return checked, Places(uri, str(checked.path), checked.text, self.workspace.position_codec)

    async def fix(self, checked: CheckedText) -> str | None:
        """The text with its safe fixes; None if they cannot be told."""
        return await self._background.fix(checked.path, checked.text)

    def shutdown(self) -> None:
        """Ends the server; a check that runs is not waited for."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._background.stop()
        super().shutdown()  # type: ignore[no-untyped-call]

    async def _check(self, uri: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        path, text = self.read(uri)
        first = await self._look(path, text)
        self._publish(uri, first)
        if not first.whole:
            await asyncio.sleep(_LONG_PAUSE_SECONDS if seconds else 0.0)
            whole = await self._background.check(path, text)
            if whole is not None:
                self._publish(uri, whole, unless_shown=True)

    async def _look(self, path: Path, text: str) -> CheckedText:
        """A first answer. A broken configuration is reported once, and finds nothing."""
        try:
            answer = await asyncio.get_running_loop().run_in_executor(self._worker, self._check_aside, path, text)
        except (ConfigError, SelectorError) as error:
            self._complain(str(error))
            return CheckedText(path, text)
        self._complaint = ""
        return answer

    def _check_aside(self, path: Path, text: str) -> CheckedText:
        return check_text(path, text, self._memory.recall())

    def _publish(self, uri: str, found: CheckedText, *, unless_shown: bool = False) -> None:
        """Shows what was found, with what is still known from before if it is not the last word."""
        if uri in self._known and not (found.whole and found.parses):
            found = carry_over(self._known[uri], found)
        if found.parses:
            self._known[uri] = found
        shown = self.checked.get(uri)
        self.checked[uri] = found
        if unless_shown and shown is not None and shown.entries == found.entries:
            return
        places = Places(uri, str(found.path), found.text, self.workspace.position_codec)
        diagnostics = [make_diagnostic(entry, places) for entry in found.entries]
        version = self.workspace.get_text_document(uri).version
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def _complain(self, message: str) -> None:
        if message != self._complaint:
            self._complaint = message
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"retain-lint: {message}"))


def _open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    ls.schedule(params.text_document.uri)


def _change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    ls.schedule(params.text_document.uri, _PAUSE_SECONDS)


def _save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    """What a file says may be wrong in files that import it."""
    ls.schedule(params.text_document.uri)
    for uri in [uri for uri in ls.checked if uri != params.text_document.uri]:
        ls.schedule(uri)


def _close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.forget(params.text_document.uri)


async def _offer(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri, only = params.text_document.uri, params.context.only
    known = ls.place(uri)
    if known is None:
        return []
    actions: list[types.CodeAction] = []
    if _wants(types.CodeActionKind.QuickFix.value, only):
        actions += list_quick_fixes(*known, params.range)
    if only and _wants(FIX_ALL, only):  # fixes are proven by further checks, so only for those who ask
        checked, places = known
        fixed = await ls.fix(checked)
        action = make_fix_all(fixed, places) if fixed is not None else None
        actions += [action] if action else []
    return actions


def _wants(kind: str, only: object) -> bool:
    """Whether an editor that asks for kinds of actions (None: for all) asks for this one: a kind stands for those below it."""
    if not isinstance(only, (list, tuple)):
        return True
    asked = [getattr(wanted, "value", wanted) for wanted in only]
    return any(wanted == "" or f"{kind}.".startswith(f"{wanted}.") for wanted in asked)


def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    known = ls.place(params.text_document.uri)
    return make_hover(*known, params.position) if known else None


def make_server() -> Server:
    """A server that is not started yet."""
    server = Server()
    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(_open)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(_change)
    server.feature(types.TEXT_DOCUMENT_DID_SAVE)(_save)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(_close)
    server.feature(types.TEXT_DOCUMENT_HOVER)(_hover)
    kinds = [types.CodeActionKind.QuickFix, FIX_ALL]
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))(_offer)
    return server
