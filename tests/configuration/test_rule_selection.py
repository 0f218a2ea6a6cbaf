"""How selectors combine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retain_lint.configuration.rule_selection import (
    Layer,
    RuleName,
    SelectorError,
    select_fixable,
    select_rules,
    split_selectors,
)
from retain_lint.diagnostic import Confidence, Diagnostic
from retain_lint.source import Location, Span

RULES = (
    RuleName("RTG101", "first"),
    RuleName("RTG102", "second"),
    RuleName("RTG201", "third"),
    RuleName("RTG202", "fourth", default=False),
)
SELECTORS = st.sampled_from(["ALL", "RTG", "RTG1", "RTG2", "RTG10", "RTG101", "RTG202", "second", "rtg2"])
LISTS = st.lists(SELECTORS, max_size=3).map(tuple)


def enable(*layers: Layer) -> set[str]:
    return set(select_rules(layers, RULES).enabled)


def test_defaults() -> None:
    assert enable() == enable(Layer()) == {"RTG101", "RTG102", "RTG201"}


@pytest.mark.parametrize(
    ("layer", "codes"),
    [
        (Layer(select=("ALL",)), {"RTG101", "RTG102", "RTG201", "RTG202"}),
        (Layer(select=()), set()),
        (Layer(select=("RTG2",)), {"RTG201", "RTG202"}),
        (Layer(select=("fourth",)), {"RTG202"}),
        (Layer(extend_select=("RTG202",)), {"RTG101", "RTG102", "RTG201", "RTG202"}),
        (Layer(ignore=("RTG1",)), {"RTG201"}),
        (Layer(select=("RTG1",), ignore=("RTG101",)), {"RTG102"}),
        (Layer(select=("RTG101",), ignore=("RTG1",)), {"RTG101"}),
        (Layer(select=("RTG101",), ignore=("RTG101",)), set()),
        (Layer(select=("first",), ignore=("RTG10",)), {"RTG101"}),
        (Layer(select=("RTG2",), ignore=("ALL",)), {"RTG201", "RTG202"}),
    ],
)
def test_the_most_specific_selector_decides(layer: Layer, codes: set[str]) -> None:
    assert enable(layer) == codes


def test_a_layer_that_selects_starts_afresh() -> None:
    below = Layer(select=("RTG2",), ignore=("RTG101",))
    assert enable(below, Layer(select=("RTG1",))) == {"RTG101", "RTG102"}
    assert enable(below, Layer(extend_select=("RTG1",))) == {"RTG101", "RTG102", "RTG201", "RTG202"}
    assert enable(below, Layer(ignore=("RTG201",))) == {"RTG202"}


@pytest.mark.parametrize(
    ("selector", "meant"),
    [
        ("ABC", ""),
        ("RTG9", ""),
        ("RTG1011", "RTG101"),
        ("RTG2O1", "RTG201"),
        ("firs", "first"),
        ("al", "ALL"),
        ("", ""),
    ],
)
def test_unknown_selectors(selector: str, meant: str) -> None:
    hint = f"; did you mean `{meant}`?" if meant else ""
    with pytest.raises(SelectorError) as caught:
        enable(Layer(ignore=(selector,), origin="x.toml"))
    assert str(caught.value) == f"x.toml: `ignore`: no rule is called `{selector}`{hint}"
    for key in ("select", "extend_select", "fixable", "unfixable"):
        with pytest.raises(SelectorError) as caught:
            enable(Layer(**{key: (selector,)}))  # type: ignore[arg-type]
        assert str(caught.value) == f"--{key.replace('_', '-')}: no rule is called `{selector}`{hint}"


def test_upper_and_lower_case_are_one() -> None:
    for selector in ("all", "All", "ALL"):
        assert enable(Layer(select=(selector,))) == {rule.code for rule in RULES}
    assert enable(Layer(select=("rtg2",))) == {"RTG201", "RTG202"} and enable(Layer(select=("First",))) == {"RTG101"}


@pytest.mark.parametrize(
    ("layers", "codes"),
    [
        ([], {"RTG101", "RTG102", "RTG201", "RTG202"}),
        ([Layer(fixable=("RTG1",))], {"RTG101", "RTG102"}),
        ([Layer(unfixable=("RTG1",))], {"RTG201", "RTG202"}),
        ([Layer(fixable=("ALL",), unfixable=("RTG101",))], {"RTG102", "RTG201", "RTG202"}),
        ([Layer(fixable=("RTG1",)), Layer(unfixable=("RTG101",))], {"RTG102"}),
        ([Layer(unfixable=("RTG1",)), Layer(fixable=("RTG101",))], {"RTG101"}),
    ],
)
def test_fixable(layers: list[Layer], codes: set[str]) -> None:
    assert select_fixable(layers, RULES) == codes


@given(LISTS, LISTS, LISTS)
def test_order_of_selectors_does_not_matter(
    select: tuple[str, ...], ignore: tuple[str, ...], more: tuple[str, ...]
) -> None:
    turned = Layer(select[::-1], ignore[::-1], more[::-1])
    assert select_rules([Layer(select, ignore, more)], RULES) == select_rules([turned], RULES)


@given(LISTS, LISTS)
def test_ignoring_more_never_enables(select: tuple[str, ...], ignore: tuple[str, ...]) -> None:
    assert enable(Layer(select, ignore)) <= enable(Layer(select))


@given(LISTS, LISTS, LISTS)
def test_what_is_named_is_enabled(select: tuple[str, ...], ignore: tuple[str, ...], more: tuple[str, ...]) -> None:
    selection = select_rules([Layer(select, ignore, more)], RULES)
    assert selection.named == selection.enabled  # nothing is on by default beside a `select`


def test_a_finding_that_is_not_shown_by_default_needs_its_rule_named() -> None:
    shown = Diagnostic("RTG101", "first", "", Location("a.py", Span(1, 0, 1, 1)), Confidence.DEFINITE)
    hidden = Diagnostic("RTG101", "first", "", shown.location, Confidence.DEFINITE, default=False)
    for layer in (Layer(extend_select=("RTG101",)), Layer(select=("ALL",))):
        selection = select_rules([layer], RULES)
        assert selection.includes(shown) and selection.includes(hidden)
    assert select_rules([], RULES).includes(shown) and not select_rules([], RULES).includes(hidden)
    assert not select_rules([Layer(select=("RTG2",))], RULES).includes(shown)


def test_splitting() -> None:
    assert split_selectors(" RTG1,RTG2  RTG3,, ") == ("RTG1", "RTG2", "RTG3")
