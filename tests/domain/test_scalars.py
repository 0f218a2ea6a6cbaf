"""Scalars by their names: what was loaded may be a model, sums of zero have no history, options are no tensors."""

from __future__ import annotations

import pytest

from retain_lint.domain.joined_values import BLURRED
from retain_lint.domain.loaded import LOADED, is_batch, is_loaded, is_option
from retain_lint.domain.value import Known, Ref, Symbol, Value
from retain_lint.domain.zero_sums import ZERO, is_zero_sum, name_blurred

MODEL = Symbol((LOADED, 1), plain=True)
OPTION = Symbol(("attr", ("value", 2), "steps"), plain=True)
HALF = Symbol(("arith", "/", Known(0), OPTION), plain=True)


def test_what_is_found_in_what_was_loaded_was_loaded() -> None:
    assert is_loaded(MODEL) and is_loaded(Symbol(("item", ("attr", MODEL.key, "parts"), Known(0)), plain=True))
    assert not is_loaded(OPTION) and not is_loaded(Known(0))


def test_a_sum_of_zero_and_data_is_one() -> None:
    assert is_zero_sum(Known(0)) and is_zero_sum(Known(0.0)) and is_zero_sum(HALF)
    assert not is_zero_sum(Known(False)) and not is_zero_sum(Known(1)) and not is_zero_sum(OPTION)
    assert not is_zero_sum(Symbol(HALF.key))


def test_what_is_found_in_options_under_constants_is_an_option() -> None:
    args = ("parameter", "train", 0, "args")
    assert is_option(("attr", args, "steps")) and is_option(("item", ("attr", args, "loss"), Known("weight")))
    assert is_option(("attr", ("attr", ("object", Ref(4)), "opt"), "weight"))
    assert is_option(("attr", ("made", "Config", 5), "gamma")) and not is_option(
        ("attr", ("made", "Critic", 5), "gamma")
    )
    assert not is_option(("attr", ("object", Ref(4)), "opt"))
    assert not is_option(args) and not is_option(("attr", ("parameter", "train", 0, "batch"), "steps"))
    assert not is_option(("item", args, OPTION)) and not is_option(("element", args, 1, 0))


def test_parts_of_a_batch_are_data_by_their_names() -> None:
    batch = ("parameter", "train", 0, "batch")
    assert is_batch(("item", batch, Known("image"))) and is_batch(("element", ("attr", batch, "images"), 1, 0))
    assert not is_batch(batch) and not is_batch(("item", batch, Known("loss")))
    assert not is_batch(("attr", ("item", batch, Known("fake_images")), "mean"))
    assert not is_batch(("item", ("parameter", "train", 0, "given"), Known(0)))


@pytest.mark.parametrize(
    ("mine", "theirs", "name"),
    [
        (MODEL, OPTION, LOADED),
        (OPTION, MODEL, LOADED),
        (HALF, Known(0), ZERO),
        (HALF, Known(1), BLURRED),
        (OPTION, None, BLURRED),
    ],
)
def test_what_is_known_of_both_is_kept(mine: Value, theirs: Value | None, name: str) -> None:
    assert name_blurred(mine, theirs, BLURRED) == name
