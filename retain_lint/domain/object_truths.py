"""Whether an object on the heap is true, as Python asks of containers and of `__bool__` and `__len__`. Floor 2."""

from __future__ import annotations

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord, LayerRecord, ListRecord, Record, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, Ref
from retain_lint.torch_api.lookup import find_layer

#: bases whose objects are true, unless a class between says otherwise; and so are typing's, and torch's layers but for containers
_TRUE_BASES = frozenset(("builtins.object", "abc.ABC", "torch.nn.Module"))
_ASKED = ("__bool__", "__len__")


def truth_of_object(state: State, record: Record | None) -> bool | None:
    """The truth of an object; None where it is not known, as of one whose class has a method that says it, or opaque bases."""
    if isinstance(record, (ListRecord, DictRecord)):
        if not record.items:
            return False if record.exact else None
        return None if isinstance(record, ListRecord) and record.partial else True
    if isinstance(record, LayerRecord) and record.spec.container and not record.children:
        return False if record.exact and not record.sampled else None
    return None if isinstance(record, InstanceRecord) and _is_asked(state, record.cls) else True


def _is_asked(state: State, cls: Address) -> bool:
    pending, met = [cls], {cls}
    while pending:
        record = state.heap.get(pending.pop())
        if not isinstance(record, ClassRecord) or any(lookup(record.attributes, name) is not None for name in _ASKED):
            return True
        for base in record.bases:
            if isinstance(base, Ref) and base.address not in met:
                met.add(base.address)
                pending.append(base.address)
            elif not isinstance(base, Ref) and not (isinstance(base, External) and _is_true_base(base.name)):
                return True
    return False


def _is_true_base(name: str) -> bool:
    layer = find_layer(name)
    return (
        name in _TRUE_BASES or name.startswith(("typing.", "typing_extensions.")) or bool(layer and not layer.container)
    )
