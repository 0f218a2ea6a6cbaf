"""The modules of the project, found on demand from imports. Floor 3. Never executes user code.

A file's imports are looked for where Python would look when the project is run: beside the script, from the root of its package,
and in the folders above up to the repository's root, `src` included; then in the folders that the file adds to `sys.path`. What
is not there is foreign, and stays opaque.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.frontend.text import SourceError, SourceText, read_source
from retain_lint.ir.model import Import, ImportFrom, Instruction, Module
from retain_lint.ir.walk import instructions_of
from retain_lint.project.caller_search import search_callers
from retain_lint.project.files import Files, Footprint, Search, SearchKind, TrackedFiles, track
from retain_lint.project.importer_search import MAX_ANCESTORS, is_root, search_importers
from retain_lint.project.search_paths import find_added, find_helpers
from retain_lint.torch_api.frameworks import PACKAGES

#: by which a file imports others that none of its imports names, and a package offers some
_COMPUTED = frozenset({"__import__", "exec", "import_module", "lazy_import"})
_OFFERING = _COMPUTED | {"__all__", "__getattr__", "__path__"}
#: files that the imports of a package lead to, of which this many are asked what they import
MAX_OFFERING = 24


@dataclass(frozen=True, slots=True, eq=False)
class LoadedModule:
    """A file of the project, lowered."""

    module: Module
    source: SourceText


@dataclass(frozen=True, slots=True)
class TorchUse:
    """Whether a file imports torch itself, if not, which files of the project it imports, and what of these was looked up."""

    direct: bool
    imported: tuple[Path, ...]
    footprint: Footprint


@dataclass(slots=True)
class Project:
    """The files reachable from the folder of a checked file. Each is parsed at most once. `torch_uses` is filled by
    project/torch_use.py; it, `loaded` and `known` may be shared by the projects of several checked files. `files` writes down
    what is looked up. `texts`: those of the checked files, which may differ from what is stored. `patience`: how many characters
    are parsed, at most, where somebody waits; `deferred`: there are files that it did not last for, so that they are missing."""

    root: Path
    loaded: dict[Path, LoadedModule | None] = field(default_factory=dict)
    known: Files = field(default_factory=Files)
    torch_uses: dict[Path, TorchUse] = field(default_factory=dict)
    patience: int | None = None
    deferred: bool = False
    texts: Mapping[Path, str] = field(default_factory=dict)
    files: TrackedFiles = field(init=False)
    _found: dict[tuple[str, str, int], Path | None] = field(default_factory=dict)
    _inside: dict[tuple[Path, Path], bool] = field(default_factory=dict)
    _added: dict[Path, list[tuple[str, ...]]] = field(default_factory=dict)
    _callers: dict[tuple[str, str, SearchKind], Search] = field(default_factory=dict)
    _imports: dict[Path, frozenset[Path]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.files = track(self.known)

    def find(self, importer: str, module: str, level: int) -> Path | None:
        """The file of `module` as imported by a file: `level` dots in front of it."""
        key = (importer, module, level)
        if key not in self._found:
            path = Path(importer).absolute()
            found = self._find(path, module, level)
            self._found[key] = found if found is not None and self._is_inside(found, path.parent) else None
        return self._found[key]

    def find_beyond(self, importer: str, module: str, first: Path) -> Path | None:
        """The next file of that name on the path of a file, after the `first` one: in a package the module of a folder above may
        be meant, and not the one beside it."""
        path = Path(importer).absolute()
        found = self._search(path, module, {path, first})
        return found if found is not None and self._is_inside(found, path.parent) else None

    def _is_inside(self, found: Path, folder: Path) -> bool:
        """Neither dots nor links lead out of the project of a file in that folder."""
        *_, (top, _) = self._list_roots(folder)
        if (found, top) not in self._inside:
            self._inside[found, top] = os.path.realpath(found).startswith(os.path.join(os.path.realpath(top), ""))
        return self._inside[found, top]

    def _find(self, importer: Path, module: str, level: int) -> Path | None:
        folder = importer.parent
        if level > 0:
            for _ in range(level - 1):
                folder = folder.parent
            return self._resolve(folder, (), module)
        return None if module.partition(".")[0] in PACKAGES else self._search(importer, module, {importer})

    def importers(self, path: str, names: Iterable[str], calls: Iterable[str] = ()) -> list[Path]:
        """The files of the project that use one of a file's `names`: first those that mention `calls`, then the closest."""
        search = search_importers(Path(path), names, self.known, calls)
        self.files.footprint.searches[search] = None
        return [Path(found) for found in search.found]

    def callers(self, path: str, name: str, kind: SearchKind) -> list[Path]:
        """The other files of the project that call a function of a file, if none of them sends anything backward."""
        asked = (path, name, kind)
        if asked not in self._callers:
            self._callers[asked] = search_callers(Path(path), name, self.known, kind)
            self.files.footprint.searches[self._callers[asked]] = None
        return [Path(found) for found in self._callers[asked].found]

    def uses(self, importer: Path, target: Path) -> bool:
        """Does a file import another one, or a package that holds it and may offer what is in it?"""
        packages = {folder / "__init__.py" for folder in target.parents}
        found = self._find_imports(importer)
        return target in found or any(self._offers(package, target) for package in packages & found)

    def _offers(self, package: Path, target: Path) -> bool:
        """May a package offer what is in a file? That one is among those which its own imports lead to, or these may be more than
        can be known: many, or some by names that are computed."""
        known, left = {package}, [package]
        while left:
            file = left.pop()
            if self._imports_unnamed(file):
                return True
            found = self._find_imports(file) - known
            known |= found
            left += found
            if target in known or len(known) > MAX_OFFERING:
                return True
        return False

    def _imports_unnamed(self, file: Path) -> bool:
        """May a file import others by names that are not written? An empty package has only what is imported by its own name."""
        loaded = self.load(file)
        bodies = [loaded.module.body, *loaded.module.functions] if loaded is not None else []
        unnamed = _OFFERING if file.name == "__init__.py" else _COMPUTED
        return loaded is None or any(not unnamed.isdisjoint(body.mentions | body.locals) for body in bodies)

    def _find_imports(self, importer: Path) -> frozenset[Path]:
        """The files that the statements of a file import, in functions too. Remembered: many files use the same packages."""
        if importer not in self._imports:
            loaded = self.load(importer)
            bodies = [loaded.module.body, *loaded.module.functions] if loaded is not None else []
            statements = (instruction for body in bodies for instruction in instructions_of(body.body))
            found = (path for statement in statements for path in self._imported(importer, statement))
            self._imports[importer] = frozenset(path for path in found if path is not None)
        return self._imports[importer]

    def _imported(self, importer: Path, instruction: Instruction) -> Iterator[Path | None]:
        """The files that an instruction imports, whether it names a module or something in one."""
        if isinstance(instruction, Import):
            yield self.find(str(importer), instruction.module, 0)
        if isinstance(instruction, ImportFrom):
            module, level = instruction.module, instruction.level
            yield self.find(str(importer), module, level)
            yield self.find(str(importer), f"{module}.{instruction.name}" if module else instruction.name, level)

    def _search(self, importer: Path, module: str, besides: Set[Path]) -> Path | None:
        """The first file of that name on the path of a file that is none of those."""
        for root, parts in itertools.chain(self._list_roots(importer.parent), self._list_added(importer)):
            path = self._resolve(root, parts, module)
            if path is not None and path not in besides:
                return path
        return None

    def _resolve(self, root: Path, above: tuple[str, ...], module: str) -> Path | None:
        """The file of a module, seen from the folder that the parts `above` lead to."""
        parts = (*above, *filter(None, module.split(".")))
        files = ((*parts[:-1], f"{parts[-1]}.py"),) if module else ()
        paths = (*files, (*parts, "__init__.py"))
        return next((root.joinpath(*path) for path in paths if self.files.is_file(root, *path)), None)

    def _list_roots(self, folder: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
        """Where modules are looked for: in a folder above, or in its folder of sources."""
        for ancestor in (folder, *folder.parents)[:MAX_ANCESTORS]:
            yield from ((ancestor, ()), (ancestor, ("src",)))
            if is_root(ancestor, self.files):
                break

    def _list_added(self, importer: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
        """The folders that a file adds to the path, or a module beside it that it imports for that, in the folders above."""
        if importer not in self._added:
            text = self.texts.get(importer)
            data = (self.files.read(importer) or b"") if text is None else text.encode("utf-8", "replace")
            names = (name for name in find_helpers(data) if name not in PACKAGES)
            helpers = [importer.with_name(f"{n}.py") for n in names if self.files.is_file(importer.parent, f"{n}.py")]
            adding = [data, *(self.files.read(path) or b"" for path in helpers)]
            self._added[importer] = list(dict.fromkeys(parts for one in adding for parts in find_added(one)))
        added = self._added[importer]
        roots = dict.fromkeys(root for root, _ in self._list_roots(importer.parent)) if added else {}
        yield from ((root, parts) for parts in added for root in roots)

    def load(self, path: Path) -> LoadedModule | None:
        """The lowered file; None if it cannot be read or parsed, is too large, or is left for the next answer."""
        if path not in self.loaded:
            if self.patience is not None and self.patience <= 0:
                self.deferred = True
                return None
            self.loaded[path] = loaded = _load(path, self.files)
            if self.patience is not None:  # text that does not parse takes longest
                self.patience -= self.patience if loaded is None else len(loaded.source.text)
        self.files.depend_on(path)
        return self.loaded[path]


def _load(path: Path, files: Files) -> LoadedModule | None:
    # Imported here: only when a file is really needed.
    from retain_lint.frontend.lower import lower_module
    from retain_lint.frontend.reading import Reading
    from retain_lint.frontend.unparsable import read_what_parses

    data = files.read(path)
    try:
        source = None if data is None else read_source(path, data)
        if source is None:
            return None
        try:
            return LoadedModule(lower_module(Reading(source), path.stem), source)
        except SourceError:
            source = read_what_parses(source).source
            return LoadedModule(lower_module(Reading(source), path.stem), source)
    except (SourceError, RecursionError):
        return None
