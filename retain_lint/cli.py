"""The command line: `retain-lint check`, `explain` and `rules`. Floor 6.

Exit codes, as ruff's: 0 nothing found, 1 findings, 2 usage or internal error. Heavy imports wait until a command needs them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from retain_lint import __version__
from retain_lint.config import OUTPUT_FORMATS, ConfigError, Options, SettingsFinder
from retain_lint.selection import SelectorError, split_selectors

if TYPE_CHECKING:
    from retain_lint.discovery import CheckedFile
    from retain_lint.results import FileResult, Results
    from retain_lint.suppressions import FilterMaker

STDIN = "-"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    parsed = build_parser().parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except (ConfigError, SelectorError) as error:
        print(f"retain-lint: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser("retain-lint", description="Checks the lifetime of PyTorch's autograd graphs.")
    parser.add_argument("--version", action="version", version=f"retain-lint {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_check(commands.add_parser("check", help="check files and folders"))
    explain = commands.add_parser("explain", help="explain a rule")
    explain.add_argument("rule", metavar="CODE|NAME")
    explain.set_defaults(run=run_explain)
    rules = commands.add_parser("rules", help="list the rules")
    rules.add_argument("--output-format", choices=("text", "json"), default="text")
    rules.set_defaults(run=run_rules)
    return parser


def _add_check(check: argparse.ArgumentParser) -> None:
    check.set_defaults(run=run_check)
    check.add_argument("paths", nargs="*", default=["."], metavar="PATHS", help="files and folders; - is stdin")
    check.add_argument("--select", metavar="RULES", help="codes, prefixes or names, separated by commas; ALL")
    check.add_argument("--ignore", metavar="RULES", help="rules to leave out")
    check.add_argument("--extend-select", metavar="RULES", help="rules to add")
    check.add_argument("--per-file-ignores", action="append", metavar="PATTERN:RULES", default=[])
    check.add_argument("--exclude", metavar="PATTERNS", help="replaces the default exclusions")
    check.add_argument("--extend-exclude", metavar="PATTERNS")
    check.add_argument("--output-format", choices=OUTPUT_FORMATS, default=os.environ.get("RETAIN_LINT_OUTPUT_FORMAT"))
    check.add_argument("--min-confidence", choices=("definite", "conditional"))
    check.add_argument("--config", type=Path, metavar="FILE", help="use this configuration file")
    check.add_argument("--isolated", action="store_true", help="ignore all configuration files")
    check.add_argument("--fix", action="store_true", help="apply safe fixes")
    check.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: also unsafe fixes")
    check.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")
    check.add_argument("--exit-zero", action="store_true", help="exit 0 even with findings")
    check.add_argument("--statistics", action="store_true", help="count findings by rule, and what the analysis did")
    check.add_argument("--show-files", action="store_true", help="list the files that would be checked")
    check.add_argument("--jobs", type=int, default=0, metavar="N", help="processes; default: the cores")
    check.add_argument("--no-cache", action="store_true", help="accepted for compatibility: there is no cache")
    check.add_argument("--stdin-filename", default="<stdin>", metavar="NAME")
    check.add_argument("-q", "--quiet", action="store_true", help="print findings only")
    check.add_argument("-v", "--verbose", action="store_true", help="tracebacks of internal errors")


def run_check(arguments: argparse.Namespace) -> int:
    """`retain-lint check`"""
    from retain_lint.discovery import CheckedFile, Discovery, MissingPath  # after --version has had its say

    finder = SettingsFinder(_options(arguments), arguments.isolated, arguments.config)
    if arguments.paths == [STDIN]:
        return _check_stdin(arguments, finder)
    found = list(Discovery(finder).find(Path(path) for path in arguments.paths))
    files = [item for item in found if isinstance(item, CheckedFile)]
    missing = [f"{item.path}: {item.reason}" for item in found if isinstance(item, MissingPath)]
    if arguments.show_files:
        print("\n".join(str(file.path) for file in files))
        return 0
    if arguments.fix or arguments.diff:
        results = _fix_files(arguments, files)
    else:
        results = _check_files(arguments, files)
    return _report(arguments, finder, results, missing)


def _options(arguments: argparse.Namespace) -> Options:
    def selectors(text: str | None) -> tuple[str, ...] | None:
        return None if text is None else split_selectors(text)

    ignores = []
    for item in arguments.per_file_ignores:
        pattern, colon, rules = item.rpartition(":")
        if not colon:
            raise ConfigError(f"--per-file-ignores: `{item}` must be PATTERN:RULES")
        ignores.append((pattern, split_selectors(rules)))
    return Options(
        Path.cwd(),
        select=selectors(arguments.select),
        ignore=selectors(arguments.ignore),
        extend_select=selectors(arguments.extend_select),
        per_file_ignores=tuple(ignores) or None,
        exclude=selectors(arguments.exclude),
        extend_exclude=selectors(arguments.extend_exclude),
        output_format=arguments.output_format,
        min_confidence=arguments.min_confidence,
    )


def make_filters() -> FilterMaker:
    """Filters over all rules."""
    from retain_lint.rules.base import all_rules
    from retain_lint.selection import RuleName
    from retain_lint.suppressions import FilterMaker

    return FilterMaker(tuple(RuleName(rule.code, rule.name, rule.default) for rule in all_rules()))


def _check_files(arguments: argparse.Namespace, files: Sequence[CheckedFile]) -> Results:
    from retain_lint.collection import collect, make_file_filters
    from retain_lint.parallel import check_files, count_cores

    filters = make_file_filters(files, make_filters())
    return collect(check_files([file.path for file in files], arguments.jobs or count_cores()), filters)


def _fix_files(arguments: argparse.Namespace, files: Sequence[CheckedFile]) -> Results:
    from retain_lint.collection import collect, make_file_filters
    from retain_lint.documents import replace_file
    from retain_lint.fixer import Fixer
    from retain_lint.runner import check_file

    maker = make_filters()
    filters = make_file_filters(files, maker)
    fixer = Fixer(arguments.unsafe_fixes)
    results: list[FileResult] = []
    for file in files:
        result = check_file(file.path)
        if any(fixer.is_fixable(reported.diagnostic) for reported in result.reported):
            fixed = fixer.fix(file.path, file.path.read_bytes(), maker.make(file.path, file.settings))
            if fixed.refusal is not None:
                print(fixed.refusal, file=sys.stderr)
            if fixed.after != fixed.before:
                result = fixed.result
                if arguments.diff:
                    _print_diff(file.path, fixed.before, fixed.after)
                else:
                    replace_file(file.path, fixed.before, fixed.after)
        results.append(result)
    return collect(results, filters)


def _print_diff(path: Path, before: bytes, after: bytes) -> None:
    import difflib

    old, new = before.decode("utf-8", "replace"), after.decode("utf-8", "replace")
    name = os.path.relpath(path)
    lines = difflib.unified_diff(old.splitlines(True), new.splitlines(True), name, name)
    sys.stdout.writelines(line if line.endswith("\n") else line + "\n" for line in lines)


def _check_stdin(arguments: argparse.Namespace, finder: SettingsFinder) -> int:
    from retain_lint.collection import select_stdin
    from retain_lint.runner import check_file

    path = Path(os.path.abspath(arguments.stdin_filename))
    keeper = make_filters().make(path, finder.find(path.parent))
    results = select_stdin(check_file(path, sys.stdin.buffer.read()), keeper)
    return _report(arguments, finder, results, [])


def _report(arguments: argparse.Namespace, finder: SettingsFinder, results: Results, missing: list[str]) -> int:
    """Prints the results and chooses the exit code."""
    output_format = finder.find(Path.cwd()).output_format
    errors = [*missing, *results.errors()]
    for error in errors:
        print(error, file=sys.stderr)
    if arguments.verbose:
        for result in results.files:
            if result.traceback is not None:
                print(result.traceback, file=sys.stderr)
    count = sum(1 for _ in results.reported())
    if not arguments.diff:
        _print_results(results, output_format)
        if output_format in ("text", "full") and not arguments.quiet:
            print(f"Found {count} {'problem' if count == 1 else 'problems'}." if count else "All checks passed.")
    if arguments.statistics:
        _print_statistics(results)
    if errors:
        return 2
    return 1 if count and not arguments.exit_zero else 0


def _print_results(results: Results, output_format: str) -> None:
    if output_format == "json":
        from retain_lint.reporters.json import render

        text = render(results)
    elif output_format == "concise":
        from retain_lint.reporters.concise import render

        text = render(results)
    else:
        from retain_lint.reporters.style import choose_style
        from retain_lint.reporters.text import render as render_text

        text = render_text(results, choose_style(sys.stdout))
    if text:
        print(text.rstrip("\n"))


def _print_statistics(results: Results) -> None:
    counts: dict[str, int] = {}
    for reported in results.reported():
        counts[reported.diagnostic.code] = counts.get(reported.diagnostic.code, 0) + 1
    for name, count in [*sorted(counts.items()), *sorted(results.statistics().items())]:
        print(f"{count}\t{name}", file=sys.stderr)


def run_explain(arguments: argparse.Namespace) -> int:
    """`retain-lint explain`"""
    from retain_lint.rules.base import all_rules

    for rule in all_rules():
        if arguments.rule.upper() == rule.code or arguments.rule == rule.name:
            print(rule.explain())
            return 0
    print(f"retain-lint: no rule is called `{arguments.rule}`", file=sys.stderr)
    return 2


def run_rules(arguments: argparse.Namespace) -> int:
    """`retain-lint rules`"""
    from retain_lint.rules.base import all_rules

    rows = [{"code": rule.code, "name": rule.name, "default": rule.default} for rule in all_rules()]
    if arguments.output_format == "json":
        print(json.dumps(rows, indent=2))
    else:
        for row in rows:
            print(f"{row['code']}  {row['name']}{'' if row['default'] else '  (off by default)'}")
    return 0
