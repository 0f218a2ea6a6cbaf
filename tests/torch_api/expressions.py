"""A small interpreter of expressions over the op tables: what would a second backward find, and what a later write?

It knows Python's syntax and the rows, nothing of torch. `x.abs().mean()` becomes two applications of rows; an input alone
requires grad, and the applications that it reaches either release something or not.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from retain_lint.torch_api.lookup import find_control, find_control_method, find_method, find_op, find_operator
from retain_lint.torch_api.spec import ControlSpec, Given, Kept, OpSpec, Role, Saved

#: roles whose result has no history
WITHOUT_HISTORY = frozenset(
    {Role.VALUE, Role.SIZE, Role.FACTORY, Role.CUT, Role.CUT_IN_PLACE, Role.DATA_LIBRARY, Role.PARAMETER}
)
ROOTS = {"F": "torch.nn.functional", "torch": "torch"}


@dataclass(frozen=True, eq=False)
class Node:
    """One applied row. `inputs` are the tensors behind each parameter."""

    row: OpSpec
    inputs: Mapping[str, tuple[Tensor, ...]]


@dataclass(frozen=True, eq=False)
class Tensor:
    """A value: its node, or an input's name; `storage` is the tensor whose memory it shares."""

    node: Node | None = None
    name: str = ""
    storage: Tensor | None = None
    position: int | None = None

    def memory(self) -> Tensor:
        """The tensor that owns the memory."""
        return self if self.storage is None else self.storage.memory()


Value: TypeAlias = "Tensor | list[Value] | tuple[Value, ...] | object"


class UnknownNameError(Exception):
    """The tables have no row."""


@dataclass
class Evaluator:
    """Evaluates one expression; every node it makes is kept."""

    nodes: list[Node] = field(default_factory=list)
    inputs: dict[str, Tensor] = field(default_factory=dict)

    def run(self, source: str) -> Value:
        """The value of the source's last statement."""
        result: Value = None
        for statement in ast.parse(source).body:
            result = self._statement(statement)
        return result

    def _statement(self, statement: ast.stmt) -> Value:
        if isinstance(statement, ast.AugAssign):
            row = find_operator(OPERATORS[type(statement.op)], in_place=True)
            return self.apply(row, [self.value(statement.target), self.value(statement.value)], {})
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
            target = statement.targets[0]
            index = self.value(target.slice)
            return self.apply(find_operator("[]="), [self.value(target.value), index, self.value(statement.value)], {})
        assert isinstance(statement, ast.Expr), statement
        return self.value(statement.value)

    def value(self, node: ast.expr) -> Value:
        """The value of an expression."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.inputs.setdefault(node.id, Tensor(name=node.id))
        if isinstance(node, ast.Tuple):
            return tuple(self.value(item) for item in node.elts)
        if isinstance(node, ast.List):
            return [self.value(item) for item in node.elts]
        if isinstance(node, ast.BinOp):
            row = find_operator(OPERATORS[type(node.op)])
            return self.apply(row, [self.value(node.left), self.value(node.right)], {})
        if isinstance(node, ast.UnaryOp):
            return self._unary(node)
        if isinstance(node, ast.Compare):
            return self.apply(find_operator("<"), [self.value(node.left), self.value(node.comparators[0])], {})
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        if isinstance(node, ast.Slice):
            return slice(None)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        raise AssertionError(ast.dump(node))

    def _unary(self, node: ast.UnaryOp) -> Value:
        operand = self.value(node.operand)
        if not isinstance(operand, Tensor):
            assert isinstance(operand, (int, float))
            return -operand
        return self.apply(find_operator("unary -" if isinstance(node.op, ast.USub) else "unary +"), [operand], {})

    def _subscript(self, node: ast.Subscript) -> Value:
        value, index = self.value(node.value), self.value(node.slice)
        basic = is_basic(index)
        return self.apply(find_operator("[] basic" if basic else "[] advanced"), [value, index], {})

    def _attribute(self, node: ast.Attribute) -> Value:
        if dotted(node) is not None:
            return dotted(node)  # torch.float32
        value = self.value(node.value)
        assert isinstance(value, Tensor)
        if value.node is not None and value.node.row.outputs != 1 and node.attr in ("values", "indices"):
            return Tensor(value.node, position=("values", "indices").index(node.attr))
        control = find_control_method(node.attr, "tensor")
        if control is not None and control.role in WITHOUT_HISTORY:
            return Tensor()
        return self.apply(find_method(node.attr), [value], {})

    def _call(self, node: ast.Call) -> Value:
        arguments = [self.value(argument) for argument in node.args]
        keywords = {keyword.arg or "": self.value(keyword.value) for keyword in node.keywords}
        name = dotted(node.func)
        if name is not None:
            return self._function(name, arguments, keywords)
        assert isinstance(node.func, ast.Attribute)
        receiver = self.value(node.func.value)
        control = find_control_method(node.func.attr, "tensor")
        if control is None and find_method(node.func.attr) is None:
            control = find_control_method(node.func.attr, "any")
        if control is not None:
            return self._controlled(control, receiver)
        return self.apply(find_method(node.func.attr), [receiver, *arguments], keywords)

    def _function(self, name: str, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        control = find_control(name)
        if control is not None:
            return self._controlled(control, arguments[0] if arguments else None)
        return self.apply(find_op(name), arguments, keywords)

    def _controlled(self, control: ControlSpec, subject: Value) -> Value:
        if control.role is Role.CUT and isinstance(subject, Tensor):
            return Tensor(storage=subject)
        if control.role in WITHOUT_HISTORY:
            return Tensor()
        if control.role in (Role.IDENTITY, Role.CONTIGUOUS, Role.AS_TENSOR):
            return subject
        raise UnknownNameError(control.name)

    def apply(self, row: OpSpec | None, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Tensor:
        """Applies a row to arguments."""
        if row is None:
            raise UnknownNameError
        names = [*row.parameters, *(f"*{n}" for n in range(len(arguments)))]
        given = dict(zip(names, arguments, strict=False)) | dict(keywords)
        row = chosen(row, given)
        if not row.differentiable:
            return Tensor()
        node = Node(row, {name: tuple(tensors_in(value)) for name, value in given.items()})
        self.nodes.append(node)
        shared = row.view_of or row.mutates
        owners = node.inputs.get(shared or "", ())
        return Tensor(node, storage=owners[0] if owners else None)


OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
}


def is_basic(index: Value) -> bool:
    """An index of integers, slices, None and Ellipsis; the name `zero` stands for a tensor of one integer."""
    if isinstance(index, tuple):
        return all(map(is_basic, index))
    if isinstance(index, Tensor):
        return index.name == "zero"
    return not isinstance(index, (bool, list))


def dotted(node: ast.expr) -> str | None:
    """The qualified name of a function reached through `torch`, `F` or by a builtin's name."""
    if isinstance(node, ast.Name):
        return ROOTS.get(node.id, node.id if node.id in ("abs", "sum") else None)
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value) if isinstance(node.value, (ast.Name, ast.Attribute)) else None
        return f"{owner}.{node.attr}" if owner is not None else None
    return None


def tensors_in(value: Value) -> list[Tensor]:
    """The tensors of an argument."""
    if isinstance(value, Tensor):
        return [value]
    return [tensor for item in value for tensor in tensors_in(item)] if isinstance(value, (list, tuple)) else []


def chosen(row: OpSpec, given: Mapping[str, Value]) -> OpSpec:
    """The variant that the arguments choose."""
    for name, how, variant in row.variants:
        if fits(given.get(name), how):
            return variant
    return row


def fits(value: Value, how: object) -> bool:
    """Is an argument given as a variant asks?"""
    if how is Given.TENSOR:
        return bool(tensors_in(value))
    if how is Given.NUMBER:
        return value is not None and not tensors_in(value)
    if how is Given.SOMETHING:
        return value is not None
    if how is Given.NOTHING:
        return value is None
    return type(value) is type(how) and value == how


@dataclass(frozen=True)
class Verdict:
    """What the tables say of an expression: per input that alone requires grad, does a second backward fail (None:
    not decided); the names whose later write is noticed, perhaps or surely."""

    fails: dict[str, bool | None]
    stale: frozenset[str]
    surely_stale: frozenset[str]


def judge(source: str, names: Sequence[str]) -> Verdict:
    """Evaluates an expression for each input of the names."""
    evaluator = Evaluator()
    result = evaluator.run(source)
    fails = {name: releases(evaluator, result, frozenset({name})) for name in names}
    on = frozenset(names)
    return Verdict(fails, stale_names(evaluator, result, on), stale_names(evaluator, result, on, surely=True))


def reached(result: Value) -> set[int]:
    """The nodes below a result."""
    found: set[int] = set()
    stack = tensors_in(result)
    while stack:
        node = stack.pop().node
        if node is not None and id(node) not in found:
            found.add(id(node))
            stack += [tensor for group in node.inputs.values() for tensor in group]
    return found


def requires_grad(tensor: Tensor, names: frozenset[str]) -> bool:
    """Does a tensor hang on one of the inputs?"""
    if tensor.node is None:
        return tensor.name in names
    return any(requires_grad(part, names) for group in tensor.node.inputs.values() for part in group)


def saved_rows(node: Node, names: frozenset[str]) -> list[Saved]:
    """What a node saves when the inputs of the names require grad."""
    on = {name for name, group in node.inputs.items() if any(requires_grad(part, names) for part in group)}
    return [row for row in node.row.saves if on and (not row.when or on & set(row.when))]


def releases(evaluator: Evaluator, result: Value, names: frozenset[str]) -> bool | None:
    """Does the first backward release something that the second one needs?"""
    below, undecided = reached(result), False
    for node in evaluator.nodes:
        if id(node) not in below:
            continue
        rows = saved_rows(node, names)
        if any(not row.maybe for row in rows):
            return True
        undecided = undecided or bool(rows)
    return None if undecided else False


def stale_names(evaluator: Evaluator, result: Value, names: frozenset[str], surely: bool = False) -> frozenset[str]:
    """The inputs and outputs that some node keeps a version of."""
    found: set[str] = set()
    ends = {id(tensor.memory()) for tensor in tensors_in(result)}
    ends |= {id(tensor.node) for tensor in tensors_in(result)}
    for node in evaluator.nodes:
        for row in saved_rows(node, names):
            if not (surely and row.maybe):
                found |= names_of(node, row, result, ends)
    return frozenset(found)


def names_of(node: Node, row: Saved, result: Value, ends: set[int]) -> set[str]:
    """The names under which a caller can write one buffer."""
    if row.what is Kept.PRIVATE:
        return set()
    if row.what is not Kept.RESULT:
        return {t.memory().name for t in node.inputs.get(row.what, ()) if t.memory().name}
    found = {t.memory().name for t in node.inputs.get(node.row.mutates or "", ()) if t.memory().name}
    if id(node) not in ends:
        return found
    position = tensors_in(result)[0].position
    if node.row.outputs == 1:
        return found | {"output"}
    return found | {f"output[{row.output}]"} if position is None else found
