"""The form in which a script is written down."""

from __future__ import annotations

import ast

from tests.differential.generator.choices import Choices


def write_form(choices: Choices, text: str) -> str:
    """The script as it is, in a normal layout."""
    return ast.unparse(ast.parse(text)) + "\n"
