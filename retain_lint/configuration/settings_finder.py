"""Which configuration holds for a folder. Floor 5.

The closest configuration file, seen from the checked file, is used alone: files further up are not merged in unless it
says `extend`. The command line comes on top.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.configuration.options import Options, Settings, make_settings
from retain_lint.configuration.sources import CONFIG_NAMES, read_options
from retain_lint.configuration.values import ConfigError


@dataclass(frozen=True, slots=True)
class SettingsFinder:
    """Finds the settings for a folder, each configuration file read once. `fixed` is the file of `--config`."""

    command_line: Options
    isolated: bool = False
    fixed: Path | None = None
    _found: dict[Path, Settings] = field(default_factory=dict)

    def find(self, folder: Path) -> Settings:
        """The settings for the files of a folder (absolute). Raises ConfigError."""
        if folder not in self._found:
            self._found[folder] = self._resolve(folder)
        return self._found[folder]

    def _resolve(self, folder: Path) -> Settings:
        if self.fixed is not None:
            path = Path(os.path.abspath(self.fixed))
            return self._stack(path, read_options(path) or Options(path.parent))
        if not self.isolated:
            for name in CONFIG_NAMES:
                path = folder / name
                options = read_options(path) if path.is_file() else None
                if options is not None:
                    return self._stack(path, options)
            if folder.parent != folder:
                return self.find(folder.parent)
        return make_settings([self.command_line], self.command_line.root)

    def _stack(self, path: Path, options: Options) -> Settings:
        layers = [*_list_extended(path, options, ()), options, self.command_line]
        return make_settings(layers, options.root, path)


def _list_extended(path: Path, options: Options, above: tuple[Path, ...]) -> list[Options]:
    """The files that a file extends, the weakest first. Raises ConfigError."""
    if options.extend is None:
        return []
    base = Path(os.path.abspath(options.root / os.path.expanduser(options.extend)))
    if base in (*above, path):
        raise ConfigError(f"{path}: `extend` leads back to this file")
    extended = read_options(base) if base.is_file() else None
    if extended is None:
        reason = "has no section for retain-lint" if base.is_file() else "is no file"
        raise ConfigError(f"{path}: `extend`: {base} {reason}")
    return [*_list_extended(base, extended, (*above, path)), extended]
