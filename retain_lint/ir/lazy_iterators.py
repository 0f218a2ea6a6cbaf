"""Generator expressions and calls of `map` whose items are made while their consumer runs, not all at once. Floor 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retain_lint.ir.model import Append, Build, Call, For, GetAttr, Instruction, LoadGlobal, Register, Unpack
from retain_lint.ir.operands import reads
from retain_lint.ir.walk import instructions_of

#: builtins that take all items at once, one after the other
_EAGER = frozenset("all any bytes dict frozenset list max min set sorted sum tuple".split())
#: functions and methods of libraries that take items when they are asked for one
_LAZY = frozenset(
    "accumulate batched chain compress cycle dropwhile filterfalse from_iterable imap imap_unordered islice map pairwise "
    "starmap submit takewhile tee tqdm trange zip_longest".split()
)


def find_lazy_iterators(body: Sequence[Instruction]) -> frozenset[int]:
    """The identities of the loops of such expressions, and of such calls."""
    names = {i.target: i.name for i in body if isinstance(i, LoadGlobal)}
    methods = {i.target: i.name for i in body if isinstance(i, GetAttr)}
    products = dict(_products(body, names))
    late = {
        register
        for i in body
        if not isinstance(i, Append)
        for register in _taken_one_by_one(i, names, methods)
        if register in products
    }
    return frozenset(products[register] for register in late)


def _products(body: Sequence[Instruction], names: dict[Register, str]) -> Iterator[tuple[Register, int]]:
    """The register of each such iterator, and what makes its items."""
    generators = {i.target for i in body if isinstance(i, Build) and i.kind == "generator"}
    for i in body:
        if isinstance(i, Call) and names.get(i.function) == "map":
            yield i.target, id(i)
        elif isinstance(i, For) and i.comprehension:
            made = (inner.object for inner in instructions_of(i.body) if isinstance(inner, Append))
            yield from ((register, id(i)) for register in made if register in generators)


def _taken_one_by_one(i: Instruction, names: dict[Register, str], methods: dict[Register, str]) -> Iterator[Register]:
    """What an instruction reads, but for what it takes all items of."""
    if isinstance(i, Unpack):
        return
    if isinstance(i, Build):
        yield from (element.value for element in i.elements if not element.starred)
    elif isinstance(i, Call):
        takes_all = names.get(i.function) in _EAGER or i.function in methods and methods[i.function] not in _LAZY
        yield from (argument.value for argument in i.arguments if not takes_all and not argument.stars)
    else:
        yield from reads(i)
