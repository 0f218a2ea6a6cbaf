"""Which rules are on: selectors such as `RTG201`, `RTG2`, `missing-detach` or `ALL`, and how they combine. Floor 5.

The most specific selector decides (a full code beats a longer prefix beats a shorter one beats `ALL`); between equals
`ignore` beats `select`. A layer (the command line over a configuration file) that says `select` starts afresh.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from retain_lint.diagnostic import Diagnostic

ALL = "ALL"


class SelectorError(ValueError):
    """A selector that names no rule. The message is one line, meant for the user."""


@dataclass(frozen=True, slots=True)
class RuleName:
    """What selection needs to know of a rule. `default`: on unless the user says otherwise."""

    code: str
    name: str
    default: bool = True


@dataclass(frozen=True, slots=True)
class Layer:
    """What one source of configuration says; `select` None leaves the layers below in force. `origin` is the path of
    the file, empty for the command line."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """Codes of the rules that are on, and of those among them that the user named (by code, prefix, name or `ALL`)."""

    enabled: frozenset[str]
    named: frozenset[str]

    def without(self, codes: frozenset[str]) -> Selection:
        """The same with some rules off."""
        return Selection(self.enabled - codes, self.named - codes)

    def includes(self, diagnostic: Diagnostic) -> bool:
        """Whether the diagnostic's rule is on; one that is not shown by default needs its rule to be named."""
        return diagnostic.code in (self.enabled if diagnostic.default else self.named)


def split_selectors(text: str) -> tuple[str, ...]:
    """The selectors of a comma- or blank-separated list."""
    return tuple(text.replace(",", " ").split())


def _specificity(selector: str, rule: RuleName) -> int | None:
    """How closely `selector` names `rule`; None when it does not."""
    if selector == ALL:
        return 0
    if selector == rule.name:
        return len(rule.code)
    return len(selector) if rule.code.startswith(selector.upper()) else None


def match_rules(selectors: Iterable[str], rules: Sequence[RuleName], origin: str = "") -> frozenset[str]:
    """Codes of all rules that the selectors name. Raises SelectorError for one that names none."""
    matched: set[str] = set()
    for selector in selectors:
        codes = {rule.code for rule in rules if _specificity(selector, rule) is not None}
        if not selector or not codes:
            raise SelectorError(f"{origin}{': ' if origin else ''}unknown rule selector `{selector}`")
        matched |= codes
    return frozenset(matched)


def _closest(selectors: Iterable[str], rule: RuleName) -> int:
    """The best specificity among the selectors, -1 when none names the rule."""
    found = (_specificity(selector, rule) for selector in selectors)
    return max((level for level in found if level is not None), default=-1)


def select_rules(layers: Iterable[Layer], rules: Sequence[RuleName]) -> Selection:
    """The rules that are on after all layers, the strongest layer last. Raises SelectorError."""
    enabled = {rule.code for rule in rules if rule.default}
    named: set[str] = set()
    for layer in layers:
        selected = (*(layer.select or ()), *layer.extend_select)
        match_rules((*selected, *layer.ignore), rules, layer.origin)
        if layer.select is not None:
            enabled.clear()
            named.clear()
        for rule in rules:
            wanted, unwanted = _closest(selected, rule), _closest(layer.ignore, rule)
            if wanted > unwanted:
                named.add(rule.code)
            elif unwanted >= 0:
                enabled.discard(rule.code)
                named.discard(rule.code)
    return Selection(frozenset(enabled | named), frozenset(named))
