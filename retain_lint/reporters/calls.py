"""`retain-lint calls`: every engine call with its verdict, as text or JSON. Floor 5.

train.py:12:5: needed by train.py:15:5 `loss.backward(retain_graph=True)`
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from retain_lint.domain.call_verdict import CallVerdict, Doubt, Reason, Verdict
from retain_lint.reporters.json_entries import describe_place
from retain_lint.reporters.paths import show_place
from retain_lint.reporters.style import Style
from retain_lint.reporters.visible import make_visible

#: why a call is undecided, in words
REASONS = {
    Reason.STEPS: "the budget of instructions ended",
    Reason.PATHS: "too many paths were joined",
    Reason.DEPTH: "calls nest too deep to be followed",
    Reason.IMPORTERS: "the budget did not reach all files that use it",
    Reason.FILE_SIZE: "the file is too large to be analysed",
    Reason.NO_CALLER: "no caller was found",
    Reason.UNREACHED: "no path that was followed leads to it",
    Reason.TO_OPAQUE_CODE: "its graph escapes to code that is not followed",
    Reason.TO_CALLER: "its graph escapes to callers outside the project",
    Reason.TO_GENERATOR: "its graph escapes to a generator or its consumer",
    Reason.TO_HANDLER: "its graph escapes with an exception",
    Reason.TO_HOOK: "its graph escapes to a hook",
    Reason.TO_OBJECT: "its graph escapes to an object that other code may read",
    Reason.FROM_CALLER: "its graph comes from callers outside the project",
    Reason.ALIAS: "an unknown value may be its graph",
    Reason.OPAQUE: "an opaque callee built what it runs through",
    Reason.NO_GRAPH: "no graph was found behind its loss",
    Reason.UNKNOWN_FLAG: "whether it retains its graph is not known",
    Reason.NOT_TORCH: "it is not a call of torch",
    Reason.SYNTAX: "syntax error",
}
_BAD = frozenset(Verdict) - {Verdict.NEEDED, Verdict.FINE}


def render_text(calls: Iterable[CallVerdict], style: Style) -> str:
    """One call a line."""
    return "".join(f"{_line(call, style)}\n" for call in calls)


def _line(call: CallVerdict, style: Style) -> str:
    words = ", ".join(_describe(call, verdict, style) for verdict in call.verdicts)
    place = style.strong(make_visible(show_place(call.site.location)))
    text = f" `{make_visible(call.site.text)}`" if call.site.text else ""
    return f"{place}: {words}{'' if call.certain else ' on some paths'}{text}"


def _describe(call: CallVerdict, verdict: Verdict, style: Style) -> str:
    text = style.error(verdict.value) if verdict in _BAD else verdict.value
    if verdict is Verdict.NEEDED:
        return f"{text} by {', '.join(make_visible(show_place(later.location)) for later in call.needed_by)}"
    if verdict is Verdict.UNDECIDED:
        return f"{text}: {'; '.join(make_visible(explain_doubt(doubt)) for doubt in call.doubts)}"
    return text


def explain_doubt(doubt: Doubt) -> str:
    """Why a call is undecided, in words."""
    place = "" if doubt.where is None else f" ({show_place(doubt.where)})"
    return f"{REASONS[doubt.reason]}{place}"


def summarise_calls(calls: Sequence[CallVerdict]) -> str:
    """One line: how many are decided, and what keeps the others from it."""
    decided = sum(call.decided for call in calls)
    verdicts = _join(Counter(verdict.value for call in calls for verdict in call.verdicts if call.decided))
    reasons = _join(Counter(reason for call in calls for reason in {doubt.reason.group for doubt in call.doubts}))
    line = f"Decided {decided} of {len(calls)} engine call{'' if len(calls) == 1 else 's'}"
    return line + (f": {verdicts}" if verdicts else "") + (f". Undecided: {reasons}." if reasons else ".")


def _join(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.most_common())


def render_json(calls: Sequence[CallVerdict], listed: Iterable[CallVerdict]) -> str:
    """An object with the `listed` calls, and the totals of all."""
    verdicts = Counter(verdict.value for call in calls for verdict in call.verdicts)
    reasons = Counter(reason for call in calls for reason in {doubt.reason.value for doubt in call.doubts})
    totals = {"calls": len(calls), "decided": sum(call.decided for call in calls)}
    report = {
        "calls": [_entry(call) for call in listed],
        "totals": {**totals, "verdicts": dict(verdicts.most_common()), "reasons": dict(reasons.most_common())},
    }
    return json.dumps(report, indent=2) + "\n"


def _entry(call: CallVerdict) -> dict[str, object]:
    return {
        "text": call.site.text,
        "verdict": call.verdicts[0].value,
        "verdicts": [verdict.value for verdict in call.verdicts],
        "certain": call.certain,
        "needed_by": [describe_place(later.location) for later in call.needed_by],
        "undecided": [_doubt(doubt) for doubt in call.doubts],
        **describe_place(call.site.location),
    }


def _doubt(doubt: Doubt) -> dict[str, object]:
    place = None if doubt.where is None else describe_place(doubt.where)
    return {"reason": doubt.reason.value, "message": REASONS[doubt.reason], "place": place}
