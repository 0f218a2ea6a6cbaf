"""Which attention a model of transformers is built with, where its class lists several. Floor 3.

The base class's constructor decides (transformers/modeling_utils.py, `_autoset_attn_implementation`): what was asked for, else
torch's own if the model's class says that it has one, else the one written out.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord, lookup, replace_pair
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Known, Ref, Symbol, Value
from retain_lint.interpreter.heap.objects import class_attribute, external_bases

#: where the configuration holds it
_CHOICE = "_attn_implementation"
_BASE = "PreTrainedModel"


def choose_attention(state: State, record: InstanceRecord, config: Value) -> None:
    """Notes on the configuration what the constructor of the base class chooses for an object."""
    bases = [base.name.rpartition(".")[2] for base in external_bases(state, record.cls) if isinstance(base, External)]
    offered = class_attribute(state, record.cls, "_supports_sdpa")
    if _BASE in bases and (offered is None or isinstance(offered, Known)) and _chosen(state, config) is None:
        note_attention(state, config, Known("sdpa" if offered == Known(True) else "eager"))


def note_attention(state: State, config: Value, choice: Value) -> None:
    """What a caller asks for by `attn_implementation=`."""
    record = state.record(config)
    if isinstance(record, InstanceRecord) and isinstance(config, Ref):
        pairs = replace_pair(record.attributes, _CHOICE, choice)
        state.put(config.address, replace(record, attributes=pairs))
    elif isinstance(config, Symbol):
        state.attach(config.key, _CHOICE, choice)


def _chosen(state: State, config: Value) -> Value | None:
    record = state.record(config)
    if isinstance(record, InstanceRecord):
        return lookup(record.attributes, _CHOICE)
    return lookup(state.attached(config.key), _CHOICE) if isinstance(config, Symbol) else None
