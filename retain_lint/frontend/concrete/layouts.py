"""The concrete syntax of every libcst node, as data: which tokens and children it consists of, in source order. Floor 2.

A row reads like a grammar rule: `'token'`, `field`, `'token'?field` (the token stands only where the field is set),
`'token'!field` (only where it is not), and `'a'/'b'` (either). Where a row has bars, the part
between them is the node's own span: decorators before it and separators after it do not belong to it. Invariant:
whitespace and comments are never mentioned, so any two neighbours may have them between.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Any

import libcst as cst

# Tokens that libcst makes a node of, with the text that they stand for.
BINARY_OPERATORS: Mapping[type[cst.CSTNode], str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.LeftShift: "<<",
    cst.RightShift: ">>",
    cst.BitOr: "|",
    cst.BitAnd: "&",
    cst.BitXor: "^",
    cst.MatrixMultiply: "@",
}
UNARY_OPERATORS: Mapping[type[cst.CSTNode], str] = {cst.Plus: "+", cst.Minus: "-", cst.BitInvert: "~", cst.Not: "not"}
COMPARISON_OPERATORS: Mapping[type[cst.CSTNode], str] = {
    cst.LessThan: "<",
    cst.GreaterThan: ">",
    cst.Equal: "==",
    cst.LessThanEqual: "<=",
    cst.GreaterThanEqual: ">=",
    cst.NotEqual: "!=",
    cst.In: "in",
    cst.NotIn: "not in",
    cst.Is: "is",
    cst.IsNot: "is not",
}
AUGMENTED_OPERATORS: Mapping[type[cst.CSTNode], str] = {
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%",
    cst.PowerAssign: "**",
    cst.LeftShiftAssign: "<<",
    cst.RightShiftAssign: ">>",
    cst.BitOrAssign: "|",
    cst.BitAndAssign: "&",
    cst.BitXorAssign: "^",
    cst.MatrixMultiplyAssign: "@",
}
_PUNCTUATION: Mapping[type[cst.CSTNode], str] = {
    cst.And: "and",
    cst.Or: "or",
    cst.Semicolon: ";",
    cst.Colon: ":",
    cst.Comma: ",",
    cst.Dot: ".",
    cst.ImportStar: "*",
    cst.AssignEqual: "=",
    cst.LeftSquareBracket: "[",
    cst.RightSquareBracket: "]",
    cst.LeftCurlyBrace: "{",
    cst.RightCurlyBrace: "}",
    cst.LeftParen: "(",
    cst.RightParen: ")",
    cst.Asynchronous: "async",
}

# Rows by class name, since not every supported libcst has every class. These may stand in parentheses, which their
# span leaves out.
_PARENTHESISED: Mapping[str, str] = {
    "Name": "value",
    "Ellipsis": "'...'",
    "Integer": "value",
    "Float": "value",
    "Imaginary": "value",
    "SimpleString": "value",
    "ConcatenatedString": "left right",
    "FormattedString": "start parts end",
    "TemplatedString": "start parts end",
    "Comparison": "left comparisons",
    "UnaryOperation": "operator expression",
    "BinaryOperation": "left operator right",
    "BooleanOperation": "left operator right",
    "Attribute": "value dot attr",
    "Subscript": "value lbracket slice rbracket",
    "Lambda": "'lambda' params ':' body",
    "Call": "func '(' args ')'",
    "Await": "'await' expression",
    "IfExp": "body 'if' test 'else' orelse",
    "Yield": "'yield' value",
    "Tuple": "elements",
    "List": "lbracket elements rbracket",
    "Set": "lbrace elements rbrace",
    "Dict": "lbrace elements rbrace",
    "GeneratorExp": "elt for_in",
    "ListComp": "lbracket elt for_in rbracket",
    "SetComp": "lbrace elt for_in rbrace",
    "DictComp": "lbrace key ':' value for_in rbrace",
    "StarredDictComp": "lbrace '**' value for_in rbrace",
    "NamedExpr": "target ':=' value",
    "MatchList": "lbracket patterns rbracket",
    "MatchTuple": "patterns",
    "MatchMapping": "lbrace elements '**'?rest rest trailing_comma rbrace",
    "MatchClass": "cls '(' patterns kwds ')'",
    "MatchAs": "pattern 'as'?pattern name '_'!name",
    "MatchOr": "patterns",
}
_PLAIN: Mapping[str, str] = {
    # parts of expressions
    "StarredElement": "lpar | '*' value | rpar comma",
    "Element": "value | comma",
    "DictElement": "key ':' value | comma",
    "StarredDictElement": "'**' value | comma",
    "ComparisonTarget": "operator comparator",
    "SubscriptElement": "slice | comma",
    "Index": "star value",
    "Slice": "lower first_colon upper second_colon step",
    "Arg": "star keyword equal value | comma",
    "Param": "star name annotation equal default | comma",
    "ParamStar": "'*' comma",
    "ParamSlash": "'/' comma",
    "Parameters": "posonly_params posonly_ind params star_arg kwonly_params star_kwarg",
    "Annotation": "'->'/':' annotation",
    "From": "'from' item",
    "CompFor": "asynchronous 'for' target 'in' iter ifs inner_for_in",
    "CompIf": "'if' test",
    "FormattedStringExpression": "'{' expression equal '!'?conversion conversion ':'?format_spec format_spec '}'",
    "TemplatedStringExpression": "'{' expression equal '!'?conversion conversion ':'?format_spec format_spec '}'",
    # small statements
    "Expr": "value | semicolon",
    "Assign": "targets value | semicolon",
    "AssignTarget": "target '='",
    "AnnAssign": "target annotation equal value | semicolon",
    "AugAssign": "target operator value | semicolon",
    "Return": "'return' value | semicolon",
    "Raise": "'raise' exc cause | semicolon",
    "Assert": "'assert' test comma msg | semicolon",
    "Del": "'del' target | semicolon",
    "Pass": "'pass' | semicolon",
    "Break": "'break' | semicolon",
    "Continue": "'continue' | semicolon",
    "Global": "'global' names | semicolon",
    "Nonlocal": "'nonlocal' names | semicolon",
    "NameItem": "name comma",
    "Import": "'import' names | semicolon",
    "ImportFrom": "'from' relative module 'import' lpar names rpar | semicolon",
    "LazyImport": "'lazy' 'import' names | semicolon",
    "LazyImportFrom": "'lazy' 'from' relative module 'import' lpar names rpar | semicolon",
    "ImportAlias": "name asname | comma",
    "AsName": "'as' name",
    "TypeAlias": "'type' name type_parameters '=' value | semicolon",
    "TypeParameters": "lbracket params rbracket",
    "TypeParam": "param equal star default comma",
    "TypeVar": "name colon bound",
    "TypeVarTuple": "'*' name",
    "ParamSpec": "'**' name",
    # compound statements
    "SimpleStatementLine": "body",
    "SimpleStatementSuite": "body",
    "IndentedBlock": "body",
    "Module": "body",
    "If": "'elif'/'if' test ':' body orelse",
    "Else": "'else' ':' body",
    "While": "'while' test ':' body orelse",
    "For": "asynchronous 'for' target 'in' iter ':' body orelse",
    "Try": "'try' ':' body handlers orelse finalbody",
    "TryStar": "'try' ':' body handlers orelse finalbody",
    "ExceptHandler": "'except' type name ':' body",
    "ExceptStarHandler": "'except' '*' type name ':' body",
    "Finally": "'finally' ':' body",
    "With": "asynchronous 'with' lpar items rpar ':' body",
    "WithItem": "item asname | comma",
    "Decorator": "'@' decorator",
    "FunctionDef": "decorators | asynchronous 'def' name type_parameters '(' params ')' returns ':' body |",
    "ClassDef": "decorators | 'class' name type_parameters lpar bases keywords rpar ':' body |",
    "Match": "'match' subject ':' cases",
    "MatchCase": "'case' pattern 'if'?guard guard ':' body",
    "MatchValue": "value",
    "MatchSingleton": "value",
    "MatchSequenceElement": "value comma",
    "MatchStar": "'*' name '_'!name comma",
    "MatchMappingElement": "key ':' pattern comma",
    "MatchKeywordElement": "key '=' pattern comma",
    "MatchOrElement": "pattern separator",
}

_PART = re.compile(r"(?P<bar>\|)|(?P<tokens>'[^' ]+'(?:/'[^' ]+')*)(?:(?P<when>[?!])(?P<on>\w+))?|(?P<field>\w+)")


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a layout: a child (`field` alone), or a token. A token with a `field` stands only where that field
    is set, or, if `unset`, only where it is None."""

    field: str = ""
    tokens: tuple[str, ...] = ()
    unset: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """The pieces of a node in source order; its span is that of `own`."""

    before: tuple[Part, ...] = ()
    own: tuple[Part, ...] = ()
    after: tuple[Part, ...] = ()


@cache
def build_layouts() -> dict[type[Any], Layout]:
    """The layout of every class of node, operators and absent children included."""
    layouts: dict[type[Any], Layout] = {NoneType: Layout(), cst.MaybeSentinel: Layout()}
    operators = [BINARY_OPERATORS, UNARY_OPERATORS, COMPARISON_OPERATORS, _PUNCTUATION]
    for operator, text in (pair for table in operators for pair in table.items()):
        layouts[operator] = Layout(own=tuple(Part(tokens=(token,)) for token in text.split()))
    for operator, text in AUGMENTED_OPERATORS.items():
        layouts[operator] = Layout(own=(Part(tokens=(text + "=",)),))
    layouts[cst.NotEqual] = Layout(own=(Part(tokens=("!=", "<>")),))
    rows = {name: f"lpar | {row} | rpar" for name, row in _PARENTHESISED.items()} | dict(_PLAIN)
    for name, row in rows.items():
        node = getattr(cst, name, None)
        if node is not None:
            layouts[node] = _read_row(row)
    return layouts


def _read_row(row: str) -> Layout:
    sections: list[list[Part]] = [[]]
    for match in _PART.finditer(row):
        if match["bar"]:
            sections.append([])
        elif match["field"]:
            sections[-1].append(Part(match["field"]))
        else:
            tokens = tuple(re.findall(r"'([^']+)'", match["tokens"]))
            sections[-1].append(Part(match["on"] or "", tokens, match["when"] == "!"))
    return _layout([tuple(section) for section in sections])


def _layout(sections: Sequence[tuple[Part, ...]]) -> Layout:
    """One section is the node itself, two the node and what follows it."""
    if len(sections) < 3:
        return Layout((), *sections)
    return Layout(*sections)
