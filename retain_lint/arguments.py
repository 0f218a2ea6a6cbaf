"""The command line's grammar. Floor 6."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from retain_lint import __version__
from retain_lint.config import OUTPUT_FORMATS, ConfigError, Options
from retain_lint.diagnostic import Confidence
from retain_lint.selection import split_selectors

FORMAT_VARIABLE = "RETAIN_LINT_OUTPUT_FORMAT"
_EXIT_CODES = "exit codes: 0 nothing found, 1 findings, 2 usage, input or internal error"


def build_parser() -> argparse.ArgumentParser:
    """The parser of `retain-lint`; the chosen command is `command` in the result."""
    parser = argparse.ArgumentParser(
        prog="retain-lint", description="A static analyser for the lifetime of PyTorch's autograd graph."
    )
    parser.add_argument("--version", action="version", version=f"retain-lint {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_check(commands.add_parser("check", help="check files and folders", epilog=_EXIT_CODES))
    explain = commands.add_parser("explain", help="print the documentation of a rule")
    explain.add_argument("rule", metavar="CODE|NAME", help="such as RTG201 or unnecessary-retain-graph")
    rules = commands.add_parser("rules", help="list the rules")
    rules.add_argument("--output-format", choices=("text", "json"), default="text")
    return parser


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", default=["."], help="files and folders, `-` for stdin")
    parser.add_argument("--stdin-filename", metavar="PATH", help="the name of the text on stdin")
    parser.add_argument("--show-files", action="store_true", help="list the files that would be checked")
    parser.add_argument("-j", "--jobs", type=_count, metavar="N", help="processes to use (default: the cores)")
    parser.add_argument("--no-cache", action="store_true", help="accepted for scripts; there is no cache")
    _add_selection(parser.add_argument_group("rules"))
    _add_fixing(parser.add_argument_group("fixes"))
    _add_configuration(parser.add_argument_group("configuration"))
    _add_output(parser.add_argument_group("output"))


def _add_selection(group: argparse._ArgumentGroup) -> None:
    selectors = "codes, prefixes, rule names or ALL, comma-separated"
    for flag, help_ in (("--select", "report only"), ("--ignore", "do not report"), ("--extend-select", "report too")):
        group.add_argument(flag, action="append", metavar="RULES", help=f"{help_} these: {selectors}")
    group.add_argument("--per-file-ignores", action="append", metavar="PATTERN:RULES", help="rules off in some files")
    group.add_argument(
        "--min-confidence",
        choices=[confidence.value for confidence in Confidence],
        help="leave out findings that hold on some paths only with `definite`",
    )


def _add_fixing(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--fix", action="store_true", help="apply the safe fixes")
    group.add_argument(
        "--unsafe-fixes",
        action=argparse.BooleanOptionalAction,
        help="with --fix and --diff: also those that change what is computed",
    )
    group.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")


def _add_configuration(group: argparse._ArgumentGroup) -> None:
    source = group.add_mutually_exclusive_group()
    source.add_argument("--config", type=Path, metavar="FILE", help="use this TOML file")
    source.add_argument("--isolated", action="store_true", help="use no configuration file")
    group.add_argument(
        "--exclude", action="append", metavar="PATTERNS", help="leave out these paths (replaces defaults)"
    )
    group.add_argument("--extend-exclude", action="append", metavar="PATTERNS", help="leave out these paths too")
    group.add_argument(
        "--respect-gitignore", action=argparse.BooleanOptionalAction, help="leave out what .gitignore names (default)"
    )


def _add_output(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--output-format", choices=OUTPUT_FORMATS, help=f"default: text, or ${FORMAT_VARIABLE}")
    group.add_argument(
        "--statistics", action="store_true", help="count findings by rule, and what cut the analysis short"
    )
    group.add_argument("-e", "--exit-zero", action="store_true", help="exit 0 even when there are findings")
    group.add_argument("-q", "--quiet", action="store_true", help="no summary")
    group.add_argument("-v", "--verbose", action="store_true", help="say what is done; tracebacks of internal errors")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _join(values: list[str] | None) -> tuple[str, ...] | None:
    return None if values is None else tuple(item for value in values for item in split_selectors(value))


def _pairs(values: list[str] | None) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """`pattern:CODE,CODE other:CODE`, as flake8 writes it. Raises ConfigError."""
    if values is None:
        return None
    pairs: list[tuple[str, tuple[str, ...]]] = []
    for token in (item for value in values for item in split_selectors(value)):
        pattern, colon, selector = token.rpartition(":")
        if colon:
            pairs.append((pattern, (selector,)))
        elif pairs:
            pairs[-1] = (pairs[-1][0], (*pairs[-1][1], token))
        else:
            raise ConfigError(f"--per-file-ignores: `{token}` is not PATTERN:RULES")
    return tuple(pairs)


def read_command_line(arguments: argparse.Namespace) -> Options:
    """The configuration given by flags and the environment. Raises ConfigError with one line for the user."""
    output_format = arguments.output_format or os.environ.get(FORMAT_VARIABLE) or None
    if output_format is not None and output_format not in OUTPUT_FORMATS:
        raise ConfigError(f"${FORMAT_VARIABLE} must be one of {', '.join(OUTPUT_FORMATS)}")
    return Options(
        root=Path.cwd(),
        select=_join(arguments.select),
        ignore=_join(arguments.ignore),
        extend_select=_join(arguments.extend_select),
        per_file_ignores=_pairs(arguments.per_file_ignores),
        exclude=_join(arguments.exclude),
        extend_exclude=_join(arguments.extend_exclude),
        respect_gitignore=arguments.respect_gitignore,
        output_format=output_format,
        min_confidence=arguments.min_confidence,
        unsafe_fixes=arguments.unsafe_fixes,
    )
