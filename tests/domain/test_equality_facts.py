"""What a path knows of a value decides what it is equal to."""

from __future__ import annotations

import pytest

from retain_lint.domain.equality_facts import told_by_others
from retain_lint.domain.path_condition import PathCondition
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Symbol, Tuple, Value

KIND = Symbol(("attr", ("parameter", "options"), "kind"), plain=True)
WORDS = Tuple((Known("mse"), Known("l1")))
WORD_OR_NONE = Tuple((Known("mse"), Known(None)))


@pytest.mark.parametrize(
    "is_true,op,right,expected",
    [
        (False, "==", Known("mse"), False),
        (False, "!=", Known("mse"), True),
        (False, "==", Known(""), None),
        (False, "in", WORDS, False),
        (False, "not in", WORDS, True),
        (False, "in", WORD_OR_NONE, None),
        (True, "==", Known("mse"), None),
        (True, "==", Known(0), False),
        (True, "in", WORD_OR_NONE, None),
    ],
)
def test_what_is_true_is_equal_to_nothing_that_is_not(
    is_true: bool, op: str, right: Value, expected: bool | None
) -> None:
    state = State(condition=PathCondition({KIND.key: is_true}))
    assert told_by_others(state, op, KIND, right) is expected
