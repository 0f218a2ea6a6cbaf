"""Which names `from package import *` of torch and its libraries binds. Floor 1."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from functools import cache

from retain_lint.torch_api.distributions import is_distribution
from retain_lint.torch_api.lookup import find_control, find_layer, find_op, find_optimizer
from retain_lint.torch_api.names import canonical

#: public names that are no rows of a table, since what they do is handled by themselves (`dir()` of torch 2.13)
_OTHERS = frozenset(
    "torch.Tensor torch.autograd.Function torch.autograd.Variable torch.nn.Module torch.nn.Parameter torch.nn.functional "
    "torch.nn.init torch.nn.modules torch.nn.parallel torch.nn.utils torch.optim.Optimizer torch.optim.lr_scheduler".split()
)
_BUILTINS = frozenset(dir(builtins))
#: the builtins that an operation of torch replaces (`vars(torch)["__all__"]` of torch 2.13; torch.range makes what range does)
_REPLACED = frozenset({"abs", "all", "any", "max", "min", "pow", "round", "sum"})
#: a name that no package has
_ANY = "Any_name"
#: by which names modules and classes are known, wherever they are imported from: in a module of helpers, or a package that hands them on
_CONVENTIONS = {
    "F": "torch.nn.functional",
    "DataLoader": "torch.utils.data.DataLoader",
    "Dataset": "torch.utils.data.Dataset",
    "Tensor": "torch.Tensor",
    "Variable": "torch.autograd.Variable",
    "nn": "torch.nn",
    "np": "numpy",
    "optim": "torch.optim",
    "partial": "functools.partial",
    "pd": "pandas",
    "plt": "matplotlib.pyplot",
    "tqdm": "tqdm.tqdm",
} | {name: name for name in ("copy", "json", "logging", "math", "numpy", "os", "random", "re", "sys", "time", "torch")}


def find_starred(packages: Sequence[str], name: str) -> str | None:
    """What a name means after `from package import *` of these packages, in this order; by convention, where none of them is
    known to have it. None if that is not known."""
    package = find_package(packages, name)
    if package is not None:
        return f"{package}.{name}"
    return _CONVENTIONS.get(name) if packages else None


def find_package(packages: Sequence[str], name: str) -> str | None:
    """The package, of those of which everything is imported in this order, that a name comes from: the last that is known
    to have it; or the only one, if each of its names is known for one thing. A builtin stays one, but for torch's operations."""
    for package in reversed(packages):
        if _has(package, name):
            return package
    only = packages[0] if len(set(packages)) == 1 else ""
    return only if name not in _BUILTINS and _is_of_one_kind(only) else None


@cache
def _is_of_one_kind(package: str) -> bool:
    """`numpy`, `torch.utils.data`: are its names all data, or all loaders?"""
    return find_control(f"{package}.{_ANY}") is not None


def _has(package: str, name: str) -> bool:
    qualified = f"{package}.{name}"
    if name in _BUILTINS:
        return package == "torch" and name in _REPLACED
    if canonical(qualified) in _OTHERS or is_distribution(canonical(qualified)):
        return True
    controls = () if _is_of_one_kind(package) else (find_control,)
    return any(find(qualified) is not None for find in (find_layer, find_op, find_optimizer, *controls))
