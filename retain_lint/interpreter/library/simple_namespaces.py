"""Objects of foreign classes that keep the keyword arguments they are made with as attributes: options, written down by
hand. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import ClassRecord, InstanceRecord, Pairs
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.objects import allocate

_NAMESPACES = frozenset({"types.SimpleNamespace", "argparse.Namespace"})
#: the package whose `…Config` classes are dataclasses (peft/config.py)
_ADAPTERS = "peft."


class KeywordObjects(LibraryModel):
    """`SimpleNamespace(width=3)`, `LoraConfig(r=8)`. What else it has is not known."""

    functions = _NAMESPACES
    packages = (_ADAPTERS,)

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        keeps = name in _NAMESPACES or name.endswith("Config")
        if not keeps or request.positional:
            return None
        named = tuple((key, value) for key, value in request.keywords.items() if key != "**")
        return [Outcome(state, make_namespace(m, state, name, named))]


def make_namespace(m: Analysis, state: State, name: str, attributes: Pairs) -> Ref:
    """An object of a foreign class, by the class's full name, that has these attributes."""
    cls = allocate(m, state, ClassRecord(name.rpartition(".")[2], (External(name),), (), m.context.module))
    return allocate(m, state, InstanceRecord(cls.address, attributes))
