"""Names of other packages: whatever path a program takes to a thing, it is the same value."""

from __future__ import annotations

import pytest

from retain_lint.domain.value import External, external


@pytest.mark.parametrize(
    "path",
    ["torch.nn.Module", "torch.nn.modules.Module", "torch.nn.modules.module.Module"],
)
def test_paths_to_one_class_are_equal_at_each_step(path: str) -> None:
    first, *rest = path.split(".")
    found = external(first)
    for name in rest:
        found = found.member(name)
    assert found == external(path) == External("torch.nn.Module")


def test_builtins_keep_their_package() -> None:
    assert external("builtins.object") == External("builtins.object")
