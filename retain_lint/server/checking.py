"""Checks the text of an editor, saved or not, as `check --stdin-filename` does. Floor 6."""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass
from pathlib import Path

from retain_lint.cache.opening import open_cache
from retain_lint.configuration.discovery import CheckedFile, Discovery
from retain_lint.configuration.environment import read_environment
from retain_lint.configuration.options import Options, Settings
from retain_lint.configuration.settings_finder import SettingsFinder
from retain_lint.fixing.verified_fixes import Fixer
from retain_lint.reporters.entries import Entry, list_entries
from retain_lint.results.baseline import Baselines
from retain_lint.results.filters import FilterMaker
from retain_lint.results.merging import collect, make_file_filters
from retain_lint.runner import Runner

#: a program that makes the analysis load everything
_WARM_UP = b"""
import torch
net = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(net.parameters(), 0.1)
for _ in range(2):
    optimizer.zero_grad()
    net(torch.ones(1, 1)).sum().backward(retain_graph=True)
    optimizer.step()
"""


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A text and what there is to report in it. Not `whole`: a first answer."""

    path: Path
    text: str
    entries: tuple[Entry, ...] = ()
    whole: bool = True

    @property
    def parses(self) -> bool:
        """Could all of it be checked?"""
        return not any(entry.is_failure for entry in self.entries)


def check_text(path: Path, text: str, runner: Runner | None = None) -> CheckedText:
    """What would be reported of a file (absolute path) with this text. Excluded files have nothing to report. A runner that is
    brief makes it a first answer, unless more is known from before.

    Raises ConfigError or SelectorError for a broken configuration; nothing for what is wrong with the text."""
    settings = _find_settings(path)
    if settings is None:
        return CheckedText(path, text)
    filters = make_file_filters([CheckedFile(path, settings)], FilterMaker())
    baselines = Baselines(filters)
    baselines.read(missing=True)
    result = open_cache(settings).check(path, encode(text), (runner or Runner()).check_file)
    results = collect([result], filters, complete=result.whole)
    entries = (entry for entry in list_entries(baselines.hide_known(results)) if entry.location.path == str(path))
    return CheckedText(path, text, tuple(entries), result.whole)


def warm_up() -> None:
    """Checks a program of no folder, so that all that checks need is loaded before somebody waits for one: libcst, too, which
    says what is wrong with a half-typed line."""
    import retain_lint.frontend.concrete.parser  # noqa: F401

    Runner(brief=True).check_file(Path("warm-up", "nowhere.py"), _WARM_UP)


def fix_text(path: Path, text: str) -> str:
    """The text with all fixes that the configuration lets `--fix` apply. Raises ConfigError or SelectorError."""
    settings = _find_settings(path)
    if settings is None:
        return text
    data = encode(text)
    keeper = FilterMaker().make(path, settings)
    fixed = Fixer(settings.unsafe_fixes).fix(path, data, keeper).after
    return text if fixed == data else fixed.decode(_find_encoding(text))


def encode(text: str) -> bytes:
    """The text as it would be saved: its own coding comment tells how it is read back."""
    try:
        return text.encode(_find_encoding(text))
    except UnicodeEncodeError:
        return text.encode(errors="replace")


def _find_encoding(text: str) -> str:
    try:
        return tokenize.detect_encoding(io.BytesIO(text.encode(errors="replace")).readline)[0]
    except SyntaxError:  # an encoding that does not exist: the check says so
        return "utf-8"


def _find_settings(path: Path) -> Settings | None:
    """The settings of the file as its folders say them now; None for an excluded file."""
    finder = SettingsFinder(read_environment(Options(Path.cwd(), force_exclude=True)))
    return None if Discovery(finder).is_excluded(path) else finder.find(path.parent)
