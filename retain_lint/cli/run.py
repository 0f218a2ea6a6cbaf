"""What a run of `check` is asked for. Floor 6."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from retain_lint.cache.opening import open_cache
from retain_lint.cache.results import Cache
from retain_lint.cli.arguments import read_command_line, split_config
from retain_lint.configuration.options import Settings
from retain_lint.configuration.settings_finder import SettingsFinder
from retain_lint.configuration.values import ConfigError
from retain_lint.reporters.formats import STREAMED, WITH_PICTURES
from retain_lint.results.filters import FilterMaker
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner


@dataclass(frozen=True, slots=True)
class Run:
    """What the command line and the configuration come down to; `settings` are those of the working directory."""

    arguments: argparse.Namespace
    settings: Settings
    finder: SettingsFinder
    filters: FilterMaker

    @property
    def fixes(self) -> bool:
        """Whether fixes are made or shown."""
        return self.settings.fix or self.settings.fix_only or bool(self.arguments.diff)

    @property
    def draws(self) -> bool:
        """Whether the report shows pictures."""
        return self.settings.output_format in WITH_PICTURES and not self.arguments.statistics

    @property
    def streams(self) -> bool:
        """Whether findings may be written before all are known."""
        said = self.arguments
        late = said.output_file or said.statistics or said.add_noqa or said.update_baseline or self.fixes
        return self.settings.output_format in STREAMED and not late

    def open_cache(self, settings: Settings | None = None) -> Cache | None:
        """What earlier runs have found, and as it is now: each pass over the files opens it anew. None with --no-cache."""
        if self.arguments.no_cache:
            return None
        return open_cache(settings or self.settings, pictures=self.draws)

    def check(self, path: Path, data: bytes, settings: Settings) -> FileResult:
        """The result of contents that need not be those on disk."""
        runner, cache = Runner(self.draws), self.open_cache(settings)
        return runner.check_file(path, data) if cache is None else cache.check(path, data, runner.check_file)

    def check_afresh(self, path: Path, data: bytes) -> FileResult:
        """The result of contents that a fix may have made, for which other files are read as they are now. It is not kept: the
        next version may be on its way."""
        cache = self.open_cache()
        known = None if cache is None else cache.find(path, data)
        return Runner(self.draws).check_file(path, data) if known is None else known

    def judge(self, failed: int, found: bool, fixed: bool) -> int:
        """The exit code, given that for what went wrong, and whether findings are left or have been fixed."""
        left = found and not (self.settings.fix_only or self.arguments.exit_zero)
        return failed or int(left or (fixed and self.arguments.exit_non_zero_on_fix))


def make_finder(arguments: argparse.Namespace) -> SettingsFinder:
    """Finds the settings of each file, under the flags. Raises ConfigError for flags that contradict each other."""
    config_file, _ = split_config(arguments.config)
    if config_file is not None and arguments.isolated:
        raise ConfigError("--isolated uses no configuration file, so it cannot be used with --config FILE")
    return SettingsFinder(read_command_line(arguments), arguments.isolated, config_file)
