"""Classes of the program's own that derive from a class of options, texts or files of the standard library: what they inherit gives
data, such as `self.getint("train", "epochs")` of a ConfigParser. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel

#: libraries whose classes keep nothing but what they have read
_LIBRARIES = frozenset({"argparse", "configargparse", "configparser", "csv", "json", "logging", "pathlib", "random"})


class DataSubclasses(LibraryModel):
    """See the module's text."""

    part = "%data"
    starts_empty = True

    def is_base(self, name: str) -> bool:
        return name.partition(".")[0] in _LIBRARIES

    def build(self, m: Analysis, state: State, made: Ref, base: External, request: CallRequest) -> Value | None:
        return m.symbol("value", plain=True)

    def inherits(self, state: State, part: Value, name: str) -> bool:
        return not name.startswith("__")
