"""Which tests run in one process where several do: those of a file, which share fixtures, and those that look at the same programs."""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadFileScheduling

#: these run and analyse the programs of articles, of measured facts and of the rules' examples: each once a process
_ABOUT_PROGRAMS = frozenset(
    {
        "tests/differential/test_metamorphic.py",
        "tests/rules/test_analysis.py",
        "tests/rules/test_program_analysis.py",
        "tests/rules/test_vocabulary.py",
        "tests/semantics/test_programs.py",
        "tests/truth/test_call_verdicts.py",
        "tests/truth/test_examples.py",
        "tests/truth/test_programs.py",
    }
)


class _ByFileOrPrograms(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "programs" if file in _ABOUT_PROGRAMS else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> _ByFileOrPrograms | None:
    """Takes the place of `--dist loadfile`; another `--dist` is what the caller wants."""
    return _ByFileOrPrograms(config, log) if config.getvalue("dist") == "loadfile" else None
