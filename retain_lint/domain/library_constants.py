"""Names of libraries, and attributes of their objects, that may stand for constants: an option, a version, a size. Floor 2.

What `External` names is taken for a function, a class or a module, which are true and not None, unless its name says otherwise; so
is a `Method`, unless a branch tests it.
"""

from __future__ import annotations

from retain_lint.domain.loaded import names_options
from retain_lint.domain.value import External, Method, Symbol, Value

#: what is under these names is a function, a class or a module
_CALLABLE = ("builtins.", "typing.", "typing_extensions.", "torch.")
#: constants of torch's: torch/backends/*, and what its build says of itself (torch/version.py)
_OF_TORCH = ("torch.backends.", "torch.version.")
#: methods that are handed on, or asked for
_METHODS = frozenset(
    "__call__ add append apply backward cuda extend forward get item log parameters put state_dict step to update write zero_grad".split()
)


def as_tested(value: Value) -> Value:
    """What a branch tests alone (`if settings.debug`, `if rnn.bidirectional`): what may be a constant of a library is not known."""
    constant = isinstance(value, External) and _may_be_constant(value.name) or isinstance(value, Method)
    return Symbol(("value", value)) if constant else value


def as_compared(value: Value) -> Value:
    """What a branch compares (`cfg.resume is None`): likewise, but only what is named as a constant, or stands among options.
    Functions are handed on, and compared with None where they may be left out."""
    compared = isinstance(value, External) and _is_option(value.name)
    return as_tested(value) if compared or isinstance(value, Method) and value.name not in _METHODS else value


def _is_option(name: str) -> bool:
    owner, _, last = name.rpartition(".")
    return last.isupper() or any(names_options(part) for part in owner.split("."))


def _may_be_constant(name: str) -> bool:
    owner, _, last = name.rpartition(".")
    if not owner or name.startswith(_CALLABLE) and not name.startswith(_OF_TORCH):
        return False
    return last.isupper() or not last[:1].isupper()
