"""`--statistics`: findings by rule, and what the analysis did. Floor 5."""

from __future__ import annotations

import json
from collections import Counter

from retain_lint.results import Results


def render_statistics(results: Results, output_format: str) -> str:
    """A table, or with the format `json` an object with `rules` and `analysis`."""
    rules = Counter((reported.diagnostic.code, reported.diagnostic.name) for reported in results.reported())
    ordered = sorted(rules.items(), key=lambda item: (-item[1], item[0]))
    analysis = dict(sorted(results.statistics().items()))
    if output_format == "json":
        counts = [{"code": code, "name": name, "count": count} for (code, name), count in ordered]
        return json.dumps({"rules": counts, "analysis": analysis}, indent=2) + "\n"
    width = max((len(str(count)) for count in (*rules.values(), *analysis.values())), default=1)
    lines = [f"{count:>{width}}  {code} {name}" for (code, name), count in ordered]
    lines += [f"{count:>{width}}  ({name})" for name, count in analysis.items()]
    return "".join(f"{line}\n" for line in lines)
