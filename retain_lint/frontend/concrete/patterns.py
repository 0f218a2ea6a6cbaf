"""libcst's match statements as those of Python's own tree. Floor 2."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import libcst as cst

from retain_lint.frontend.concrete.builder import Builder, Translation, name_of


def _match(b: Builder, node: cst.Match) -> Any:
    return b.at(ast.Match, node, subject=b.translate(node.subject), cases=b.translate_all(node.cases))


def _case(b: Builder, node: cst.MatchCase) -> Any:
    return ast.match_case(b.translate(node.pattern), b.translate(node.guard), b.suite(node.body.body))


def _value(b: Builder, node: cst.MatchValue) -> Any:
    return b.at(ast.MatchValue, node.value, value=b.translate(node.value))


def _singleton(b: Builder, node: cst.MatchSingleton) -> Any:
    return b.at(ast.MatchSingleton, node.value, value=b.translate(node.value).value)


def _sequence(b: Builder, node: cst.MatchList | cst.MatchTuple) -> Any:
    place = b.outer(node) if isinstance(node, cst.MatchTuple) else b.offsets(node)
    return b.between(ast.MatchSequence, place, patterns=b.translate_all(node.patterns))


def _element(b: Builder, node: cst.MatchSequenceElement) -> Any:
    return b.translate(node.value)


def _star(b: Builder, node: cst.MatchStar) -> Any:
    start, end = b.offsets(node)
    if node.name is None:
        return b.between(ast.MatchStar, (start, end), name=None)
    return b.between(ast.MatchStar, (start, b.offsets(node.name)[1]), name=name_of(node.name))


def _mapping(b: Builder, node: cst.MatchMapping) -> Any:
    keys = b.translate_all([element.key for element in node.elements])
    patterns = b.translate_all([element.pattern for element in node.elements])
    rest = name_of(node.rest) if node.rest is not None else None
    return b.at(ast.MatchMapping, node, keys=keys, patterns=patterns, rest=rest)


def _class(b: Builder, node: cst.MatchClass) -> Any:
    return b.at(
        ast.MatchClass,
        node,
        cls=b.translate(node.cls),
        patterns=b.translate_all(node.patterns),
        kwd_attrs=[name_of(keyword.key) for keyword in node.kwds],
        kwd_patterns=b.translate_all([keyword.pattern for keyword in node.kwds]),
    )


def _as(b: Builder, node: cst.MatchAs) -> Any:
    name = name_of(node.name) if node.name is not None else None
    return b.at(ast.MatchAs, node, pattern=b.translate(node.pattern), name=name)


def _or(b: Builder, node: cst.MatchOr) -> Any:
    patterns = b.translate_all([element.pattern for element in node.patterns])
    return b.at(ast.MatchOr, node, patterns=patterns)


PATTERNS: Mapping[str, Translation] = {
    "Match": _match,
    "MatchCase": _case,
    "MatchValue": _value,
    "MatchSingleton": _singleton,
    "MatchList": _sequence,
    "MatchTuple": _sequence,
    "MatchSequenceElement": _element,
    "MatchStar": _star,
    "MatchMapping": _mapping,
    "MatchClass": _class,
    "MatchAs": _as,
    "MatchOr": _or,
}
