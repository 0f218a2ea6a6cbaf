"""What share of the engine calls of a folder gets a verdict, and why the others get none.

    python benchmarks/decided_rate.py [--show] [--retained] [--jobs N] PATH...

Each file is checked alone, as the command line would. Prints the number of calls by verdict, the reasons of those that are
undecided by how often they occur, and the decided rate; `--show` lists the undecided calls first, `--retained` counts only
calls that name retain_graph or create_graph.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from retain_lint.domain.call_verdict import CallVerdict
from retain_lint.execution.scheduling import check_files
from retain_lint.results.model import FileResult


def main() -> None:
    parser = argparse.ArgumentParser(description="the decided rate of the engine calls in some folders")
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--retained", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    results = check_files(list(find_files(options.paths)), options.jobs)
    calls = [call for result in results for call in result.calls if not options.retained or names_a_flag(call)]
    if options.show:
        print("\n".join(describe(call) for call in calls if not call.decided))
    report(results, calls)


def find_files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        yield from [path] if path.is_file() else sorted([*path.rglob("*.py"), *path.rglob("*.ipynb")])


def names_a_flag(call: CallVerdict) -> bool:
    return any(argument.keyword in ("retain_graph", "create_graph") for argument in call.site.arguments)


def describe(call: CallVerdict) -> str:
    place = call.site.location
    doubts = ", ".join(
        doubt.reason.value
        + (f" at {doubt.where.path.rpartition('/')[2]}:{doubt.where.span.start_line}" if doubt.where else "")
        for doubt in call.doubts
    )
    return f"{place.path}:{place.span.start_line}: {call.site.text}: {doubts}"


def report(results: Sequence[FileResult], calls: Sequence[CallVerdict]) -> None:
    errors = [result for result in results if result.errors]
    verdicts = Counter(verdict.value for call in calls for verdict in call.verdicts)
    reasons = Counter(reason for call in calls for reason in {doubt.reason.value for doubt in call.doubts})
    for name, counts in (("verdicts", verdicts), ("reasons", reasons)):
        print(f"{name}: {', '.join(f'{count} {value}' for value, count in counts.most_common())}")
    decided = sum(call.decided for call in calls)
    rate = f"{decided / len(calls):.3f}" if calls else "no calls"
    print(
        f"{len(results)} files, {len(errors)} of them in error; decided {decided} of {len(calls)} engine calls: {rate}"
    )


if __name__ == "__main__":
    main()
