"""`--statistics`: findings by rule, and what the analysis did. Floor 5."""

from __future__ import annotations

import json
from collections import Counter

from retain_lint.reporters.style import Style
from retain_lint.results.model import Results


def render_statistics(results: Results, output_format: str, style: Style) -> str:
    """A table, or with the format `json` an object with `rules` and `analysis`."""
    rules = Counter((reported.diagnostic.code, reported.diagnostic.name) for reported in results.reported())
    ordered = sorted(rules.items(), key=lambda item: (-item[1], item[0]))
    analysis = dict(sorted((results.statistics() + _count_calls(results)).items()))
    if output_format == "json":
        counts = [{"code": code, "name": name, "count": count} for (code, name), count in ordered]
        return json.dumps({"rules": counts, "analysis": analysis}, indent=2) + "\n"
    width = max((len(str(count)) for count in (*rules.values(), *analysis.values())), default=1)
    lines = [f"{count:>{width}}  {style.error(code)} {name}" for (code, name), count in ordered]
    lines += [f"{count:>{width}}  ({name})" for name, count in analysis.items()]
    return "".join(f"{line}\n" for line in lines)


def _count_calls(results: Results) -> Counter[str]:
    """The engine calls, and the reasons of those that are undecided: the budget that ended something is one of them."""
    counts = Counter({"engine calls": len(results.calls())})
    for call in results.calls():
        counts.update({f"engine calls undecided: {reason}" for reason in {doubt.reason.value for doubt in call.doubts}})
    return counts
