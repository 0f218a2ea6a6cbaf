"""The server: checks a document when it is opened or saved, and a moment after its last change. Floor 6.

Checks run one at a time beside the loop that talks to the editor. What a check says of a text that has changed since is
dropped: the check of the newer text is on its way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from retain_lint import __version__
from retain_lint.configuration.rule_selection import SelectorError
from retain_lint.configuration.values import ConfigError
from retain_lint.server.actions import FIX_ALL, list_quick_fixes, make_fix_all
from retain_lint.server.checking import CheckedText, check_text, fix_text
from retain_lint.server.diagnostics import make_diagnostic
from retain_lint.server.hovers import make_hover
from retain_lint.server.places import Places

#: how long nothing must be typed before a check starts
_PAUSE_SECONDS = 0.1
_UNSAVED = "<unsaved>"
T = TypeVar("T")


class Server(LanguageServer):
    """Keeps what the last check of each open document has found."""

    def __init__(self) -> None:
        super().__init__("retain-lint", __version__, types.TextDocumentSyncKind.Full)
        self.checked: dict[str, CheckedText] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="check")
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

    async def run_aside(self, work: Callable[[Path, str], T], path: Path, text: str) -> T | None:
        """Runs work on a text beside the loop. A broken configuration is reported once, and gives None."""
        try:
            outcome = await asyncio.get_running_loop().run_in_executor(self._worker, work, path, text)
        except (ConfigError, SelectorError) as error:
            self._complain(str(error))
            return None
        self._complaint = ""
        return outcome

    def shutdown(self) -> None:
        """Ends the server; a check that runs is not waited for."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]

    async def _check(self, uri: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        version = self.workspace.get_text_document(uri).version
        path, text = self.read(uri)
        checked = await self.run_aside(check_text, path, text) or CheckedText(path, text)
        places = Places(uri, str(path), text, self.workspace.position_codec)
        self.checked[uri] = checked
        found = [make_diagnostic(entry, places) for entry in checked.entries]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

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
        fixed = await ls.run_aside(fix_text, checked.path, checked.text)
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
