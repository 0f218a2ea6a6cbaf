"""The `server` command: speaks the Language Server Protocol on stdin and stdout. Floor 6."""

from __future__ import annotations

from retain_lint.configuration.values import ConfigError


def serve() -> int:
    """Runs until the editor ends it, and returns 0. Raises ConfigError if pygls is missing."""
    try:
        import pygls.lsp.server  # noqa: F401
    except ImportError as error:
        raise ConfigError("server needs pygls: `pip install 'retain-lint[server]'`") from error
    from retain_lint.server.checking import warm_up
    from retain_lint.server.language_server import make_server

    warm_up()
    make_server().start_io()
    return 0
