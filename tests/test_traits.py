"""What a function's text says of its writes: those to what it made itself leave no trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.frontend.lower import lower_module
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import read_source
from retain_lint.interpreter.effects.name_call_graph import names_in
from retain_lint.ir.model import Function
from retain_lint.ir.traits import traits_of

QUIET = [
    "found = []\n    found.append(x)",
    "found = {}\n    found[x] = []\n    found[x].append(x)",
    "found = {'in': [], 'out': []}\n    found['in'].append(x)",
    "rows = [[] for _ in range(3)]\n    rows[x].append(x)",
    "found = {}\n    found[x] = np.zeros(3)\n    found[x].fill_(1)\n    found = {k: torch.cat(found[k]) for k in found}",
    "found = []\n    found.append(x)\n    found = np.stack(found, 0)",
]
LOUD = [
    "found = x\n    found.append(1)",
    "found = {}\n    found[1] = x\n    found[1].append(1)",
    "found = {}\n    found[1] = []\n    found.update(x)\n    found[1].append(1)",
    "found = {'in': x, 'out': []}\n    found['in'].append(1)",
    "found = {}\n    found[1] = lists_of(x)\n    found[1].append(1)",
    "rows = [*x]\n    rows[0].append(1)",
    "found = {1: []}\n    found = dict(x)\n    found[1].append(1)",
    "found = lists_of(x)\n    found.append(1)",
]


def lower(text: str) -> Function:
    """The first function of a file."""
    return lower_module(Reading(read_source(Path("case.py"), text.encode())), "case").functions[0]


def is_loud(body: str) -> bool:
    """Does a function with that body and a parameter x write to what outlives it?"""
    text = f"import numpy as np\nimport torch\n\ndef case(x):\n    {body}\n    return found\n"
    return traits_of(lower(text)).loud_beyond


@pytest.mark.parametrize("body", QUIET)
def test_what_a_function_made_itself_is_its_own(body: str) -> None:
    assert not is_loud(body)


@pytest.mark.parametrize("body", LOUD)
def test_what_was_there_before_is_not(body: str) -> None:
    assert is_loud(body)


@pytest.mark.parametrize("called", ["subprocess.run(x)", "np.linalg.run(x)", "plt.run.later(x)"])
def test_what_a_data_library_offers_is_none_of_the_projects(called: str) -> None:
    imports = "import subprocess\nimport numpy as np\nimport matplotlib.pyplot as plt\n"
    function = lower(f"{imports}\ndef case(x):\n    {called}\n")
    assert "run" not in names_in(function.body) and not traits_of(function).calls


@pytest.mark.parametrize(
    "before", ["", "import helpers as np", "import numpy as np\nnp = x", "import numpy as np\nfor np in x: pass"]
)
def test_what_may_be_another_module_is_followed(before: str) -> None:
    function = lower(f"{before}\n\ndef case(x):\n    np.run(x)\n")
    assert "run" in names_in(function.body) and traits_of(function).calls


def test_what_a_data_library_is_given_is_followed() -> None:
    names = names_in(
        lower("import threading\nimport atexit, json\n\ndef case(x):\n    json.loads(x, object_hook=run)\n").body
    )
    assert "run" in names and "loads" not in names


@pytest.mark.parametrize("test", ["isinstance(x, Net)", "isinstance(x, (Net, Other))", "issubclass(type(x), Net)"])
def test_a_class_that_is_only_compared_with_is_not_called(test: str) -> None:
    assert names_in(lower(f"def f(x):\n    return {test}").body).isdisjoint({"Net", "Other"})


def test_a_class_that_is_made_as_well_is_called() -> None:
    assert "Net" in names_in(lower("def f(x):\n    return isinstance(x, Net) and Net()").body)
    assert "Net" in names_in(lower("def f(x):\n    return isinstance(Net, type)").body)


def test_a_layer_that_is_made_to_write_in_place_writes_nothing_yet() -> None:
    assert not traits_of(lower("def f(x):\n    return nn.ReLU(inplace=True)")).loud_beyond
    assert traits_of(lower("def f(x):\n    return F.relu(x, inplace=True)")).loud_beyond
    assert traits_of(lower("def f(x):\n    return nn.ReLU(inplace=True)(x)")).loud_beyond
    assert traits_of(lower("def f(x):\n    act = nn.ReLU(inplace=True)\n    return act(x)")).loud_beyond
