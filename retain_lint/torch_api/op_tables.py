"""The op tables, joined: functions by qualified name, methods of a tensor by their own. Floor 1.

Hand rows come before generated ones: they say what Python does around the operation.
"""

from __future__ import annotations

from retain_lint.torch_api.functional import FUNCTIONAL
from retain_lint.torch_api.losses import LOSSES
from retain_lint.torch_api.ops import OPS
from retain_lint.torch_api.spec import OpSpec

_METHOD = "Tensor."
FUNCTIONS: dict[str, OpSpec] = {name: row for name, row in OPS.items() if not name.startswith(_METHOD)}
FUNCTIONS.update((f"torch.nn.functional.{name}", row) for name, row in (FUNCTIONAL | LOSSES).items())
METHODS: dict[str, OpSpec] = {name[len(_METHOD) :]: row for name, row in OPS.items() if name.startswith(_METHOD)}
