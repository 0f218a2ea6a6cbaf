"""Puts modules or optimisers into dictionaries and lists, as programs with many of them do."""

from __future__ import annotations

import ast

from tests.differential.generator.choices import Choices, pick
from tests.differential.generator.names import Statements, names_in, rewrite_names


def gather(choices: Choices, setup: Statements, loop: Statements, modules: list[str], optimizers: list[str]) -> None:
    """All modules, or all optimisers, become items of one container, in place."""
    names = pick(choices, (modules, optimizers))
    if len(names) < 2:
        return
    container = "nets" if names is modules else "optimizers"
    last = max(n for n, statement in enumerate(setup) if names_in([statement], ast.Store) & set(names))
    kind = choices.below(3 if names is modules else 2)
    if kind == 1:
        display = f"[{', '.join(names)}]"
        texts = {name: f"{container}[{index}]" for index, name in enumerate(names)}
    else:
        display = "{" + ", ".join(f"'{name}': {name}" for name in names) + "}"
        texts = {name: f"{container}['{name}']" for name in names}
    if kind == 2:
        display = f"nn.ModuleDict({display})"
    setup[last + 1 :] = [
        *ast.parse(f"{container} = {display}").body,
        *rewrite_names(setup[last + 1 :], texts),
    ]
    loop[:] = rewrite_names(loop, texts)
