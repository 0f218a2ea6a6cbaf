"""Attributes that tell whether a tensor has a history: `grad_fn`, `is_leaf`, `requires_grad`. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Ref, Symbol, Value, key_of
from retain_lint.interpreter.context.analysis import Outcome

TELLING = frozenset({"grad_fn", "is_leaf", "requires_grad"})


def tell_history(state: State, value: Value, name: str) -> list[Outcome] | None:
    """value.name, if that is one of these and the value a tensor of which it is decided; where the history is in doubt, the
    path forks, and each goes on with what it was told. None elsewhere."""
    record = state.tensor(value)
    if record is None or name not in TELLING or record.leaf and name == "requires_grad":
        return None
    if record.leaf or record.requires_grad is not Ternary.MAYBE:
        return [Outcome(state, _told(state, value, record, name))]
    if not isinstance(value, Ref) or record.node is None:
        return None
    paths = [state, state.fork()]
    state.update_tensor(value.address, record, requires_grad=Ternary.YES)
    paths[1].update_tensor(value.address, record, node=None, requires_grad=Ternary.NO)
    return [outcome for path in paths for outcome in tell_history(path, value, name) or ()]


def _told(state: State, value: Value, record: TensorRecord, name: str) -> Value:
    has_history = not record.leaf and record.requires_grad is Ternary.YES
    if name != "grad_fn":
        return Known(has_history if name == "requires_grad" else not has_history)
    if not has_history:
        return NONE
    found = Symbol(("attr", key_of(value), name), plain=True)
    state.condition.assert_all(
        {
            found.key: True,
            ("compare", "is", found, NONE): False,
            ("compare", "==", found, NONE): False,
        }
    )
    return found
