"""Removing, adding and renaming arguments changes the call as wanted and nothing else."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retain_lint.diagnostic import Applicability, Edit, Fix
from retain_lint.domain.call_site import CallSite
from retain_lint.fixes.apply import apply_fixes
from retain_lint.fixes.arguments import add_retain_graph, remove_argument, rename_keyword
from retain_lint.fixes.passage import Passage
from tests.fixes.sites import Text, find_argument, list_calls


def apply(text: str, edits: tuple[Edit, ...]) -> str:
    applied = apply_fixes(text, [Fix(Applicability.SAFE, "", edits)])
    assert not applied.skipped
    return applied.text


def read(text: str, call: CallSite) -> Passage:
    return Passage(Text(text).slice(call.location.span), call.location)


def remove(text: str, argument: str, method: str = "backward") -> tuple[str, bool]:
    (call,) = list_calls(text, method)
    removal = remove_argument(read(text, call), find_argument(call, argument))
    assert removal is not None
    return apply(text, removal.edits), removal.lossless


REMOVALS = {
    "sole": ("l.backward(retain_graph=True)\n", "l.backward()\n"),
    "sole, spaced": ("l.backward( retain_graph = True )\n", "l.backward()\n"),
    "sole, trailing comma": ("l.backward(retain_graph=True,)\n", "l.backward()\n"),
    "sole, own line": ("l.backward(\n    retain_graph=True,\n)\n", "l.backward()\n"),
    "first": ("l.backward(retain_graph=True, inputs=w)\n", "l.backward(inputs=w)\n"),
    "middle": ("l.backward(g, retain_graph=True, inputs=w)\n", "l.backward(g, inputs=w)\n"),
    "last": ("l.backward(g, retain_graph=True)\n", "l.backward(g)\n"),
    "last, trailing comma": ("l.backward(g, retain_graph=True,)\n", "l.backward(g,)\n"),
    "last, before a spread": ("l.backward(retain_graph=True, **options)\n", "l.backward(**options)\n"),
    "own line, first": (
        "l.backward(\n    retain_graph=True,\n    inputs=w,\n)\n",
        "l.backward(\n    inputs=w,\n)\n",
    ),
    "own line, last, trailing comma": (
        "l.backward(\n    inputs=w,\n    retain_graph=True,\n)\n",
        "l.backward(\n    inputs=w,\n)\n",
    ),
    "own line, last, no trailing comma": (
        "l.backward(\n    inputs=w,\n    retain_graph=True\n)\n",
        "l.backward(\n    inputs=w,\n)\n",
    ),
    "shared lines": ("l.backward(g,\n           retain_graph=True)\n", "l.backward(g)\n"),
    "comment before": ("l.backward(g,  # why\n           retain_graph=True)\n", "l.backward(g,  # why\n           )\n"),
    "comment line before": (
        "l.backward(\n    # the weights\n    w,\n    # both\n    retain_graph=True,\n)\n",
        "l.backward(\n    # the weights\n    w,\n    # both\n)\n",
    ),
    "comment behind, others follow": (
        "l.backward(g, retain_graph=True,  # both\n    inputs=w)\n",
        "l.backward(g, # both\n    inputs=w)\n",
    ),
    "comment in brackets of a sole argument": (
        "l.backward(\n    # both\n    retain_graph=True\n)\n",
        "l.backward(\n    # both\n)\n",
    ),
    "comment behind a sole argument's comma": (
        "l.backward(retain_graph=True,  # both\n)\n",
        "l.backward(  # both\n)\n",
    ),
    "brackets in other arguments": (
        'l.backward(f(a, (b, "),")), retain_graph=True, inputs=[w, v])\n',
        'l.backward(f(a, (b, "),")), inputs=[w, v])\n',
    ),
    "lambda beside": ("l.backward(lambda a, b: a, retain_graph=True)\n", "l.backward(lambda a, b: a)\n"),
    "receiver over lines": ("(l\n  .backward(retain_graph=True))\n", "(l\n  .backward())\n"),
    "receiver with a call": ("s.scale(l, 2).backward(retain_graph=True)\n", "s.scale(l, 2).backward()\n"),
    "value is a name": ("l.backward(retain_graph=i < n - 1)\n", "l.backward()\n"),
    "value in brackets": ("l.backward(g, retain_graph=(True))\n", "l.backward(g)\n"),
    "not ASCII": ("é = 'ü'; l.backward('ä', retain_graph=True)\n", "é = 'ü'; l.backward('ä')\n"),
}


@pytest.mark.parametrize("before,after", REMOVALS.values(), ids=REMOVALS)
def test_remove_keyword(before: str, after: str) -> None:
    (call,) = list_calls(before)
    argument = next(argument for argument in call.arguments if argument.keyword == "retain_graph")
    removal = remove_argument(read(before, call), argument)
    assert removal is not None and removal.lossless
    assert apply(before, removal.edits) == after
    ast.parse(after)


@pytest.mark.parametrize("before,after", REMOVALS.values(), ids=REMOVALS)
def test_remove_keyword_with_crlf(before: str, after: str) -> None:
    before, after = before.replace("\n", "\r\n"), after.replace("\n", "\r\n")
    (call,) = list_calls(before)
    argument = next(argument for argument in call.arguments if argument.keyword == "retain_graph")
    removal = remove_argument(read(before, call), argument)
    assert removal is not None
    assert apply(before, removal.edits) == after


@pytest.mark.parametrize(
    "before,argument,after",
    [
        ("l.backward(None, True)\n", "True", "l.backward()\n"),
        ("l.backward(None, True, inputs=w)\n", "True", "l.backward(inputs=w)\n"),
        ("l.backward(g, True)\n", "True", "l.backward(g)\n"),
        ("torch.autograd.backward(l, None, True)\n", "True", "torch.autograd.backward(l)\n"),
        ("l.backward(None, True, False)\n", "True", "l.backward(None, None, False)\n"),
        ("l.backward(\n    None,\n    True,\n)\n", "True", "l.backward()\n"),
    ],
)
def test_remove_positional(before: str, argument: str, after: str) -> None:
    assert remove(before, argument) == (after, True)


@pytest.mark.parametrize("text", ["l.backward(*a, True)\n", "l.backward(g, True, *a)\n"])
def test_positional_argument_beside_a_spread_is_left_alone(text: str) -> None:
    (call,) = list_calls(text)
    assert remove_argument(read(text, call), find_argument(call, "True")) is None


def test_removal_with_its_comment_loses_something() -> None:
    before = "l.backward(\n    inputs=w,\n    retain_graph=True,  # for the second loss\n)\n"
    assert remove(before, "retain_graph=True") == ("l.backward(\n    inputs=w,\n)\n", False)


def test_removal_of_a_call_loses_something() -> None:
    assert remove("l.backward(retain_graph=next(flags))\n", "retain_graph=next(flags)") == ("l.backward()\n", False)


SPACES = st.sampled_from(["", " ", "  ", "\n    ", "  # note\n", "\n# note\n    ", "\\\n"])
VALUES = st.sampled_from(["True", "w", "f(a, b)", "[a, b]", '"),"', "lambda a, b: a", "{'k': (1, 2)}", "a if b else c"])
KEYWORDS = ["inputs", "create_graph", "gradient"]


@st.composite
def calls(draw: st.DrawFn) -> str:
    """A call with `retain_graph=True` among other arguments, laid out in any way."""
    written = [draw(VALUES) for _ in range(draw(st.integers(0, 2)))]
    keywords = draw(st.lists(st.sampled_from(KEYWORDS), unique=True))
    keywords.insert(draw(st.integers(0, len(keywords))), "retain_graph")
    written += [f"{name}={'True' if name == 'retain_graph' else draw(VALUES)}" for name in keywords]
    text = ",".join(f"{draw(SPACES)}{argument}{draw(SPACES)}" for argument in written)
    return f"l.backward({text}{draw(st.sampled_from(['', ',', ', ', ',  # end' + chr(10)]))})  # after\nnext()\n"


@given(calls())
def test_removal_in_any_layout(before: str) -> None:
    """What is left parses to the call without the argument, and no other comment is lost."""
    tree = ast.parse(before)
    (node,) = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.keywords]
    node.keywords = [keyword for keyword in node.keywords if keyword.arg != "retain_graph"]
    after, lossless = remove(before, "retain_graph=True")
    assert ast.dump(ast.parse(after)) == ast.dump(tree)
    lost = before.count("#") - after.count("#")
    assert lost == 0 if lossless else lost == 1


@pytest.mark.parametrize(
    "before,after",
    [
        ("l.backward()\n", "l.backward(retain_graph=True)\n"),
        ("l.backward(g)\n", "l.backward(g, retain_graph=True)\n"),
        ("l.backward(inputs=w,)\n", "l.backward(inputs=w, retain_graph=True,)\n"),
        ("l.backward(\n    g,\n)\n", "l.backward(\n    g, retain_graph=True,\n)\n"),
        ("l.backward(retain_graph=False)\n", "l.backward(retain_graph=True)\n"),
        ("l.backward(retain_graph = False, inputs=w)\n", "l.backward(retain_graph = True, inputs=w)\n"),
        ("accelerator.backward(l)\n", "accelerator.backward(l, retain_graph=True)\n"),
        ("l.backward(  # first\n)\n", "l.backward(  # first\nretain_graph=True)\n"),
    ],
)
def test_add_retain_graph(before: str, after: str) -> None:
    edits = add_retain_graph(read(before, list_calls(before)[0]))
    assert edits is not None
    assert apply(before, edits) == after
    ast.parse(after)


def test_add_retain_graph_to_grad() -> None:
    before = "g = torch.autograd.grad(l, w)\n"
    edits = add_retain_graph(read(before, list_calls(before, "grad")[0]))
    assert edits is not None
    assert apply(before, edits) == "g = torch.autograd.grad(l, w, retain_graph=True)\n"


@pytest.mark.parametrize(
    "text,method",
    [
        ("l.backward(g, False)\n", "backward"),
        ("l.backward(*a)\n", "backward"),
        ("l.backward(**a)\n", "backward"),
        ("torch.autograd.grad(l, w, None, False)\n", "grad"),
        ("trainer.optimize(l)\n", "optimize"),
    ],
)
def test_retain_graph_is_not_added_where_it_may_stand_already(text: str, method: str) -> None:
    assert add_retain_graph(read(text, list_calls(text, method)[0])) is None


def test_rename_keyword() -> None:
    before = "l.backward(g, retain_variables = True)\n"
    (call,) = list_calls(before)
    edits = rename_keyword(read(before, call), find_argument(call, "retain_variables = True"), "retain_graph")
    assert edits is not None
    assert apply(before, edits) == "l.backward(g, retain_graph = True)\n"


def test_rename_to_a_keyword_that_is_there() -> None:
    text = "l.backward(retain_variables=True, retain_graph=True)\n"
    (call,) = list_calls(text)
    assert rename_keyword(read(text, call), find_argument(call, "retain_variables=True"), "retain_graph") is None
