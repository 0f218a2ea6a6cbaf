"""Objects of foreign classes that keep the keyword arguments they are made with as attributes: options, written down by
hand. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import ClassRecord, InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Value
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.objects import allocate
from retain_lint.interpreter.request import CallRequest

_NAMESPACES = frozenset({"types.SimpleNamespace", "argparse.Namespace"})
#: the package whose `…Config` classes are dataclasses (peft/config.py)
_ADAPTERS = "peft."


def make_keyword_object(m: Machine, state: State, name: str, request: CallRequest) -> Value | None:
    """`SimpleNamespace(width=3)`, `LoraConfig(r=8)`; None for anything else. What else it has is not known."""
    keeps = name in _NAMESPACES or (name.startswith(_ADAPTERS) and name.endswith("Config"))
    if not keeps or request.positional or "**" in request.keywords:
        return None
    cls = allocate(m, state, ClassRecord(name.rpartition(".")[2], (External(name),), (), m.context.module))
    return allocate(m, state, InstanceRecord(cls.address, tuple(request.keywords.items())))
