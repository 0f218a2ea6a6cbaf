"""Operations whose overloads save different things: a number or a tensor, with a dimension or without. Floor 1.

The row itself is the overload with tensors; a variant is chosen by how an argument is given. The formulas are those of
torch's derivatives.yaml, which the generated table leaves out because no single row can say them.
"""

from __future__ import annotations

from retain_lint.torch_api.rows import given, in_place, op, table
from retain_lint.torch_api.spec import Given, OpSpec


def by_number(name: str, parameters: str, tensor: str, number: str, at: str) -> OpSpec:
    """What is saved when the parameter `at` is a tensor, and when it is a number."""
    return op(name, parameters, tensor, variants=(given(at, Given.NUMBER, op(name, parameters, number)),))


def by_number_in_place(name: str, parameters: str, tensor: str, number: str, at: str) -> OpSpec:
    """The same for an operation that writes its first parameter."""
    return in_place(name, parameters, tensor, (given(at, Given.NUMBER, in_place(name, parameters, number)),))


ROUNDING = "self other rounding_mode"


def division(name: str) -> OpSpec:
    """`rounding_mode` with a number has a zero gradient and saves nothing."""
    rounded = op(name, ROUNDING)
    return op(
        name,
        ROUNDING,
        "self if other, other",
        variants=(
            given("rounding_mode", "floor", _rounded(name, rounded)),
            given("rounding_mode", "trunc", _rounded(name, rounded)),
        ),
    )


def _rounded(name: str, number: OpSpec) -> OpSpec:
    return op(name, ROUNDING, "maybe self if other, maybe other")


def reduction(name: str, binary: bool) -> OpSpec:
    """Of everything: the input and the result are kept. Along a dimension, to (values, indices): the indices only. Of
    two tensors: both."""
    parameters = "self dim keepdim"
    along = given("dim", Given.SOMETHING, op(name, parameters, "result1", outputs=2))
    pair = given("dim", Given.TENSOR, op(name, parameters, "self, dim"))
    named = given("other", Given.TENSOR, op(name, f"{parameters} other", "self, other"))
    return op(name, parameters, "self, result", variants=(pair, along, named) if binary else (along,))


def clamp(name: str, parameters: str) -> OpSpec:
    """The bounds are kept where they are tensors; in place the input is kept as a clone."""
    bounds = ", ".join(parameters.split()[1:])
    if name.endswith("_"):
        return in_place(name, parameters, f"private, {bounds}")
    return op(name, parameters, f"self, {bounds}")


NUMBERS = (
    by_number("pow", "self exponent", "self, exponent, result", "self", "exponent"),
    by_number_in_place("pow_", "self exponent", "private, exponent, result", "private", "exponent"),
    op(
        "float_power",
        "self exponent",
        "self, exponent, result",
        variants=(given("exponent", Given.NUMBER, op("float_power", "self exponent", "self")),),
    ),
    by_number_in_place("float_power_", "self exponent", "private, exponent, result", "private", "exponent"),
    by_number("copysign", "self other", "self if self, result", "self, result", "other"),
    by_number_in_place("copysign_", "self other", "private if self, result", "private, result", "other"),
    by_number("fmod", "self other", "self if other, other if other", "", "other"),
    by_number_in_place("fmod_", "self other", "private if other, other if other", "", "other"),
    by_number("remainder", "self other", "self if other, other if other", "", "other"),
    by_number_in_place("remainder_", "self other", "private if other, other if other", "", "other"),
    by_number("xlogy", "self other", "self, other", "self", "other"),
    by_number_in_place("xlogy_", "self other", "private, other", "private", "other"),
    by_number("lerp", "self end weight", "self if weight, end if weight, weight", "", "weight"),
    by_number_in_place("lerp_", "self end weight", "private if weight, end if weight, weight", "", "weight"),
    by_number("special.xlog1py", "self other", "self, other", "self", "other"),
    by_number("special.zeta", "self other", "self if other, other if other", "", "other"),
    division("div"),
    in_place("div_", ROUNDING, "private if other, other"),
    clamp("clamp", "self min max"),
    clamp("clamp_", "self min max"),
    clamp("clamp_min", "self min"),
    clamp("clamp_min_", "self min"),
    clamp("clamp_max", "self max"),
    clamp("clamp_max_", "self max"),
)

REDUCTIONS = (
    reduction("max", True),
    reduction("min", True),
    reduction("median", False),
    reduction("nanmedian", False),
    op("var", "self dim unbiased keepdim correction", "self"),
    op("std", "self dim unbiased keepdim correction", "self, result"),
    op("var_mean", "self dim unbiased keepdim correction", "self", outputs=2),
    op("std_mean", "self dim unbiased keepdim correction", "self, result", outputs=2),
)

VIEWS_AND_CHOICES = (
    op("view", "self size", view="self"),
    op("view_copy", "self size"),
    op("split", "self split_size dim", view="self", outputs=0),
    op("where", "condition self other", "condition"),
    op("bernoulli", "self p"),
    op("normal", "mean std size"),
    op("scatter", "self dim index src reduce", "index"),
    in_place("scatter_", "self dim index src reduce", "index"),
)

PRODUCTS = (
    # overloads with an output type are composed; the others are plain products
    op("mm", "self mat2", "self if mat2, mat2 if self"),
    op("bmm", "self mat2", "self if mat2, mat2 if self"),
    op("addmm", "self mat1 mat2 beta alpha", "mat1 if mat2, mat2 if mat1"),
    op("baddbmm", "self batch1 batch2 beta alpha", "batch1 if batch2, batch2 if batch1"),
)

OVERLOADS: dict[str, OpSpec] = table(*NUMBERS, *REDUCTIONS, *VIEWS_AND_CHOICES, *PRODUCTS)
