"""What messages call several modules' parameters: the smallest module that all of them are in."""

from __future__ import annotations

import pytest

from retain_lint.interpreter.context.owner_names import name_owner


@pytest.mark.parametrize(
    ("paths", "owner"),
    [
        (["self.net.0", "self.net.2"], "self.net"),
        (["self.net.0.weight", "self.net.0.bias"], "self.net.0"),
        (["self.net", "self.net.0"], "self.net"),
        (["net.0", "net.1"], "net"),
        (["net.0.weight", "head.0"], "net.0.weight"),
        (["self.net.0", "self.head.0"], "self.net.0"),
        (["", "net.1"], "net.1"),
        ([""], ""),
        ([], ""),
    ],
)
def test_the_owner_is_the_smallest_module_around_all(paths: list[str], owner: str) -> None:
    assert name_owner(paths) == owner
