"""The modules of the project, found on demand from imports. Floor 3. Never executes user code.

A file's imports are looked for where Python would look when the project is run: beside the script, from the root of its package,
and in the folders above up to the repository's root, `src` included. What is not there is foreign, and stays opaque.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.frontend.text import SourceError, SourceText, read_source
from retain_lint.ir.model import Import, ImportFrom, Instruction, Module
from retain_lint.ir.walk import instructions_of
from retain_lint.project.importer_search import MAX_ANCESTORS, ROOT_MARKERS, find_importers
from retain_lint.torch_api.frameworks import PACKAGES

#: larger files are not read as imports: they are data or generated
MAX_IMPORT_BYTES = 400_000


@dataclass(frozen=True, slots=True, eq=False)
class LoadedModule:
    """A file of the project, lowered."""

    module: Module
    source: SourceText


@dataclass(slots=True)
class Project:
    """The files reachable from the folder of a checked file. Each is parsed at most once."""

    root: Path
    loaded: dict[Path, LoadedModule | None] = field(default_factory=dict)
    found: dict[tuple[Path, str], Path | None] = field(default_factory=dict)
    words: dict[Path, frozenset[bytes]] = field(default_factory=dict)
    #: whether a file imports torch, and if not, which files it imports (project/torch_use.py)
    torch_uses: dict[Path, tuple[bool, tuple[Path, ...]]] = field(default_factory=dict)

    def find(self, importer: str, module: str, level: int) -> Path | None:
        """The file of `module` as imported by a file: `level` dots in front of it."""
        folder = Path(importer).absolute().parent
        if level > 0:
            for _ in range(level - 1):
                folder = folder.parent
            return self._resolve(folder, module)
        key = (folder, module)
        if module.partition(".")[0] in PACKAGES:
            return None
        if key not in self.found:
            self.found[key] = self._search(folder, module, Path(importer).absolute())
        return self.found[key]

    def importers(self, path: str, names: Iterable[str], calls: Iterable[str]) -> list[Path]:
        """The files of the project that use one of a file's `names`: first those that mention `calls`, then the closest."""
        return find_importers(Path(path), names, self.words, calls)

    def uses(self, importer: Path, target: Path) -> bool:
        """Does a file import another one, or a package that holds it?"""
        loaded = self.load(importer)
        if loaded is None:
            return False
        packages = {folder / "__init__.py" for folder in target.parents}
        bodies = [loaded.module.body, *loaded.module.functions]
        return any(
            found == target or found in packages
            for body in bodies
            for instruction in instructions_of(body.body)
            for found in self._imported(importer, instruction)
        )

    def _imported(self, importer: Path, instruction: Instruction) -> Iterator[Path | None]:
        """The files that an instruction imports, whether it names a module or something in one."""
        if isinstance(instruction, Import):
            yield self.find(str(importer), instruction.module, 0)
        if isinstance(instruction, ImportFrom):
            module, level = instruction.module, instruction.level
            yield self.find(str(importer), module, level)
            yield self.find(str(importer), f"{module}.{instruction.name}" if module else instruction.name, level)

    def _search(self, folder: Path, module: str, importer: Path) -> Path | None:
        for root in _search_roots(folder):
            path = self._resolve(root, module)
            if path is not None and path != importer:
                return path
        return None

    def _resolve(self, folder: Path, module: str) -> Path | None:
        base = folder.joinpath(*module.split(".")) if module else folder
        try:
            if module and base.with_name(base.name + ".py").is_file():
                return base.with_name(base.name + ".py")
            package = base / "__init__.py"
            return package if package.is_file() else None
        except OSError:
            return None

    def load(self, path: Path) -> LoadedModule | None:
        """The lowered file; None if it cannot be read or parsed, or is too large."""
        if path not in self.loaded:
            self.loaded[path] = None  # an import cycle meets this
            self.loaded[path] = _load(path)
        return self.loaded[path]


def _search_roots(folder: Path) -> list[Path]:
    roots = []
    for ancestor in (folder, *folder.parents)[:MAX_ANCESTORS]:
        roots += [ancestor, ancestor / "src"]
        if any((ancestor / marker).exists() for marker in ROOT_MARKERS):
            break
    return roots


def _load(path: Path) -> LoadedModule | None:
    from retain_lint.frontend.lower import lower_module  # libcst: only when a file is really needed

    try:
        if path.stat().st_size > MAX_IMPORT_BYTES:
            return None
        source = read_source(path, path.read_bytes())
        return LoadedModule(lower_module(source, path.stem), source)
    except (OSError, SourceError, RecursionError):
        return None
