"""`--statistics`: findings by rule, and what the analysis did. Floor 5."""

from __future__ import annotations

import json
from collections import Counter

from retain_lint.domain.call_verdict import Reason
from retain_lint.reporters.calls import REASONS
from retain_lint.reporters.style import Style
from retain_lint.results.model import Results

#: what the analysis counts, for readers; the others say it themselves
_WORDS = {
    "entry points": "scripts and functions run",
    "instructions": "instructions run",
    "disjuncts budget cuts": "times that paths were joined for want of budget",
    "steps budget cuts": "paths that the budget ended",
    "depth budget cuts": "calls too deep to be followed",
    "modules budget cuts": "imports too deep to be followed",
    "file-size budget cuts": "files too large to be analysed",
}
_UNDECIDED = "engine calls undecided: "


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
    lines += [f"{count:>{width}}  ({_describe(name)})" for name, count in analysis.items()]
    return "".join(f"{line}\n" for line in lines)


def _describe(name: str) -> str:
    if name.startswith(_UNDECIDED):
        return f"{_UNDECIDED}{REASONS[Reason(name.removeprefix(_UNDECIDED))]}"
    return _WORDS.get(name, name)


def _count_calls(results: Results) -> Counter[str]:
    """The engine calls, and the reasons of those that are undecided: the budget that ended something is one of them."""
    counts = Counter({"engine calls": len(results.calls())})
    for call in results.calls():
        counts.update({f"{_UNDECIDED}{reason}" for reason in {doubt.reason.value for doubt in call.doubts}})
    return counts
