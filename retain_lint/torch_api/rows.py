"""Short constructors for the rows of the op tables. Floor 1; imports the vocabulary only.

A row says what is saved in one line of text: `"self if other, other if self"` reads "self is saved if other requires
grad, ...". `result` is the output (`result1` the second one), `private` what user code cannot write, `maybe` marks what
depends on arguments that a static reading cannot see.
"""

from __future__ import annotations

from functools import cache

from retain_lint.torch_api.spec import Given, Kept, OpSpec, Saved

Variant = tuple[str, object, OpSpec]

#: said of a reduction or copy that only reads shapes in its backward
NOTHING = ""


@cache
def words(text: str) -> tuple[str, ...]:
    """The words of a text."""
    return tuple(text.split())


@cache
def saved(text: str) -> tuple[Saved, ...]:
    """The buffers that a row's text names."""
    return tuple(_saved_item(item) for item in text.split(", ")) if text else ()


def _saved_item(text: str) -> Saved:
    what, _, condition = text.partition(" if ")
    maybe = what.startswith("maybe ")
    name = what[6:] if maybe else what
    when = tuple(condition.split(" or ")) if condition else ()
    if name == "private":
        return Saved(Kept.PRIVATE, when, maybe)
    if name.startswith("result") and (name == "result" or name[6:].isdigit()):
        return Saved(Kept.RESULT, when, maybe, int(name[6:] or 0))
    return Saved(name, when, maybe)


def op(
    name: str,
    parameters: str = "self",
    saves: str = NOTHING,
    *,
    view: str | None = None,
    mutates: str | None = None,
    sequences: str = "",
    returns_input: bool = False,
    outputs: int = 1,
    variants: tuple[Variant, ...] = (),
) -> OpSpec:
    """A differentiable operation; `parameters` and `sequences` are names separated by blanks."""
    return OpSpec(
        name=name,
        parameters=words(parameters),
        saves=saved(saves),
        sequences=words(sequences),
        view_of=view,
        mutates=mutates,
        returns_input=returns_input,
        outputs=outputs,
        variants=variants,
    )


def constant(name: str, parameters: str = "self", *, sequences: str = "", outputs: int = 1) -> OpSpec:
    """An operation whose result never requires grad."""
    return OpSpec(name, words(parameters), sequences=words(sequences), differentiable=False, outputs=outputs)


def in_place(name: str, parameters: str = "self", saves: str = NOTHING, variants: tuple[Variant, ...] = ()) -> OpSpec:
    """An operation that writes its first parameter and returns it."""
    return op(name, parameters, saves, mutates=parameters.split()[0], returns_input=True, variants=variants)


def given(parameter: str, how: Given | bool | int | str, row: OpSpec) -> Variant:
    """A variant: the row that holds when the parameter is given so."""
    return (parameter, how, row)


def table(*rows: OpSpec) -> dict[str, OpSpec]:
    """Rows by name; the names must differ."""
    named = {row.name: row for row in rows}
    if len(named) != len(rows):
        raise ValueError("two rows of one name")
    return named
