"""Can the code of a file send anything backward, or step? Asked of the tree, before it is lowered. Floor 2.

The words of the prefilter stand in the comments and docstrings of many files, and in the definitions of autograd functions, whose
`backward` the engine calls. Over-approximate: a name that may lead to an engine call, wherever it stands, is enough.
"""

from __future__ import annotations

import ast

from retain_lint.frontend.reading import Reading
from retain_lint.torch_api.vocabulary import BACKWARD_METHODS, ENGINE_FLAGS

#: names that are evidence wherever code mentions them, also as a text (`getattr(loss, "backward")`, `{"retain_graph": True}`)
_WORDS = BACKWARD_METHODS | ENGINE_FLAGS
#: what an optimiser, or a framework's stand-in for one, is asked for
_STEPS = frozenset({"step", "zero_grad"})
_OPTIMIZER = "optim"
#: modules whose `grad` is the engine's; a tensor's attribute of that name is not
_ENGINES = frozenset({"autograd", "func", "functorch"})
_GRAD = "grad"


def may_run_engine(reading: Reading) -> bool:
    """False only if nothing in the code can be an engine call or a step. Code that Python does not parse may be anything."""
    tree = reading.tree
    return tree is None or any(map(_is_evidence, ast.walk(tree)))


def _is_evidence(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return _is_word(node.attr) or node.attr in _STEPS or (node.attr == _GRAD and _last_name(node.value) in _ENGINES)
    if isinstance(node, ast.Name):
        return _is_word(node.id) or node.id == _GRAD
    if isinstance(node, ast.alias):
        return _is_word(node.name) or node.name == _GRAD
    if isinstance(node, (ast.keyword, ast.arg)):
        return node.arg is not None and _is_word(node.arg)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in _WORDS


def _is_word(name: str) -> bool:
    return name in _WORDS or _OPTIMIZER in name


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
