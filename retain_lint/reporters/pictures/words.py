"""What pictures say of items and models. Floor 5."""

from __future__ import annotations

from retain_lint.domain.picture import Item, ItemKind, Model

VERBS = {
    ItemKind.TENSOR: "uses",
    ItemKind.LOSS: "uses",
    ItemKind.ENGINE: "gradients of",
    ItemKind.STEP: "changes",
    ItemKind.CLEAR: "clears",
}


def describe_place(item: Item) -> str:
    """The line, and the cell of a notebook."""
    cell = "" if item.location.cell is None else f"cell {item.location.cell}, "
    return f"{cell}line {item.location.span.start_line}"


def describe_item(item: Item) -> list[str]:
    """An item in lines: its name, its text and place, the models that it is about."""
    lines = [item.name, f"{item.text}, {describe_place(item)}"] if item.name else [item.text, describe_place(item)]
    return [*lines, f"{VERBS[item.kind]} {', '.join(item.models)}"] if item.models else lines


def describe_owners(model: Model) -> str:
    """Which optimisers own a model."""
    return f"owned by {', '.join(model.optimizers)}" if model.optimizers else "no optimizer"


def describe_model(model: Model) -> str:
    """A model and its optimisers."""
    return f"{model.name}: {describe_owners(model)}"
