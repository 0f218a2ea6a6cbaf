"""What is a sequence or None, past the bound of paths, is the sequence to an operation: torch.cat(None) raises."""

from __future__ import annotations

from retain_lint.domain.autograd_graph import Graph
from retain_lint.domain.heap import ListRecord
from retain_lint.domain.join import join_states
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import NONE, Ref, Symbol
from retain_lint.domain.value_numbers import Fresh
from retain_lint.interpreter.autograd.operations import elements


def test_a_list_or_none_is_the_list() -> None:
    one, two = State(), State()
    parts = (Symbol(("parameter", "f", 0, "x")), Symbol(("parameter", "f", 0, "y")))
    for state, kept in ((one, Ref(1)), (two, NONE)):
        state.enter_frame(0, Frame({"kept": kept}))
        state.put(1, ListRecord(parts))
    joined = join_states(one, two, Graph(), iter(range(100, 200)).__next__)
    kept = joined.variables(0)["kept"]
    assert isinstance(kept, Symbol) and kept.key[:2] == ("joined", Fresh(100))
    assert elements(joined, kept) == parts
