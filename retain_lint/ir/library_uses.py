"""Which registers hold the modules of data libraries, and what is found in these: `subprocess.run` is no `run` of the project's.
Floor 1."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.ir.model import GetAttr, Import, Instruction, LoadGlobal, Register
from retain_lint.torch_api.libraries import DATA_LIBRARIES

#: among what a name of the file stands for (LoadGlobal): it is such a module, by the file's own import
LIBRARY = "%library"


def is_data_library(module: str) -> bool:
    """Is it a module of a library that never sees a graph?"""
    return module.partition(".")[0] in DATA_LIBRARIES


def find_library_registers(instructions: Iterable[Instruction]) -> frozenset[Register]:
    """The registers of such modules, and of their functions and classes."""
    found: set[Register] = set()
    for instruction in instructions:
        if isinstance(instruction, Import) and is_data_library(instruction.module):
            found.add(instruction.target)
        elif isinstance(instruction, LoadGlobal) and LIBRARY in instruction.origins:
            found.add(instruction.target)
        elif isinstance(instruction, GetAttr) and instruction.object in found:
            found.add(instruction.target)
    return frozenset(found)
