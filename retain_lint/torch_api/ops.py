"""The table of operations: generated rows, and hand rows where a measurement cannot say what the code means. Floor 1."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.torch_api.ops_generated import ROWS
from retain_lint.torch_api.rows import given, op, saved
from retain_lint.torch_api.spec import Given, OpSpec

#: parameters that take a list of tensors
_SEQUENCES = frozenset({"tensors", "equations", "operands"})


def _row(name: str, parameters: str, saves: str, flags: str) -> OpSpec:
    names = tuple(parameters.split())
    digits = [letter for letter in flags if letter.isdigit()]
    return OpSpec(
        name,
        names,
        saved(saves),
        tuple(n for n in names if n in _SEQUENCES),
        "d" not in flags,
        names[0] if "v" in flags else None,
        names[0] if "m" in flags else None,
        outputs=int(digits[0]) if digits else 1,
    )


def _with_forms(rows: dict[str, OpSpec]) -> dict[str, OpSpec]:
    """Overloads that one row cannot describe."""
    for prefix in ("torch", "Tensor"):
        for name in ("max", "min", "median", "mode"):
            # max(dim) returns values and indices and keeps the indices only; max() keeps self and the result
            whole = rows.get(f"{prefix}.{name}")
            by_dim = op(f"{prefix}.{name}", "self dim keepdim", "private", outputs=2)
            if whole is not None:
                plain = replace(whole, parameters=("self", "dim", "keepdim"), outputs=1)
                pair = op(f"{prefix}.{name}", "self dim keepdim", "self, dim")
                rows[whole.name] = replace(
                    plain, variants=(given("dim", Given.NUMBER, by_dim), given("dim", Given.TENSOR, pair))
                )
    for name in ("dropout", "dropout2d", "alpha_dropout"):
        full = f"torch.nn.functional.{name}"
        rows[full] = op(full, "input p training inplace", "private")
    return rows


OPS: dict[str, OpSpec] = _with_forms({row[0]: _row(*row) for row in ROWS})
