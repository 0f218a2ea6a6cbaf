"""Which files of a project use what a file offers. Floor 3. Reads files as words; parses nothing.

Invariant: the search stays within the project: up to the folder with a project file, or in which the run was started, unless that is the
home of a user; without these as far up as Python files lie.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from retain_lint.project.files import Files, Kind, Search, hash_bytes

ROOT_MARKERS = (".git", "pyproject.toml", "setup.py", "setup.cfg")
MAX_ANCESTORS = 6
#: files looked at; larger projects are seen in part, the closest folders first
MAX_FILES = 600
#: a setup.py that names none of them is a module of that name
_PACKAGERS = frozenset({b"setuptools", b"distutils", b"skbuild", b"pbr"})
_WORD = re.compile(rb"[A-Za-z_]\w*")
_SKIPPED = frozenset({"node_modules", "site-packages", "venv", "env", "build", "dist", "__pycache__"})


def search_importers(path: Path, names: Iterable[str], files: Files, calls: Iterable[str] = ()) -> Search:
    """The search for the files that use one of `names`, with what tells whether it must be repeated."""
    names, calls = sorted(names), sorted(calls)
    found = find_importers(path, names, files, calls)
    return Search(str(path), tuple(names), tuple(calls), tuple(map(str, found)), describe_surroundings(path, files))


def describe_surroundings(path: Path, files: Files) -> str:
    """What tells all that a search reads from other such files: which they are, and their contents."""
    folder = path.parent
    if folder not in files.surroundings:
        lines = [f"{file}\0{files.digest(file)}" for file in nearby_files(folder, files)]
        lines += [str(inside) for inside in _list_packages(folder / "module.py", files)]
        files.surroundings[folder] = hash_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    return files.surroundings[folder]


def find_importers(path: Path, names: Iterable[str], files: Files, calls: Iterable[str] = ()) -> list[Path]:
    """The files that mention one of `names` and the module, the closest first, then those that mention a package around
    it, which may offer the name too; of both, those that mention one of `calls` come before the others."""
    stem, *packages = [name.encode() for name in module_names(path, files)]
    wanted, called = (frozenset(name.encode() for name in group) for group in (names, calls))
    by_module, by_package = [], []
    for file in nearby_files(path.parent, files):
        if file == path or file.name == "__init__.py":  # what a package does itself is done when it is imported
            continue
        known = read_words(file, files)
        if b"import" in known and known & wanted:
            if stem in known:
                by_module.append(file)
            elif not known.isdisjoint(packages):
                by_package.append(file)
    return [
        file
        for group in (by_module, by_package)
        for file in sorted(group, key=lambda f: called.isdisjoint(files.words[f]))
    ]


def read_words(file: Path, files: Files) -> frozenset[bytes]:
    """The words of a file."""
    if file not in files.words:
        files.words[file] = frozenset(_WORD.findall(files.read(file) or b""))
    return files.words[file]


def module_names(path: Path, files: Files) -> list[str]:
    """The last name of a module, and the names of the packages around it."""
    inside = _list_packages(path, files)
    if path.name == "__init__.py":  # its folder is a package, even as long as only an editor has the file
        return [path.parent.name, *(folder.name for folder in inside if folder != path.parent)]
    return [path.stem, *(folder.name for folder in inside)]


def _list_packages(path: Path, files: Files) -> list[Path]:
    return [folder for folder in path.parents[:MAX_ANCESTORS] if files.is_file(folder, "__init__.py")]


def nearby_files(folder: Path, files: Files) -> Iterator[Path]:
    """Python files of the project: of the folder and those inside it, then of each folder above."""
    count = 0
    below: Path | None = None
    for ancestor in _ancestors(folder, files):
        for file in _walk(ancestor, below, files):
            count += 1
            if count > MAX_FILES:
                return
            yield file
        below = ancestor


def _walk(top: Path, done: Path | None, files: Files) -> Iterator[Path]:
    names = sorted(files.list_folder(str(top)).items())
    yield from (top / name for name, kind in names if name.endswith(".py") and kind is Kind.FILE)
    for name, kind in names:
        if kind is Kind.FOLDER and name not in _SKIPPED and name[0] != "." and top / name != done:
            yield from _walk(top / name, done, files)


def is_root(folder: Path, files: Files) -> bool:
    """Does a project begin in the folder? A package with a setup file of its own is imported from the folder around it."""
    markers = (".git",) if files.is_file(folder, "__init__.py") else ROOT_MARKERS
    return any(files.exists(folder, marker) for marker in markers if marker != "setup.py" or _packages(folder, files))


def _packages(folder: Path, files: Files) -> bool:
    """Is the setup.py of the folder one that packages a project?"""
    path = folder / "setup.py"
    if not files.is_file(folder, path.name):
        return False
    files.depend_on(path)
    return not _PACKAGERS.isdisjoint(read_words(path, files))


def _ancestors(folder: Path, files: Files) -> list[Path]:
    """The folder and those above it that belong to the project."""
    chain = [folder, *folder.parents][:MAX_ANCESTORS]
    top = 0
    for height, above in enumerate(chain):
        if is_root(above, files) or _is_started_in(above, files):
            return chain[: height + 1]
        if any(name.endswith(".py") for name in files.list_folder(str(above))):
            top = height
    return chain[: top + 1]


def _is_started_in(folder: Path, files: Files) -> bool:
    """Was the run started in the folder, as a project's tools are in its own?"""
    return folder == files.working and folder != Path(os.path.expanduser("~")) and folder != folder.parent
