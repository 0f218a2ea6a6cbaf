"""Parameters that take no tensors, by the schemas of the installed torch."""

import pytest
import torch

from retain_lint.torch_api.spec import PLAIN_PARAMETERS

#: the types of each parameter of torch's own operations
TYPES: dict[str, set[str]] = {}
for schema in torch._C._jit_get_all_schemas():
    if schema.name.startswith("aten::") and not schema.name.endswith("_backward"):
        for argument in schema.arguments:
            TYPES.setdefault(argument.name, set()).add(str(argument.type))


@pytest.mark.parametrize("name", sorted(PLAIN_PARAMETERS - {"inplace"}))
def test_no_operation_takes_a_tensor_there(name: str) -> None:
    assert TYPES[name]
    assert not [kind for kind in TYPES[name] if "Tensor" in kind]
