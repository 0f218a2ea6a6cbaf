"""Does a file concern torch: by itself, by what it imports from the project, or by a file that uses it? Floor 3. Parses nothing.

Over-approximate: a word in the file itself, an import in the others, at whatever depth, is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from retain_lint.project.importer_search import module_names
from retain_lint.project.loader import Project, TorchUse
from retain_lint.torch_api.frameworks import PACKAGES

#: packages that bring torch along, beside those that have it in their names; `importlib` may bring anything
_BRINGERS = (
    *PACKAGES,
    *("allennlp", "catalyst", "detectron2", "dgl", "diffusers", "fairseq", "fastai", "gpytorch", "ignite", "importlib"),
    *(
        "kornia",
        "mmcv",
        "mmengine",
        "monai",
        "pyro",
        "sentence_transformers",
        "skorch",
        "stable_baselines3",
        "tianshou",
    ),
    *("timm", "trl"),
)
_PACKAGE = rb"(?:\w*torch\w*|" + b"|".join(name.encode() for name in _BRINGERS) + rb")\b"
_WORD = re.compile(rb"torch|retain_graph|create_graph|retain_variables|\b" + _PACKAGE)
_TORCH_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t][^\n#]*\b" + _PACKAGE, re.MULTILINE)
_IMPORT = re.compile(rb"^[ \t]*import[ \t]+([\w., \t]+)", re.MULTILINE)
_FROM = re.compile(rb"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(?:\(([^)]*)\)|([^\n]*))", re.MULTILINE)
_NAME = re.compile(rb"[A-Za-z_]\w*")


def concerns_torch(path: Path, text: str, project: Project) -> bool:
    """Can a tensor of torch get into the file?"""
    data = text.encode("utf-8", "surrogatepass")
    if _WORD.search(data):
        return True
    met = {path.absolute()}
    pending = [*_imported(path, data, project), *project.importers(str(path), module_names(path, project.files))]
    while pending:
        file = pending.pop().absolute()
        if file in met:
            continue
        met.add(file)
        use = _look(file, project)
        if use.direct:
            return True
        pending.extend(use.imported)
    return False


def _look(file: Path, project: Project) -> TorchUse:
    """Does a file import torch itself, and which files of the project does it import? Each is read once."""
    known = project.torch_uses.get(file)
    if known is None:
        alone = Project(project.root, known=project.known)  # with a footprint of its own
        data = alone.files.read(file) or b""
        direct = _TORCH_IMPORT.search(data) is not None
        imported = () if direct else tuple(_imported(file, data, alone))
        known = project.torch_uses[file] = TorchUse(direct, imported, alone.files.footprint)
    project.files.footprint.include(known.footprint)
    return known


def _imported(importer: Path, data: bytes, project: Project) -> Iterator[Path]:
    """The files of the project that a text may import, whether it names modules or what is in them."""
    for module, level in dict.fromkeys(_named(data)):
        found = project.find(str(importer), module, level)
        if found is not None:
            yield found


def _named(data: bytes) -> Iterator[tuple[str, int]]:
    for match in _IMPORT.finditer(data):
        yield from ((part.split()[0].decode(), 0) for part in match[1].split(b",") if part.split())
    for match in _FROM.finditer(data):
        level, module = len(match[1]), match[2].decode()
        yield module, level
        for name in _NAME.findall(match[3] or match[4]):
            yield f"{module}.{name.decode()}" if module else name.decode(), level
