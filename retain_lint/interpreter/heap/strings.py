"""Texts: what is asked of one twice has the same answer twice, though it cannot be seen; what is made of the same parts is
the same text. Floor 3."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retain_lint.domain.assume import resolve
from retain_lint.domain.state import State
from retain_lint.domain.value import Index, Known, Symbol, Tuple, Value
from retain_lint.interpreter.context.call_request import CallRequest

#: a text that is not known is named by what it is made of, and how that is formatted
TEXT = "string"
_METHODS = frozenset(
    "casefold endswith find isalpha isdigit isnumeric lower lstrip replace rfind rstrip startswith strip upper".split()
)
#: longer texts than this are not made of others
MAX_TEXT = 10_000
#: a width or a precision that makes a text long
_WIDE = re.compile(r"\d{4}")
#: those whose result is a row of texts
_SPLITTING = frozenset({"split", "rsplit", "partition", "rpartition"})


def call_text_method(state: State, receiver: Value, name: str, request: CallRequest) -> Value | None:
    """The result of a text's method given constant texts; None for anything else."""
    if name not in _METHODS | _SPLITTING or request.keywords:
        return None
    given = tuple(resolve(state, value) for value in request.positional)
    words = tuple(value.value for value in given if isinstance(value, Known) and isinstance(value.value, (str, int)))
    if len(words) < len(given):
        return None
    receiver = resolve(state, receiver)
    if isinstance(receiver, Symbol) and name in _METHODS and receiver.key not in state.tensors:
        return Symbol(("text", name, receiver.key, *words), plain=True)
    if not isinstance(receiver, Known) or not isinstance(receiver.value, str):
        return None
    if any(isinstance(text, str) and len(text) > MAX_TEXT for text in (receiver.value, *words)):
        return None
    try:
        made = getattr(receiver.value, name)(*words)
    except (TypeError, ValueError):
        return None
    return Tuple(tuple(Known(part) for part in made)) if name in _SPLITTING else Known(made)


def build_text(values: Sequence[Value], formats: Sequence[Value]) -> Value:
    """The text, if all that it is made of is known."""
    texts = [_format(value, how) for value, how in zip(values, formats, strict=True)]
    made = [text for text in texts if text is not None]
    if len(made) == len(texts) and sum(map(len, made)) <= MAX_TEXT:
        return Known("".join(made))
    return Symbol((TEXT, *values, *formats), plain=True)


def _format(value: Value, how: Value) -> str | None:
    if not isinstance(value, Known) or not isinstance(how, Known) or _WIDE.search(str(how.value)):
        return None
    try:
        return format(value.value, str(how.value))
    except (TypeError, ValueError):
        return None


def spell(value: Value) -> Value:
    """A name or a key, with the number that a running index is in its place: the index before this one of the second
    iteration is that of the first."""
    if isinstance(value, Index):
        return Known(value.value)
    if isinstance(value, Tuple):
        return Tuple(tuple(spell(item) for item in value.items))
    if isinstance(value, Symbol) and value.key[0] == TEXT:
        parts: list[Value] = [spell(part) for part in value.key[1:]]  # type: ignore[arg-type]
        half = len(parts) // 2
        return build_text(parts[:half], parts[half:])
    return value
