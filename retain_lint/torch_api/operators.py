"""Python's operators on tensors. Floor 1.

The operands are `self` (left) and `other` (right); whichever is a number is so marked by the variant. Indexing comes
under three names: "[] basic" (integers, slices, None, ...: a view), "[] advanced" (a tensor or list of indices: a copy
that keeps the index) and "[]=".
"""

from __future__ import annotations

from retain_lint.torch_api.rows import constant, given, in_place, op, table
from retain_lint.torch_api.spec import Given, OpSpec

PAIR = "self other"
COMPARISONS = "== != < <= > >= & | ^ << >>"

#: pow(tensor, number) keeps the base (and, invisibly, no more); pow(number, tensor) the exponent and the result
POWER_VARIANTS = (
    given("other", Given.NUMBER, op("x ** number", PAIR, "self")),
    given("self", Given.NUMBER, op("number ** x", PAIR, "other, result")),
)

OPERATORS: dict[str, OpSpec] = table(
    op("+", PAIR),
    op("-", PAIR),
    # a factor that is a number is kept as a wrapped number: x * 2 is freed by the first backward
    op("*", PAIR, "self if other, other if self"),
    # 2 / x is reciprocal(x) * 2: the reciprocal, an intermediate, is kept
    op("/", PAIR, "self if other, other", variants=(given("self", Given.NUMBER, op("number / x", PAIR, "private")),)),
    op("@", PAIR, "self if other, other if self"),
    op("**", PAIR, "self, other, result if other", variants=POWER_VARIANTS),
    # the gradient of the left side is the identity; for the right side both are kept
    # a number on the left has no derivative: its backward raises; taken as data
    op(
        "%",
        PAIR,
        "self if other, other if other",
        variants=(given("self", Given.NUMBER, constant("number % x", PAIR)),),
    ),
    # requires grad, but has no derivative: its backward raises; taken as data
    constant("//", PAIR),
    op("unary -"),
    op("unary +", returns_input=True),
    constant("unary ~"),
    constant("unary not"),
    *(constant(name, PAIR) for name in COMPARISONS.split()),
    op("[] basic", "self index", view="self"),
    op("[] advanced", "self index", "index, private"),
    # CopySlices: holds, though without a tensor of indices nothing is kept
    in_place("[]=", "self index value", "index, private"),
)

IN_PLACE: dict[str, OpSpec] = table(
    in_place("+=", PAIR),
    in_place("-=", PAIR),
    # the old value of the left side is kept as a private clone
    in_place("*=", PAIR, "private if other, other if self"),
    in_place("/=", PAIR, "private if other, other"),
    op("@=", PAIR, "self if other, other if self"),  # not in place: a new tensor
    in_place(
        "**=",
        PAIR,
        "private, other, result if other",
        (given("other", Given.NUMBER, in_place("**= number", PAIR, "private")),),
    ),
    in_place("%=", PAIR, "private if other, other if other"),
    in_place("//=", PAIR),
    *(in_place(name, PAIR) for name in ("&=", "|=", "^=", "<<=", ">>=")),
)
