"""Python's own parser and the one for newer syntax read what both know alike: the same instructions at the same places."""

from __future__ import annotations

import ast
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from retain_lint.frontend import reading
from retain_lint.frontend.lower import lower_module, lower_tree
from retain_lint.frontend.parse import parse_newer
from retain_lint.frontend.places import MisplacedError, Places
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import SourceError, SourceText, read_source
from retain_lint.ir.model import Call
from retain_lint.ir.walk import instructions_of
from tests.robustness.test_syntax import CASES
from tests.truth.program_files import FOLDER

EXAMPLES = sorted((Path(__file__).parent.parent.parent / "examples").rglob("*.py"))
PROGRAMS = [*sorted(FOLDER.glob("*.py")), *EXAMPLES]
#: where the parsers differ in what a node is, or count columns and parentheses differently
PLACES = '''
é = ("ü", (f(ä := 1)), *[ö]); ß: "Größe" = é[1:2, ..., (3)]
ﬁ = f"é{ß!r:>{(é)}}ü" 'a' f"{ﬁ.x + (1)}" rf"\\d{é}" "\\n" f"\\t{é=}{ é = :>3}"
f((x), y, (  # one (
    (z)  # two )
), k=(w), *(a), **(b),)
(f)((a), b)((c))
sum(((x) for x in (y) if (z)))
sum((x) for x in (y) if (z)  # the brackets are those of the call )
)
g(((x) for x in y), (1, 2), ((3, 4)), ())
x = (a and (b)) or c or (d) or not (e)
x = (1), (2)
x = ((1), (2),)
for ((i), j), in (z): (k), (l) = -(1), -True
def f(a: (int), /, b=(2), *c: int, d, e=(3), **g: (list)) -> (int): pass;
class C((A), *B, metaclass=(M)): "a" "b"
@(d)
@d.e
async def f(): return [(i) async for i in x if (i) if j for k in (l)]
with (a), (b) as c, (d) as (e, f): pass
with (a as b, c as d,): pass
del (a), (b, c), [d]
x = {**(a), (b): (c)} | {(a), *b} | {(a): (b) for a, b in (c)}
x[(1)], x[1,], x[(1, 2)], x[1:, ::(2)], x[a, *b]
lambda: (yield), lambda *, a=(1): (a)
assert (a), (b)
if a: raise (a) from (b)
try: pass
except (A) as e: pass
except (B, C): raise
match (a), b:
    case ((1)), [(x), *_] | {"k": (y), **z} if (x): pass
    case (C(a, b=(1)) as d): pass
    case (1) | ((2)) | (-1) | (a.b) | (None) | (1 as x): pass
    case (1): pass
    case {**r}: pass
    case a.b | None | -1 | 1 + 2j | "a" "b": pass
    case _: pass
0xFFFF_FFFF + 1_0.5e1_0 - 0o17 - 3.5j + 0b1
"a" "b" 'c'; ("a"
  "b"); b"a" b"\\x00"
print(f"""{
  a
} {b:%Y-%m} {{}}""", f'{x!s:{w}.{p}}', f"{'a'}{f'{b}'}", f"{lambda_ if (a) else b}")
a = b = (c); a.b = c[d] = e; a += (1); a.b -= 1; a[0] *= (2,)
import a.b, a.b as c; from . import (a as b, c,); from ..a.b import *
global_ = (yield (a)); (yield from (a)); await_ = a < (b) <= c is not d not in (e)
'''


def source_of(text: str) -> SourceText:
    return SourceText("file.py", text)


def plain(value: Any) -> Any:
    """What was lowered as tuples, which are equal if all in them is."""
    if is_dataclass(value):
        return (type(value).__name__, *((place.name, plain(getattr(value, place.name))) for place in fields(value)))
    return tuple(map(plain, value)) if isinstance(value, tuple) else (type(value), value)


def lower_both(source: SourceText) -> tuple[Any, Any]:
    """What Python's parser and the other one lead to."""
    own = Reading(source)
    assert own.tree is not None
    newer = lower_tree(parse_newer(Reading(source)), source, "file")
    return plain(lower_module(own, "file")), plain(newer)


def test_what_is_assigned_and_what_is_read() -> None:
    text = "a.b, (c[d], *e) = f = g\nfor h in i: del j, k\nwith l as m: n += (o := p)\nq: r = [s for t, u in v]\n"
    own, newer = Reading(source_of(text)).tree, parse_newer(Reading(source_of(text)))
    assert own is not None and ast.dump(own) == ast.dump(newer)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_programs(path: Path) -> None:
    own, newer = lower_both(read_source(path, path.read_bytes()))
    assert own == newer


def list_pieces() -> list[str]:
    """All pieces but those that are newer than the running Python, which it does not read."""
    marked = ((piece.removeprefix("!"), piece.startswith("!")) for piece in CASES)
    return [text for text, newer in marked if not newer or Reading(source_of(text)).tree is not None]


@pytest.mark.parametrize("piece", list_pieces(), ids=lambda piece: piece.splitlines()[0][:30])
def test_every_kind_of_syntax(piece: str) -> None:
    own, newer = lower_both(source_of(piece))
    assert own == newer


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_places(line_end: str) -> None:
    text = PLACES if sys.version_info >= (3, 11) else PLACES.replace("x[a, *b]", "x[a]")
    own, newer = lower_both(source_of(text.replace("\n", line_end)))
    assert own == newer


def test_deep_rows_are_read_alike() -> None:
    own, newer = lower_both(source_of(f"x = {' or '.join('(a)' for _ in range(300))}\ny = {'a + ' * 300}a\n"))
    assert own == newer


def arguments(text: str) -> list[str]:
    """The texts of the arguments of the first call."""
    source = source_of(text)
    module = lower_module(Reading(source), "file")
    call = next(i for i in instructions_of(module.body.body) if isinstance(i, Call))
    return [source.slice(argument.span) for argument in call.arguments]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(a, (b), c=(d))", ["a", "(b)", "c=(d)"]),
        ("f((a), *(b), **(c),)", ["(a)", "*(b)", "**(c)"]),
        ("f( ( (a) ) , b )", ["( (a) )", "b"]),
        ("(f)((a), b)", ["(a)", "b"]),
        ("f(a  # (b)\n)", ["a"]),
        ("f((a  # )\n), (  # (\nb))", ["(a  # )\n)", "(  # (\nb)"]),
        ("f(é, (ü), k='ß', *(ö))", ["é", "(ü)", "k='ß'", "*(ö)"]),
        ("f(i for i in (a)  # )\n)", ["i for i in (a)"]),
        ("f((i for i in a))", ["(i for i in a)"]),
        ("f((i for i in a), 1)", ["(i for i in a)", "1"]),
        ("f((a, b), (c,), ())", ["(a, b)", "(c,)", "()"]),
        ("f(\\\n(a)\\\n,b)", ["(a)", "b"]),
    ],
)
def test_arguments_take_their_parentheses_along(text: str, expected: list[str]) -> None:
    assert arguments(text) == expected


def test_misplaced_names_in_f_strings_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As older Pythons misplace them: what they say is not believed."""
    source = source_of('first = second\nprint(f"{first} and {second}")\n')
    right = plain(lower_module(Reading(source), "file"))
    parse_rightly = reading._parse

    def misplace(text: str) -> ast.Module:
        tree = parse_rightly(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.FormattedValue):
                ast.increment_lineno(node.value, 1)
        return tree

    monkeypatch.setattr(reading, "_parse", misplace)
    wrong = Reading(source).tree
    assert wrong is not None
    string = next(node for node in ast.walk(wrong) if isinstance(node, ast.JoinedStr))
    with pytest.raises(MisplacedError):
        Places(source).check_embedded(string)
    assert plain(lower_module(Reading(source), "file")) == right


def test_what_both_refuse_is_said_in_pythons_words() -> None:
    with pytest.raises(SourceError, match="Missing parentheses in call to 'print'"):
        lower_module(Reading(source_of("print 'a'\n")), "file")


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "9" * 5000 + "\n",
        "try: pass\nexcept A, B: x = y\n",
        't = t"{x!r:>{y}} {z}"\n',
        "x = {**a for a in b}; y = [*a for a in b]\n",
        "type X[T: int, *Ts, **P] = dict[T, P]\nX\n",
        "def f[T](a: T): return T, a\nclass C[T](B[T]): x: T\n",
        'x = f"{f"{a[\'b\']}"} {c  # comment\n}"\n',
    ],
)
def test_newer_syntax_is_read(text: str) -> None:
    module = lower_module(Reading(source_of(text)), "file")
    assert module.body.body.instructions
