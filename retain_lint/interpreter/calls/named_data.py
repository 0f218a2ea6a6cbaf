"""Opaque methods whose results are data, as the names of object and method say: options, and what environments show. Floor 3."""

from __future__ import annotations

from retain_lint.domain.loaded import holds_options, is_option
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.items import get_item
from retain_lint.interpreter.heap.tensors import graph_operands
from retain_lint.torch_api.vocabulary import ENVIRONMENT, OPTIONS

#: methods of a mapping that give what stands under a key, or a default
_ASKING = frozenset({"get", "pop", "setdefault"})
#: the methods of OpenAI's gym that return observations and rewards
_SHOWING = frozenset({"reset", "step"})


def call_named_data(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> Value | None:
    """The result of such a method; None for any other."""
    if (
        name in _ASKING
        and isinstance(receiver, Symbol)
        and (option := _option(m, state, receiver, request)) is not None
    ):
        return option
    is_data = _asks_option(m, name, request) or _asks_environment(m, state, name, request)
    return m.symbol("value", plain=True) if is_data else None


def _option(m: Analysis, state: State, options: Symbol, request: CallRequest) -> Value | None:
    """What stands in options under a constant (`config.loss.get("weights")`), with no default but a constant."""
    if not (holds_options(options.key) or is_option(options.key)) or not 0 < len(request.positional) < 3:
        return None
    constant = all(isinstance(value, Known) for value in request.positional) and not request.keywords
    return get_item(m, state, options, request.positional[0], request.span) if constant else None


def _asks_option(m: Analysis, name: str, request: CallRequest) -> bool:
    """Are options asked, by their name, with a number or a word as the default (`self.options.get("lr", 0.1)`)?"""
    default = request.positional[1] if name in _ASKING and len(request.positional) == 2 else NONE
    asked = m.source.slice(request.span).partition(f".{name}(")[0].lower()
    constant = isinstance(default, Known) and isinstance(default.value, (int, float, str))
    return constant and any(word in asked for word in OPTIONS)


def _asks_environment(m: Analysis, state: State, name: str, request: CallRequest) -> bool:
    """`obs, reward, done, info = self.env.step(action)`, of an action without a graph: a differentiable simulator is given one."""
    place = request.instruction.receiver
    if name not in _SHOWING or place is None or not request.instruction.used:
        return False
    if ENVIRONMENT not in m.source.slice(place).lower().rpartition(".")[2]:
        return False
    parts = graph_operands(m, state, request.values())
    return not any(part.node is not None and m.graph[part.node].op != "unknown" for part in parts)
