"""Texts: what is asked of one twice has the same answer twice, though it cannot be seen; what is made of the same parts is
the same text. Floor 3."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from string import Formatter

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
#: nor are texts of more parts followed
MAX_PARTS = 8
_PLAIN = Known("")
_PERCENT = re.compile("%[sdi]")
#: a width or a precision that makes a text long
_WIDE = re.compile(r"\d{4}")
#: those whose result is a row of texts
_SPLITTING = frozenset({"split", "rsplit", "partition", "rpartition"})


def call_text_method(state: State, receiver: Value, name: str, request: CallRequest) -> Value | None:
    """The result of a text's method given constant texts; None for anything else."""
    if name == "format" and isinstance(receiver, Known) and isinstance(receiver.value, str):
        return _format_method(receiver.value, request)
    if name not in _METHODS | _SPLITTING or request.keywords:
        return None
    given = tuple(resolve(state, value) for value in request.positional)
    words = tuple(word for value in given if (word := _word(value)) is not None)
    if len(words) < len(given):
        return None
    receiver = resolve(state, receiver)
    asked = name in _METHODS or name in _SPLITTING and any(map(_is_separator, words))
    if isinstance(receiver, Symbol) and asked and receiver.key not in state.tensors:
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


def _word(value: Value) -> str | int | tuple[object, ...] | None:
    """What is asked of a text: another text, a number, or one of several texts."""
    if isinstance(value, Tuple):
        words = tuple(_word(item) for item in value.items)
        return None if None in words else words
    return value.value if isinstance(value, Known) and isinstance(value.value, (str, int)) else None


def _is_separator(word: object) -> bool:
    """What stands between parts of texts (`names.split("+")`): data sets have splits that have names, and tensors sizes."""
    return isinstance(word, str) and word != "" and not any(letter.isalnum() for letter in word)


def add_texts(left: Value, right: Value) -> Value | None:
    """`left + right`, if one of them is a text for sure and the other may be a name; None for anything else."""
    sides = [_parts_of(side) for side in (left, right)]
    if not any(side is not None and (len(side) > 1 or isinstance(side[0][0], Known)) for side in sides):
        return None
    return _compose([part for side in sides if side for part in side]) if all(sides) else None


def _parts_of(value: Value) -> list[tuple[Value, Value]] | None:
    """What a text is made of, with the formats; None for what is none, or perhaps no name."""
    if isinstance(value, Known):
        return [(value, _PLAIN)] if isinstance(value.value, str) else None
    if not isinstance(value, Symbol) or not value.plain:
        return None
    if value.key[0] != TEXT:
        return [(value, _PLAIN)]
    half = (len(value.key) - 1) // 2
    return list(zip(value.key[1 : half + 1], value.key[half + 1 :], strict=True))  # type: ignore[arg-type]


def _compose(parts: Sequence[tuple[Value, Value]]) -> Value | None:
    """The text of these parts; None for one of too many."""
    return build_text(*zip(*parts, strict=True)) if 0 < len(parts) <= MAX_PARTS else None


def fill_in(template: str, given: Value) -> Value | None:
    """`template % given` with `%s` and `%d`; None for others."""
    values = given.items if isinstance(given, Tuple) else (given,)
    literals = _PERCENT.split(template)
    if len(literals) != len(values) + 1 or any("%" in literal for literal in literals):
        return None
    return _weave(literals, values)


def _format_method(template: str, request: CallRequest) -> Value | None:
    """`template.format(...)` whose fields are by position, in their order, or by name."""
    values = iter(request.positional)
    parts: list[tuple[Value, Value]] = []
    try:
        fields = list(Formatter().parse(template))
    except ValueError:
        return None
    for number, (literal, field, how, conversion) in enumerate(fields):
        parts += [(Known(literal), _PLAIN)] if literal else []
        if field is None:
            continue
        value = next(values, None) if field in ("", str(number)) else request.keywords.get(field)
        if value is None or conversion or "{" in (how or ""):
            return None
        parts.append((value, Known(how or "")))
    return _compose(parts)


def _weave(literals: Sequence[str], values: Sequence[Value]) -> Value | None:
    rows = zip_longest(literals, values)
    parts = [part for text, value in rows for part in ((Known(text), _PLAIN), (value, _PLAIN))][:-1]
    return _compose([part for part in parts if part[0] != Known("")])


def build_text(values: Sequence[Value], formats: Sequence[Value]) -> Value:
    """The text, if all that it is made of is known."""
    texts = [_format(value, how) for value, how in zip(values, formats, strict=True)]
    made = [text for text in texts if text is not None]
    if len(made) == len(texts) and sum(map(len, made)) <= MAX_TEXT:
        return Known("".join(made))
    return Symbol((TEXT, *values, *formats), plain=True)


def _format(value: Value, how: Value) -> str | None:
    if not isinstance(value, Known) or value.sample is not None:
        return None
    if not isinstance(how, Known) or _WIDE.search(str(how.value)):
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
