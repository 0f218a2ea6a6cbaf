"""Which objects of a project are networks that only compute, and what a join makes of two of them."""

from __future__ import annotations

from itertools import count

import pytest

from retain_lint.domain.autograd_graph import Graph
from retain_lint.domain.heap import ClassRecord, InstanceRecord
from retain_lint.domain.join import join_states
from retain_lint.domain.joined_values import is_any_model, is_lost
from retain_lint.domain.pure_networks import is_network
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import External, FunctionValue, Ref, Symbol, Value
from retain_lint.frontend.lower import lower_module
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import SourceText

FRAME = 1
COMPUTES = "def forward(self, x): return self.layer(x)"
#: what no method of its own reads
SHOWS = "def forward(self, x): self.last = self.layer(x)"
REMEMBERS = [
    "def forward(self, x): self.last = self.layer(x) + self.last",
    "def forward(self, x): self.states.append(self.layer(x))",
    "def forward(self, x): self.states[0] = self.layer(x)",
    "def forward(self, x): setattr(self, 'last', self.layer(x))",
    "def watch(self, hook): self.layer.register_forward_hook(hook)",
    "def fit(self, x): self.optimizer.step()",
]


def make(state: State, address: int, method: str, base: str = "torch.nn.Module") -> Ref:
    """An object of a class with one method, at `address`; its class lies behind it."""
    (function,) = lower_module(Reading(SourceText("file.py", f"class Net:\n    {method}\n")), "file").functions[1:]
    attributes = ((function.name, FunctionValue(function, "file", None, ())),)
    state.put(address + 1, ClassRecord("Net", (External(base),), attributes, "file"))
    state.put(address, InstanceRecord(address + 1))
    return Ref(address)


@pytest.mark.parametrize("method", [COMPUTES, SHOWS, "def __init__(self): self.layer = None"])
@pytest.mark.parametrize("base", ["torch.nn.Module", "torch.nn.Sequential", "torch.jit.ScriptModule"])
def test_what_keeps_nothing_is_one(method: str, base: str) -> None:
    state = State()
    assert is_network(state, make(state, 10, method, base))


@pytest.mark.parametrize("method", REMEMBERS)
def test_what_remembers_or_trains_is_none(method: str) -> None:
    state = State()
    assert not is_network(state, make(state, 10, method))


def test_an_object_of_another_class_is_none() -> None:
    state = State()
    for number, base in enumerate(("builtins.object", "library.Base")):
        assert not is_network(state, make(state, 10 * number, COMPUTES, base))


def join_values(*methods: str) -> Value:
    """The joined value of a variable that holds an object with this method on either path."""
    graph, numbers, paths = Graph(), count(100), [State(), State()]
    for number, (path, method) in enumerate(zip(paths, methods, strict=True)):
        path.frames[FRAME] = Frame({"net": make(path, 10 * (number + 1), method)}, None)
    joined = join_states(*paths, graph, lambda: next(numbers))
    return joined.frames[FRAME].variables["net"]


def test_two_of_them_are_one_model() -> None:
    assert is_any_model(join_values(COMPUTES, COMPUTES))


@pytest.mark.parametrize("method", REMEMBERS)
def test_one_that_remembers_is_lost(method: str) -> None:
    value = join_values(COMPUTES, method)
    assert isinstance(value, Symbol) and is_lost(value.key)
