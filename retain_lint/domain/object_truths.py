"""Whether an object on the heap is true, as Python asks of containers and of `__bool__` and `__len__`. Floor 2."""

from __future__ import annotations

from retain_lint.domain.base_classes import classes_of
from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord, LayerRecord, ListRecord, Record, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, Ref, Value
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
    return any(record is None or _may_be_asked(record) for record in classes_of(state, cls))


def _may_be_asked(record: ClassRecord) -> bool:
    """Has the class a method that says the truth of its objects, or inherits it from outside the project?"""
    outside = (base for base in record.bases if not isinstance(base, Ref))
    return any(lookup(record.attributes, name) is not None for name in _ASKED) or not all(map(_is_true_base, outside))


def _is_true_base(base: Value) -> bool:
    if not isinstance(base, External):
        return False
    layer = find_layer(base.name)
    typed = base.name.startswith(("typing.", "typing_extensions."))
    return base.name in _TRUE_BASES or typed or bool(layer and not layer.container)
