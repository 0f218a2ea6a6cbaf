"""The command line's grammar. Floor 6."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from retain_lint import __version__
from retain_lint.cli.parser import Parser
from retain_lint.configuration.environment import read_environment
from retain_lint.configuration.keys import KEYS, Group, Key, Kind
from retain_lint.configuration.options import Options
from retain_lint.configuration.sources import read_inline
from retain_lint.configuration.values import ConfigError, parse_value
from retain_lint.reporters.style import COLOURS

_EXIT_CODES = "exit codes: 0 nothing found, 1 findings, 2 usage, input or internal error"
_CALLS_EXIT_CODES = "exit codes: 0 the calls are listed, 2 usage, input or internal error"
SHELLS = ("bash", "zsh", "tcsh")
_SHORT = {"jobs": ("-j",)}
#: keys whose flag may be given several times
_REPEATED = (Kind.SELECTORS, Kind.PATTERNS, Kind.PATTERN_RULES)


def build_parser() -> Parser:
    """The parser of `retain-lint`; the chosen command is `command` in the result."""
    parser = Parser(prog="retain-lint", description="A static analyser for the lifetime of PyTorch's autograd graph.")
    parser.add_argument("--version", action="version", version=f"retain-lint {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    usage = "retain-lint check [OPTIONS] [PATH ...]"
    _add_check(commands.add_parser("check", help="check files and folders", usage=usage, epilog=_EXIT_CODES))
    calls = commands.add_parser("calls", help="list the engine calls, each with its verdict", epilog=_CALLS_EXIT_CODES)
    _add_calls(calls)
    _add_graph(commands.add_parser("graph", help="draw what a file builds and sends backward, in order of time"))
    _add_config(commands.add_parser("config", help="show the configuration that holds for a file or folder"))
    _add_clean(commands.add_parser("clean", help="remove the cache that a check in this folder would use"))
    explain = commands.add_parser("explain", help="print the documentation of a rule")
    explain.add_argument("rule", metavar="CODE|NAME", help="such as RTG201 or unnecessary-retain-graph")
    rules = commands.add_parser("rules", help="list the rules")
    rules.add_argument("--output-format", choices=("text", "json"), default="text")
    completion = commands.add_parser("completion", help="print a script that makes a shell complete our options")
    completion.add_argument("shell", choices=SHELLS)
    server = commands.add_parser("server", help="serve editors by the Language Server Protocol, on stdin and stdout")
    server.add_argument("--stdio", action="store_true", help="accepted for editors; there is no other way")
    return parser


def _add_graph(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="FILE[::FUNCTION]", help="such as train.py or train.py::Trainer.step")
    parser.add_argument(
        "--output-format", choices=("svg", "dot", "mermaid"), help="default: by the file's name, or svg"
    )
    parser.add_argument("-o", "--output-file", type=Path, metavar="FILE", help="write to a file, not to stdout")


def _add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", nargs="?", metavar="PATH", default=".", help="default: the working directory")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--show", action="store_true", help="print what holds there (default)")
    what.add_argument("--schema", action="store_true", help="print the JSON schema of configuration files")
    _add_configuration(parser)


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", default=[], help="files and folders, `-` for stdin")
    groups = {group: parser.add_argument_group(group.value) for group in Group}
    for key in KEYS:
        if key.group is not Group.FILE:
            _add_key(groups[key.group], key)
    groups[Group.RULES].add_argument(
        "--update-baseline", action="store_true", help="write what is found to the baseline, in place of a report"
    )
    _add_fixing(groups[Group.FIXES])
    _add_configuration(groups[Group.FILE])
    _add_output(groups[Group.OUTPUT])
    files, run = groups[Group.FILES], groups[Group.RUN]
    files.add_argument("--stdin-filename", metavar="PATH", help="check the text on stdin, under this name")
    files.add_argument("--show-files", action="store_true", help="list the files that would be checked")
    run.add_argument("-w", "--watch", action="store_true", help="check again whenever a file has changed")
    _add_no_cache(run)
    _add_cluster(run)
    run.add_argument("-v", "--verbose", action="store_true", help="say what is done; tracebacks of internal errors")


def _add_calls(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", default=[], help="files and folders")
    parser.add_argument("--undecided", action="store_true", help="list only the calls that could not be judged")
    groups = {
        group: parser.add_argument_group(group.value) for group in (Group.FILES, Group.OUTPUT, Group.RUN, Group.FILE)
    }
    for key in KEYS:
        if key.group in (Group.FILES, Group.RUN):
            _add_key(groups[key.group], key)
    _add_configuration(groups[Group.FILE])
    output = groups[Group.OUTPUT]
    output.add_argument("--output-format", dest="calls_format", choices=("text", "json"), default="text")
    _add_destination(output)
    output.add_argument("-q", "--quiet", action="store_true", help="no totals")
    _add_no_cache(groups[Group.RUN])
    _add_cluster(groups[Group.RUN])
    groups[Group.RUN].add_argument("-v", "--verbose", action="store_true", help="tracebacks of internal errors")


def _add_clean(parser: argparse.ArgumentParser) -> None:
    for key in KEYS:
        if key.kind is Kind.FOLDER:
            _add_key(parser, key)
    _add_configuration(parser)


def _add_no_cache(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--no-cache", action="store_true", help="neither use nor keep results of other runs")


def _add_cluster(group: argparse._ArgumentGroup) -> None:
    """No key: a configuration file must not say where code and results are sent."""
    group.add_argument(
        "--cluster", metavar="ADDRESS", help="check the files on the workers of a dask.distributed cluster"
    )


def _add_key(group: argparse._ActionsContainer, key: Key) -> None:
    flags = (*_SHORT.get(key.name, ()), f"--{key.name}")
    if key.kind is Kind.FLAG:
        group.add_argument(*flags, action=argparse.BooleanOptionalAction, help=key.help)
        return
    help_ = f"{key.help}: {', '.join(key.choices)}" if key.choices else key.help
    action = "append" if key.kind in _REPEATED else "store"
    group.add_argument(*flags, action=action, metavar=key.kind.value, help=help_)


def _add_fixing(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--add-noqa", action="store_true", help="silence what is found by `# noqa` comments")
    group.add_argument("--exit-non-zero-on-fix", action="store_true", help="exit 1 when something was fixed, too")
    group.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")


def _add_configuration(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "--config", action="append", metavar="FILE|KEY=VALUE", help="use this configuration file, or set this key"
    )
    group.add_argument("--isolated", action="store_true", help="use no configuration file")


def _add_destination(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-o", "--output-file", type=Path, metavar="FILE", help="write the report to a file, not to stdout"
    )
    group.add_argument("--color", choices=COLOURS, default="auto", help="default: auto, on a terminal")


def _add_output(group: argparse._ArgumentGroup) -> None:
    _add_destination(group)
    group.add_argument(
        "--statistics", action="store_true", help="count findings by rule, and what cut the analysis short"
    )
    group.add_argument("-e", "--exit-zero", action="store_true", help="exit 0 even when there are findings")
    group.add_argument("-q", "--quiet", action="store_true", help="no summary")


def read_command_line(arguments: argparse.Namespace) -> Options:
    """The configuration given by flags and the environment. Raises ConfigError with one line for the user."""
    _, inline = split_config(arguments.config)
    flags = {key.field: _read_flag(key, getattr(arguments, key.field, None)) for key in KEYS}
    said = {field: value for field, value in flags.items() if value is not None}
    return replace(read_environment(read_inline(inline, Path.cwd())), **said)


def split_config(values: list[str] | None) -> tuple[Path | None, list[str]]:
    """The file and the `key=value` texts among the values of `--config`. Raises ConfigError."""
    files = [value for value in values or () if "=" not in value or os.path.isfile(value)]
    if len(files) > 1:
        raise ConfigError(f"--config: only one file can be used, not both {files[0]} and {files[1]}")
    return (Path(files[0]) if files else None), [value for value in values or () if value not in files]


def _read_flag(key: Key, value: Any) -> Any:
    """What a flag says; None when it is not given."""
    if value is None or isinstance(value, bool):
        return value
    return parse_value(key, ",".join(value) if isinstance(value, list) else value, f"--{key.name}")
