"""Ways to make a program wrong that still looks like training code: each takes its text, another program's, and a source of chance."""

from __future__ import annotations

import ast
import copy
import io
import keyword
import random
import tokenize
from collections.abc import Callable, Iterator

from tests.robustness.odd_python import ODD_STATEMENTS, WRAPPED_EXPRESSIONS, WRAPPED_STATEMENTS

Mutator = Callable[[str, str, random.Random], str]
#: what a mutator raises when a text cannot be read, or a tree cannot be written
UNUSABLE = (SyntaxError, ValueError, TypeError, AttributeError, RecursionError, tokenize.TokenError, IndexError)


def mutate(text: str, other: str, chance: random.Random) -> str:
    """A text after one to four mutations, most of which leave it Python: what is wrong elsewhere comes last, as it ends the
    others. A mutation that does not apply changes nothing."""
    chosen = chance.choices(MEANING, k=chance.randrange(1, 4))
    for mutator in [*chosen, chance.choice(SPELLING)] if chance.random() < 0.25 else chosen:
        try:
            text = mutator(text, other, chance)
        except UNUSABLE:
            continue
    return text


def exchange_lines(text: str, other: str, chance: random.Random) -> str:
    """Lines deleted, doubled, indented, and lines of the other program."""
    lines, strangers = text.splitlines(), other.splitlines()
    for _ in range(chance.randrange(1, 6)):
        here = chance.randrange(len(lines))
        lines[here : here + chance.randrange(3)] = chance.choices(
            [chance.choice(lines), chance.choice(strangers), "    " + lines[here], lines[here].lstrip()],
            k=chance.randrange(3),
        )
        lines = lines or [""]
    return "\n".join(lines)


def change_indentation(text: str, other: str, chance: random.Random) -> str:
    """A block of lines further in or out, or with tabs."""
    lines = text.split("\n")
    start = chance.randrange(len(lines))
    for row in range(start, min(len(lines), start + chance.randrange(1, 6))):
        step = chance.choice(["    ", " ", "\t", "", "\f"])
        lines[row] = step + lines[row] if chance.random() < 0.6 else lines[row][len(step) or 4 :]
    return "\n".join(lines)


def cut_off(text: str, other: str, chance: random.Random) -> str:
    """What an editor or a full disk leaves of a file."""
    here = chance.randrange(len(text))
    return chance.choice([text[:here], text[here:], text[:here] + other[chance.randrange(len(other)) :]])


def exchange_characters(text: str, other: str, chance: random.Random) -> str:
    for _ in range(chance.randrange(1, 4)):
        here = chance.randrange(len(text))
        text = (
            text[:here] + chance.choice("()[]{}:,.'\"\\#@=*\n\t \0é\u2028\ufeff") + text[here + chance.randrange(2) :]
        )
    return text


def exchange_tokens(text: str, other: str, chance: random.Random) -> str:
    tokens, strangers = list_tokens(text), list_tokens(other)
    for _ in range(chance.randrange(1, 4)):
        here = chance.randrange(len(tokens))
        tokens[here] = (tokens[here][0], chance.choice([*strangers, (0, "")])[1])
    return "".join(gap + word for gap, word in tokens)


def exchange_words(text: str, other: str, chance: random.Random) -> str:
    """Words in place of others of their kind: a name, a number or an operator for another."""
    tokens, strangers = list_tokens(text), list_tokens(other)
    for _ in range(chance.randrange(1, 6)):
        here = chance.randrange(len(tokens))
        kind = _kind(tokens[here][1])
        tokens[here] = (tokens[here][0], chance.choice([word for _, word in strangers if _kind(word) == kind]))
    return "".join(gap + word for gap, word in tokens)


def _kind(word: str) -> str:
    if word.isidentifier():
        return "keyword" if keyword.iskeyword(word) else "name"
    return "bracket" if word in "()[]{}:," else "number" if word[0].isdigit() else "other"


def list_tokens(text: str) -> list[tuple[str, str]]:
    """The words of a text, each with what stands before it."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found, done = [], 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        start, end = (starts[row - 1] + column for row, column in (token.start, token.end))
        if token.string.strip() and done <= start < end:
            found.append((text[done:start], text[start:end]))
            done = end
    return found


def rename(text: str, other: str, chance: random.Random) -> str:
    """Another name in place of one, in some of its places or in all: names become unbound, or shadow others."""
    tokens = list_tokens(text)
    names = sorted({word for _, word in tokens if word.isidentifier()})
    old, new = chance.choice(names), chance.choice([*names, "unknown", "torch", "self", "print", "loss"])
    share = chance.choice([0.3, 0.7, 1.0])
    return "".join(gap + (new if word == old and chance.random() < share else word) for gap, word in tokens)


class _Exchange(ast.NodeTransformer):
    """Puts expressions and statements of another program in place of some of a program's own."""

    def __init__(self, other: ast.AST, chance: random.Random) -> None:
        self.chance = chance
        self.expressions = [node for node in ast.walk(other) if is_value(node)]
        self.statements = [node for node in ast.walk(other) if isinstance(node, ast.stmt)]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if is_value(node) and self.chance.random() < 0.04:
            return self.chance.choice(self.expressions)
        if isinstance(node, ast.stmt) and self.chance.random() < 0.06:
            return self.chance.choice(self.statements)
        return node


def is_value(node: ast.AST) -> bool:
    return isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", None), (ast.Load, type(None)))


def exchange_subtrees(text: str, other: str, chance: random.Random) -> str:
    return _write(_Exchange(ast.parse(other), chance).visit(ast.parse(text)))


def _write(tree: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(tree))


def exchange_statements(text: str, other: str, chance: random.Random) -> str:
    """Statements deleted, doubled, swapped, moved elsewhere, and odd ones among them."""
    tree = ast.parse(text)
    for _ in range(chance.randrange(1, 4)):
        blocks = list(_list_blocks(tree))
        block, target = chance.choice(blocks), chance.choice(blocks)
        here, there = chance.randrange(len(block)), chance.randrange(len(target))
        kind = chance.randrange(5)
        if kind == 0 and len(block) > 1:
            del block[here]
        elif kind == 1:
            target.insert(there, copy.deepcopy(block[here]))
        elif kind == 2:
            block[here], block[-1] = block[-1], block[here]
        elif kind == 3:
            target.insert(there, chance.choice([copy.deepcopy(block[here]), *_odd_statement(tree, chance)]))
        else:
            target[there:there] = _odd_statement(tree, chance)
    return _write(tree)


def _list_blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                yield block


def _fill(template: str, tree: ast.AST, chance: random.Random) -> list[ast.stmt]:
    """The statements of a template, with names of the program in place of its capital letters."""
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)] or ["x"]
    words = {letter: chance.choice(names) for letter in "ABC"}
    return ast.parse("".join(gap + words.get(word, word) for gap, word in list_tokens(template)) + "\n").body


def _odd_statement(tree: ast.AST, chance: random.Random) -> list[ast.stmt]:
    return _fill(chance.choice(ODD_STATEMENTS), tree, chance)


class _Place(ast.NodeTransformer):
    """Puts a value, or statements, where a template says HOLE."""

    def __init__(self, value: ast.expr | None, statements: list[ast.stmt]) -> None:
        self.value, self.statements = value, statements

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.value if node.id == "HOLE" and self.value is not None else node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        if self.statements and isinstance(node.value, ast.Name) and node.value.id == "HOLE":
            return self.statements
        self.generic_visit(node)
        return node


def wrap_statements(text: str, other: str, chance: random.Random) -> str:
    """Statements inside odd ones: match, async with, try and finally, nested functions with their own scopes."""
    tree = ast.parse(text)
    block = chance.choice(list(_list_blocks(tree)))
    here = chance.randrange(len(block))
    end = min(len(block), here + chance.randrange(1, 5))
    template = ast.Module(_fill(chance.choice(WRAPPED_STATEMENTS), tree, chance), [])
    block[here:end] = _Place(None, block[here:end]).visit(template).body
    return _write(tree)


class _Wrap(ast.NodeTransformer):
    """Some values inside odd expressions; operands swapped."""

    def __init__(self, tree: ast.AST, chance: random.Random) -> None:
        self.tree, self.chance = tree, chance

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.BinOp) and self.chance.random() < 0.2:
            node.left, node.right = node.right, node.left
        if isinstance(node, ast.Call) and len(node.args) > 1 and self.chance.random() < 0.1:
            self.chance.shuffle(node.args)
        if isinstance(node, ast.expr) and is_value(node) and self.chance.random() < 0.03:
            (template,) = _fill(self.chance.choice(WRAPPED_EXPRESSIONS), self.tree, self.chance)
            assert isinstance(template, ast.Expr)
            wrapped: ast.AST = _Place(node, []).visit(template.value)
            return wrapped
        return node


def wrap_values(text: str, other: str, chance: random.Random) -> str:
    tree = ast.parse(text)
    return _write(_Wrap(copy.deepcopy(tree), chance).visit(tree))


#: they work on the tree, or on single words, so that mostly Python comes of it
MEANING: tuple[Mutator, ...] = (
    rename,
    exchange_words,
    exchange_subtrees,
    exchange_statements,
    exchange_statements,
    wrap_statements,
    wrap_values,
)
#: they work on the text, which mostly does not parse afterwards
SPELLING: tuple[Mutator, ...] = (exchange_lines, change_indentation, cut_off, exchange_characters, exchange_tokens)
