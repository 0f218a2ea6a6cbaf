"""Unknown values that hang on what a function was given or an object holds: what is computed of them may lie on graphs that
were built outside, and that others go through again. Floor 3."""

from __future__ import annotations

from retain_lint.domain.value import Key, Linear, Method, Symbol, Value
from retain_lint.torch_api.lookup import find_method

#: what arithmetic makes of such values, where a name of all its operands would nest too deep
COMPUTED = "computed of given"
#: the handle of a registered hook
HANDLE = "hook"
_STEPS = frozenset({"attr", "item", "element"})
#: what is asked of a distribution lies on the graph of its parameters
_OF_DISTRIBUTIONS = frozenset({"log_prob", "entropy", "rsample"})
_OPERATORS = frozenset({"arith", "unary"})


def is_given(value: Value) -> bool:
    """A parameter of an entry point, an attribute that nothing in sight has set, and what is taken of them or computed."""
    if isinstance(value, Linear):
        return _names_given(value.key)
    return isinstance(value, Symbol) and not value.plain and _names_given(value.key)


def is_method_of_given(callee: Value) -> bool:
    """Is it a tensor's method, or a distribution's, looked up on such a value? Its result then hangs on that value's graph."""
    if isinstance(callee, Method):
        return _gives_graph(callee.name) and is_given(callee.receiver)
    if not isinstance(callee, Symbol) or callee.key[0] != "attr" or not _gives_graph(str(callee.key[-1])):
        return False
    holder = callee.key[1]
    return isinstance(holder, tuple) and holder[0] != "object" and _names_given(holder)


def _gives_graph(name: str) -> bool:
    return name in _OF_DISTRIBUTIONS or find_method(name) is not None


def _names_given(key: Key) -> bool:
    while key[0] in _STEPS and isinstance(key[1], tuple) and key[1][0] != "object":
        key = key[1]
    if key[0] in _OPERATORS:
        return any(is_given(part) for part in key[1:] if isinstance(part, (Symbol, Linear)))
    if key[0] == "value":  # a value in place of its name
        return len(key) > 1 and isinstance(key[1], (Symbol, Linear)) and is_given(key[1])
    return key[0] in ("parameter", COMPUTED) or key[0] == "attr" and isinstance(key[1], tuple)
