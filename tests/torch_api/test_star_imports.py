"""What `from package import *` binds, against torch itself."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from retain_lint.torch_api.star_imports import find_package, find_starred

PACKAGES = (
    "torch torch.autograd torch.distributions torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.optim "
    "torch.utils.data numpy".split()
)
#: `range` of torch gives the same numbers, the types are never called; `compile` is taken for Python's
LIKE_BUILTINS = {"bool", "compile", "complex", "float", "int", "range"}
#: `sum` of arrays is a number to both
NUMPY = {"abs", "all", "any", "bool", "divmod", "max", "min", "pow", "round", "sum"}


def public_names(package: str) -> set[str]:
    names: dict[str, Any] = {}
    exec(f"from {package} import *", names)
    return {name for name in names if name != "__builtins__"}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_builtin_is_replaced_where_it_is(package: str) -> None:
    replaced = {name for name in vars(builtins) if find_package([package], name)}
    assert replaced ^ public_names(package) & set(vars(builtins)) <= (NUMPY if package == "numpy" else LIKE_BUILTINS)


@pytest.mark.parametrize("package,least", [("torch.nn", 160), ("torch.nn.functional", 120), ("torch.optim", 16)])
def test_layers_operations_and_optimizers_are_found(package: str, least: int) -> None:
    assert sum(find_package([package], name) == package for name in public_names(package)) >= least


def test_the_last_package_that_has_a_name_gives_it() -> None:
    assert find_package(["torch.nn", "torch.optim"], "Adam") == "torch.optim"
    assert find_package(["torch.nn", "numpy", "torch.nn.functional"], "Linear") == "torch.nn"
    assert find_package(["torch", "torch.nn.functional"], "relu") == "torch.nn.functional"


def test_a_name_that_either_may_have_is_not_known() -> None:
    assert find_package(["torch.nn", "numpy"], "arange") is None
    assert find_package(["numpy"], "arange") == "numpy"
    assert find_package(["foreign"], "arange") is None
    assert find_package([], "arange") is None


def test_names_go_by_convention_where_no_package_is_known_to_have_them() -> None:
    assert find_starred(["foreign"], "nn") == "torch.nn" and find_starred(["foreign"], "arange") is None
    assert find_starred(["torch.nn", "foreign"], "Linear") == "torch.nn.Linear"
    assert find_starred([], "nn") is None
