"""The baseline: a file of the findings that a project has already, so that only new ones are reported. Floor 5.

A finding is known by its file (seen from the baseline's folder), its code and the text of its line; of several that agree
in these, as many are known as were there. So lines may move, and a line that is edited is judged anew.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import NamedTuple

from retain_lint.configuration.values import ConfigError
from retain_lint.results.fingerprints import normalise
from retain_lint.results.merging import FileFilters
from retain_lint.results.model import FileResult, ReportedDiagnostic, Results

_VERSION = 1


class Known(NamedTuple):
    """What says that two findings are the same one."""

    path: str
    code: str
    line: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """The findings that are known; `file` is absolute."""

    file: Path
    counts: Mapping[Known, int] = field(default_factory=dict)

    def hide(self, result: FileResult, left: Counter[Known]) -> FileResult:
        """A file's result without what is known and still in `left`, where it is counted down."""
        new = []
        for reported in result.reported:
            entry = self._identify(reported)
            if left[entry] > 0:
                left[entry] -= 1
            else:
                new.append(reported)
        return replace(result, reported=tuple(new))

    def update(self, results: Sequence[FileResult]) -> Baseline:
        """The findings of these files, and those known of files that were not checked, or only in part, and are still there."""
        checked = self.list_checked(results)
        kept = {
            entry: count
            for entry, count in self.counts.items()
            if entry.path not in checked and (self.file.parent / entry.path).exists()
        }
        reported = (reported for result in results for reported in result.reported)
        return Baseline(self.file, dict(Counter(kept) | Counter(map(self._identify, reported))))

    def list_checked(self, results: Iterable[FileResult]) -> set[str]:
        """Names of those files all of which could be checked."""
        return {self._name(str(result.path)) for result in results if not result.errors}

    def total(self) -> int:
        """How many findings it holds."""
        return sum(self.counts.values())

    def write(self) -> None:
        """Writes the file, sorted, so that versions of it can be compared and merged. Raises ConfigError."""
        findings = [{**entry._asdict(), "count": count} for entry, count in sorted(self.counts.items())]
        text = json.dumps({"version": _VERSION, "findings": findings}, indent=2, ensure_ascii=False) + "\n"
        from retain_lint.fixing.documents import write_file

        try:
            write_file(self.file, text.encode("utf-8", "surrogatepass"))
        except OSError as error:
            raise ConfigError(f"--update-baseline: {self.file}: {error.strerror or error}") from error

    def _identify(self, reported: ReportedDiagnostic) -> Known:
        location = reported.diagnostic.location
        line = reported.lines.get(location, "")
        return Known(self._name(location.path), reported.diagnostic.code, normalise(line))

    def _name(self, path: str) -> str:
        """A path as the file has it: from its own folder, with slashes."""
        try:
            return PurePath(os.path.relpath(path, self.file.parent)).as_posix()
        except ValueError:  # another drive
            return PurePath(path).as_posix()


@dataclass(frozen=True, slots=True)
class Baselines:
    """The baselines of a run: each file has that of its settings, if any."""

    filters: FileFilters
    _read: dict[Path, Baseline] = field(default_factory=dict)

    @property
    def paths(self) -> list[Path]:
        """The baseline files that the settings name."""
        return sorted({file.settings.baseline for file in self.filters.files.values() if file.settings.baseline})

    def read(self, *, missing: bool = False) -> None:
        """Reads them all; with `missing` there need not be any yet. Raises ConfigError."""
        for path in self.paths:
            self._read[path] = read_baseline(path, missing=missing)

    def hide_known(self, results: Results) -> Results:
        """The results without what is known, which is counted."""
        left = {path: Counter(baseline.counts) for path, baseline in self._read.items()}
        files = []
        for result in results.files:
            baseline = self._find(result)
            files.append(result if baseline is None else baseline.hide(result, left[baseline.file]))
        known = sum(baseline.total() - left[path].total() for path, baseline in self._read.items())
        gone = 0
        for path, baseline in self._read.items():
            checked = baseline.list_checked(self._list_files(results, path))
            gone += sum(count for entry, count in left[path].items() if entry.path in checked)
        return replace(results, files=tuple(files), known=known, gone=gone)

    def update(self, results: Results) -> dict[Path, int]:
        """Writes the findings to their baselines, and returns how many each holds now. Raises ConfigError."""
        counts = {}
        for path, baseline in self._read.items():
            updated = baseline.update(self._list_files(results, path))
            updated.write()
            counts[path] = updated.total()
        return counts

    def _find(self, result: FileResult) -> Baseline | None:
        file = self.filters.files.get(str(result.path))
        return None if file is None or file.settings.baseline is None else self._read.get(file.settings.baseline)

    def _list_files(self, results: Results, path: Path) -> list[FileResult]:
        """The results of the files that have a baseline."""
        return [result for result in results.files if self._find(result) is self._read[path]]


def read_baseline(file: Path, *, missing: bool = False) -> Baseline:
    """Reads the file; with `missing` there need not be one yet. Raises ConfigError."""
    try:
        document = json.loads(file.read_bytes())
        if document["version"] != _VERSION:
            raise ConfigError(f"baseline: {file}: version {document['version']} is not known")
        counts: Counter[Known] = Counter()
        for item in document["findings"]:
            counts[Known(item["path"], item["code"], normalise(item["line"]))] += int(item["count"])
    except FileNotFoundError as error:
        if missing:
            return Baseline(file)
        raise ConfigError(f"baseline: {file}: no such file; `--update-baseline` writes it") from error
    except OSError as error:
        raise ConfigError(f"baseline: {file}: {error.strerror or error}") from error
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, ConfigError):
            raise
        raise ConfigError(f"baseline: {file}: not a baseline file") from error
    return Baseline(file, dict(counts))
