"""What the settings let through: rule selection, per-file ignores, confidence, which findings may be fixed. Floor 5."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from retain_lint.configuration.gitignore import compile_globs
from retain_lint.configuration.options import PatternIgnores, Settings
from retain_lint.configuration.rule_selection import (
    Layer,
    RuleName,
    Selection,
    match_rules,
    select_fixable,
    select_rules,
)
from retain_lint.diagnostic import Confidence, Diagnostic


@dataclass(frozen=True, slots=True)
class Filter:
    """What the settings let through for one file. `fixable`: the rules whose findings may be fixed."""

    selection: Selection
    min_confidence: Confidence
    fixable: frozenset[str]

    def admit(self, diagnostic: Diagnostic) -> Diagnostic | None:
        """The diagnostic as it is reported, None when it is not; without its fix when its rule may not be fixed."""
        sure = diagnostic.confidence is Confidence.DEFINITE or self.min_confidence is Confidence.CONDITIONAL
        if not (sure and self.selection.includes(diagnostic)):
            return None
        return diagnostic if diagnostic.code in self.fixable else replace(diagnostic, fix=None)


@dataclass(frozen=True, slots=True)
class _Resolved:
    """What the selectors of some settings come down to."""

    selection: Selection
    fixable: frozenset[str]


@dataclass(frozen=True, slots=True)
class FilterMaker:
    """Makes the filters of a run's files; the selectors of each configuration are resolved once. Without
    `rules` it knows those of this tool."""

    rules: tuple[RuleName, ...] = ()
    _resolved: dict[Settings, _Resolved] = field(default_factory=dict)

    def validate(self, settings: Settings) -> None:
        """Raises SelectorError for an unknown selector anywhere in some settings."""
        if settings.per_file_ignores or any(layer != Layer(origin=layer.origin) for layer in settings.layers):
            self._resolve(settings)

    def make(self, path: Path, settings: Settings) -> Filter:
        """The filter for one file."""
        resolved = self._resolve(settings)
        selection = resolved.selection
        for ignores in settings.per_file_ignores:
            if _is_ignored_in(path, ignores):
                selection = selection.without(match_rules(ignores.selectors, self._list_rules(), _name(ignores)))
        return Filter(selection, settings.min_confidence, resolved.fixable)

    def _resolve(self, settings: Settings) -> _Resolved:
        if settings not in self._resolved:
            rules = self._list_rules()
            for ignores in settings.per_file_ignores:
                match_rules(ignores.selectors, rules, _name(ignores))
            selection = select_rules(settings.layers, rules)
            self._resolved[settings] = _Resolved(selection, select_fixable(settings.layers, rules))
        return self._resolved[settings]

    def _list_rules(self) -> tuple[RuleName, ...]:
        return self.rules or list_rule_names()


@cache
def list_rule_names() -> tuple[RuleName, ...]:
    """What selection needs to know of all rules."""
    # Imported here: a run that finds nothing, and selects nothing, needs no rules.
    from retain_lint.rules.base import list_documented

    return tuple(RuleName(rule.code, rule.name, rule.default) for rule in list_documented())


def _name(ignores: PatternIgnores) -> str:
    return f"{ignores.origin}: `per-file-ignores`" if ignores.origin else "--per-file-ignores"


def _is_ignored_in(path: Path, ignores: PatternIgnores) -> bool:
    pattern = ignores.pattern.removeprefix("!")
    matched = compile_globs(ignores.root, [pattern]).covers(path)
    return matched != ignores.pattern.startswith("!")
