"""Names of libraries that may stand for constants: an option, a version, what is installed. Floor 2.

What `External` names is taken for a function, a class or a module, which are true and not None, unless its name says otherwise.
"""

from __future__ import annotations

from retain_lint.domain.loaded import names_options
from retain_lint.domain.value import External, Symbol, Value

#: true of all that stands there
_CALLABLE = ("builtins.", "typing.", "typing_extensions.", "torch.")
#: constants of torch's: torch/backends/*, and what its build says of itself (torch/version.py)
_OF_TORCH = ("torch.backends.", "torch.version.")


def as_tested(value: Value) -> Value:
    """What a branch tests alone (`if settings.debug`): what may be a constant of a library is not known."""
    return Symbol(("value", value)) if isinstance(value, External) and _may_be_constant(value.name) else value


def as_compared(value: Value) -> Value:
    """What a branch compares (`cfg.resume is None`): likewise, but only what is named as a constant, or stands among options.
    Functions are handed on, and compared with None where they may be left out."""
    return as_tested(value) if isinstance(value, External) and _is_option(value.name) else value


def _is_option(name: str) -> bool:
    owner, _, last = name.rpartition(".")
    return last.isupper() or any(names_options(part) for part in owner.split("."))


def _may_be_constant(name: str) -> bool:
    owner, _, last = name.rpartition(".")
    if not owner or name.startswith(_CALLABLE) and not name.startswith(_OF_TORCH):
        return False
    return last.isupper() or not last[:1].isupper()
