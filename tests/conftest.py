"""Which tests run in one process where several do: those of a file, which share fixtures, and those that look at the same programs."""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadFileScheduling

#: these run and analyse the programs of articles, of measured facts and of the rules' examples: each once a process; and
#: these run the same on joined paths
_TOGETHER = {
    "programs": {
        "tests/differential/test_metamorphic.py",
        "tests/rules/test_analysis.py",
        "tests/rules/test_program_analysis.py",
        "tests/rules/test_vocabulary.py",
        "tests/semantics/test_programs.py",
        "tests/truth/test_call_verdicts.py",
        "tests/truth/test_examples.py",
        "tests/truth/test_programs.py",
    },
    "joined programs": {"tests/test_joined_paths.py", "tests/test_trace_partitioning.py"},
}
_SCOPES = {file: scope for scope, files in _TOGETHER.items() for file in files}


class _ByFileOrPrograms(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return _SCOPES.get(file, file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> _ByFileOrPrograms | None:
    """Takes the place of `--dist loadfile`; another `--dist` is what the caller wants."""
    return _ByFileOrPrograms(config, log) if config.getvalue("dist") == "loadfile" else None
