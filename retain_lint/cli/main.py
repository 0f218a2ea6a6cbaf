"""The command line: which command runs, and its exit code. Floor 6.

Exit codes, as ruff's: 0 nothing found, 1 findings, 2 wrong usage, input that cannot be read, or an internal error. Imports
wait until a command needs them, so that `--version` and `--help` are instant.
"""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import sys
import traceback
from collections.abc import Sequence

from retain_lint.cli.arguments import build_parser
from retain_lint.configuration.rule_selection import SelectorError
from retain_lint.configuration.suggestions import suggest
from retain_lint.configuration.values import ConfigError
from retain_lint.reporters.visible import make_lines_visible, make_visible

_INTERRUPTED = 130
#: what a disk says that takes no more
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    _prepare_streams()
    parsed = build_parser().parse_args(arguments)
    try:
        code = _run(parsed)
        if not sys.stdout.closed:  # the server closes it
            sys.stdout.flush()
        return code
    except (ConfigError, SelectorError) as error:
        print(f"retain-lint: {make_visible(str(error))}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader has gone: nothing is left to say
        _discard_output()
        return 2
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:
        return _fail(error)


def _prepare_streams() -> None:
    """Names of files, and lines, may hold what the terminal's encoding lacks; a stream that is closed is None."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _fail(error: Exception) -> int:
    """Says what went wrong, and returns the exit code: Python's own would be 1, which means findings."""
    if isinstance(error, OSError) and error.errno in _FULL:
        _discard_output()
        print(f"retain-lint: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    print(make_lines_visible("".join(traceback.format_exception(error))), file=sys.stderr, end="")
    print(f"retain-lint: internal error: {type(error).__name__}: {make_visible(str(error))}", file=sys.stderr)
    return 2


def _discard_output() -> None:
    """What stdout still holds is lost: Python must not fail when it flushes it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(parsed: argparse.Namespace) -> int:
    if parsed.command == "check" and parsed.watch:
        from retain_lint.cli.watch import watch

        return watch(parsed)
    if parsed.command == "check":
        from retain_lint.cli.check_command import check

        return check(parsed)
    if parsed.command == "calls":
        from retain_lint.cli.calls_command import list_calls

        return list_calls(parsed)
    if parsed.command == "graph":
        from retain_lint.cli.graph_command import draw_graph

        return draw_graph(parsed)
    if parsed.command == "config":
        from retain_lint.cli.config_command import configure

        return configure(parsed)
    if parsed.command == "clean":
        from retain_lint.cli.clean_command import clean

        return clean(parsed)
    if parsed.command == "completion":
        from retain_lint.cli.completion_command import complete

        return complete(build_parser(), parsed.shell)
    if parsed.command == "server":
        from retain_lint.cli.server_command import serve

        return serve()
    return explain(parsed.rule) if parsed.command == "explain" else list_rules(parsed.output_format)


def explain(name: str) -> int:
    """Prints the documentation of a rule, found by its code or name."""
    from retain_lint.rules.base import list_documented

    for rule in list_documented():
        if name.upper() == rule.code or name.lower() == rule.name:
            print(rule.explain(), end="")
            return 0
    meant = suggest(name, [known for rule in list_documented() for known in (rule.code, rule.name)])
    hint = meant or "; `retain-lint rules` lists them"
    print(f"retain-lint: no rule is called `{make_visible(name)}`{hint}", file=sys.stderr)
    return 2


def list_rules(output_format: str) -> int:
    """Prints the code and the name of each rule; as JSON also a summary."""
    from retain_lint.rules.base import list_documented

    rules = [
        {"code": rule.code, "name": rule.name, "default": rule.default, "summary": _summarise(rule.sections())}
        for rule in list_documented()
    ]
    if output_format == "json":
        print(json.dumps(rules, indent=2))
        return 0
    for rule in rules:
        print(f"{rule['code']}  {rule['name']}{'' if rule['default'] else '  (off by default)'}")
    return 0


def _summarise(sections: dict[str, str]) -> str:
    """The first sentence of a rule's documentation."""
    text = " ".join(sections["What it does"].split())
    return text.partition(". ")[0].rstrip(".")
