"""Which rules are on: selectors such as `RTG201`, `RTG2`, `missing-detach` or `ALL`, and how they combine. Floor 5.

The most specific selector decides (a full code beats a longer prefix beats a shorter one beats `ALL`); between equals
`ignore` beats `select`. A layer (the command line over a configuration file) that says `select` starts afresh.
Every face means the same: this is the only place that says what is on, and the flake8 plugin asks it too.

|                                  | on when                                                              |
|----------------------------------|----------------------------------------------------------------------|
| a rule that is on by default     | nothing is selected, or a selector names it; and none ignores it     |
| a rule that is off by default    | a selector names it: its code, its name, a prefix or `ALL`           |
| a form that is a matter of style | as a rule that is off by default                                     |
| a finding on some paths only     | its rule is on and the minimum confidence is `conditional`           |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from retain_lint.configuration.suggestions import suggest
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
    """What one source of configuration says; `select` and `fixable` None leave the layers below in force. `origin` is the
    path of the file, empty for the command line."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    fixable: tuple[str, ...] | None = None
    unfixable: tuple[str, ...] = ()
    origin: str = ""

    def name(self, key: str) -> str:
        """How the user wrote a key."""
        return f"{self.origin}: `{key}`" if self.origin else f"--{key}"


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
    """How closely `selector` names `rule`; None when it does not. Upper and lower case are one."""
    selector = selector.upper()
    if selector == ALL:
        return 0
    if selector == rule.name.upper():
        return len(rule.code)
    return len(selector) if rule.code.startswith(selector) else None


def match_rules(selectors: Iterable[str], rules: Sequence[RuleName], key: str) -> frozenset[str]:
    """Codes of all rules that the selectors name. Raises SelectorError, which begins with `key`, for one that names none."""
    matched: set[str] = set()
    for selector in selectors:
        codes = {rule.code for rule in rules if _specificity(selector, rule) is not None}
        if not selector or not codes:
            known = [ALL, *(rule.code for rule in rules), *(rule.name for rule in rules)]
            raise SelectorError(f"{key}: no rule is called `{selector}`{suggest(selector, known)}")
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
        _check(layer, rules)
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


def select_fixable(layers: Iterable[Layer], rules: Sequence[RuleName]) -> frozenset[str]:
    """The rules whose findings may be fixed, all unless a layer says otherwise."""
    fixable = {rule.code for rule in rules}
    for layer in layers:
        for rule in rules:
            unwanted = _closest(layer.unfixable, rule)
            if layer.fixable is not None and _closest(layer.fixable, rule) > unwanted:
                fixable.add(rule.code)
            elif layer.fixable is not None or unwanted >= 0:
                fixable.discard(rule.code)
    return frozenset(fixable)


def _check(layer: Layer, rules: Sequence[RuleName]) -> None:
    """Raises SelectorError for a selector that names no rule, naming the key that it stands behind."""
    lists = {
        "select": layer.select,
        "extend-select": layer.extend_select,
        "ignore": layer.ignore,
        "fixable": layer.fixable,
        "unfixable": layer.unfixable,
    }
    for key, selectors in lists.items():
        match_rules(selectors or (), rules, layer.name(key))
