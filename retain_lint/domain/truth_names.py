"""The names of truths: of negations, and of comparisons of comparisons. Floor 2."""

from __future__ import annotations

from retain_lint.domain.value import Symbol, Value

_TRUTHS = frozenset({"compare", "not"})
#: comparisons of comparisons, at most
_MAX_COMPARISONS = 4


def negate(value: Value) -> Symbol:
    """The name of `not value`. What is negated three times is negated once."""
    twice = value.key[1] if isinstance(value, Symbol) and value.key[0] == "not" else None
    if isinstance(twice, Symbol) and twice.key[0] == "not":
        return twice
    return Symbol(("not", value), plain=True)


def nests(truth: Symbol) -> bool:
    """Is it a comparison of comparisons of comparisons? To compare such names costs as much as they are deep."""
    level = [truth]
    for _ in range(_MAX_COMPARISONS):
        level = [part for value in level for part in value.key if isinstance(part, Symbol) and part.key[0] in _TRUTHS]
    return bool(level)
