"""Rewrites of a program that leave what it does to the autograd graph as it is.

Each takes a syntax tree and gives it back changed in place, or None where it does not apply. Lines are kept in the nodes
(`lineno`), so that a finding in the rewritten text can be traced to the line that it came from.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

Transformation = Callable[[ast.Module], "ast.Module | None"]
Loop = ast.For | ast.While


def parse_statements(code: str, like: ast.stmt) -> list[ast.stmt]:
    """Statements that stand for one that was there: their lines are its line."""
    made = ast.parse(code).body
    for statement in made:
        for node in ast.walk(statement):
            if hasattr(node, "lineno"):
                ast.copy_location(node, like)
    return made


def rename_variables(tree: ast.Module) -> ast.Module | None:
    """Every name that the module itself assigns gets another one."""
    names = {n.id for s in tree.body for n in walk_scope(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    names -= {n for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for n in local_names(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names:
            node.id = f"{node.id}_renamed"
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [f"{name}_renamed" if name in names else name for name in node.names]
    return tree if names else None


def local_names(function: ast.FunctionDef) -> set[str]:
    """The names that belong to a function, or may."""
    stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return stored | {n.arg for n in ast.walk(function) if isinstance(n, ast.arg)}


def walk_scope(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of one scope: not those inside functions, classes and comprehensions."""
    yield node
    if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.DictComp)):
        return
    for child in ast.iter_child_nodes(node):
        yield from walk_scope(child)


def extract_function(tree: ast.Module) -> ast.Module | None:
    """All that is no definition or import becomes the body of main(), called at the end."""
    body = [s for s in tree.body if not isinstance(s, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef))]
    inner = {n for s in tree.body if isinstance(s, (ast.FunctionDef, ast.ClassDef)) for n in loaded_names(s)}
    stored = {n for s in body for n in loaded_names(s, ast.Store)}
    if not body or not inner.isdisjoint(stored) or any("exec" in loaded_names(s) for s in body):
        return None  # in a function `exec` binds no variables
    (function, call) = parse_statements("def main():\n    pass\nmain()", body[0])
    assert isinstance(function, ast.FunctionDef)
    function.body = body
    tree.body = [s for s in tree.body if s not in body] + [function, call]
    return tree


def loaded_names(node: ast.AST, context: type[ast.expr_context] = ast.Load) -> set[str]:
    """The names that are read (or, with another context, assigned) in a statement."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, context)}


def move_loop_body(tree: ast.Module) -> ast.Module | None:
    """The body of the last loop becomes a method; the names that it assigns become attributes of the object."""
    loops = [s for s in tree.body if isinstance(s, ast.For) and is_movable(s)]
    if not loops:
        return None
    loop = loops[-1]
    names = {n for s in loop.body for n in loaded_names(s, ast.Store)}
    inner = {n for s in tree.body if isinstance(s, (ast.FunctionDef, ast.ClassDef)) for n in loaded_names(s)}
    following = tree.body[tree.body.index(loop) + 1 :]
    if not inner.isdisjoint(names) or any(not loaded_names(s).isdisjoint(names) for s in following):
        return None
    arguments = sorted(loaded_names(loop.target, ast.Store))
    code = f"class Moved:\n    def train_step(self, {', '.join(arguments)}):\n        pass\nmoved_body = Moved()"
    (cls, instance, call) = parse_statements(f"{code}\nmoved_body.train_step({', '.join(arguments)})", loop)
    assert isinstance(cls, ast.ClassDef) and isinstance(cls.body[0], ast.FunctionDef)
    before = [s for s in tree.body[: tree.body.index(loop)] if not loaded_names(s, ast.Store).isdisjoint(names)]
    if any(not isinstance(s, (ast.Assign, ast.AugAssign)) for s in before):
        return None
    cls.body[0].body = [_Attributes("self", names).visit(statement) for statement in loop.body]
    start = tree.body.index(before[0]) if before else tree.body.index(loop)
    changed = [_Attributes("moved_body", names).visit(s) for s in tree.body[start : tree.body.index(loop)]]
    tree.body[start : tree.body.index(loop)] = [cls, instance, *changed]
    loop.body = [call]
    return tree


def is_movable(loop: ast.For) -> bool:
    """Can the body be called in its place? Nothing in it leaves the loop."""
    return not loop.orelse and not any(isinstance(n, (ast.Break, ast.Continue)) for n in ast.walk(loop))


class _Attributes(ast.NodeTransformer):
    """Names become attributes of an object."""

    def __init__(self, holder: str, names: set[str]) -> None:
        self.holder, self.names = holder, names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.names:
            return node
        return ast.copy_location(ast.Attribute(ast.Name(self.holder, ast.Load()), node.id, node.ctx), node)


def add_dead_code(tree: ast.Module) -> ast.Module | None:
    """A branch that is never taken, and a function that is never called, among the statements of the module."""
    dead = "if False:\n    unused = 1\ndef never_called(tensor):\n    return tensor + 1"
    return insert_in_loops(tree, dead)


def add_logging(tree: ast.Module) -> ast.Module | None:
    """What training scripts print and count."""
    return insert_in_loops(tree, 'print("step", 1)\nmessage = f"lr {0.1:.3f}"\nlog = {"step": message}\nlen(log)')


def insert_in_loops(tree: ast.Module, code: str) -> ast.Module | None:
    """Puts statements at the start and the end of every loop's body."""
    loops = [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While))]
    for loop in loops:
        loop.body = [*parse_statements(code, loop.body[0]), *loop.body]
        if not isinstance(loop.body[-1], (ast.Break, ast.Continue)):
            loop.body += parse_statements(code, loop.body[-1])
    return tree if loops else None


def unroll_loop(tree: ast.Module) -> ast.Module | None:
    """A loop over a short constant range is written out."""
    for position, loop in enumerate(tree.body):
        count = count_iterations(loop)
        if isinstance(loop, ast.For) and count is not None and is_movable(loop):
            bodies: list[ast.stmt] = []
            for number in range(count):
                if isinstance(loop.target, ast.Name):
                    bodies += parse_statements(f"{loop.target.id} = {number}", loop)
                bodies += copy.deepcopy(loop.body)
            tree.body[position : position + 1] = bodies
            return tree
    return None


def count_iterations(loop: ast.stmt) -> int | None:
    """The n of `for i in range(n)`, if it is small."""
    if isinstance(loop, ast.For) and isinstance(loop.iter, ast.Call) and ast.unparse(loop.iter.func) == "range":
        (*_, last) = loop.iter.args
        if len(loop.iter.args) == 1 and isinstance(last, ast.Constant) and isinstance(last.value, int):
            return last.value if 1 < last.value <= 4 else None
    return None


def wrap_in_if(tree: ast.Module) -> ast.Module | None:
    """Every statement with an engine call or a step stands in `if True:`."""
    return wrap_statements(tree, "if True:\n    pass")


def wrap_in_try(tree: ast.Module) -> ast.Module | None:
    """The same with try and a finally that does nothing to tensors."""
    return wrap_statements(tree, "try:\n    pass\nfinally:\n    done = True")


def wrap_in_with(tree: ast.Module) -> ast.Module | None:
    """The same with a context manager that has nothing to do with gradients."""
    return wrap_statements(tree, "with open('/dev/null'):\n    pass")


def wrap_statements(tree: ast.Module, code: str) -> ast.Module | None:
    """Puts every expression statement that calls something into the first block of a compound statement."""
    wrapper = _Wrapper(code)
    wrapper.visit(tree)
    return tree if wrapper.count else None


class _Wrapper(ast.NodeTransformer):
    def __init__(self, code: str) -> None:
        self.code, self.count = code, 0

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if not isinstance(node.value, ast.Call) or "super" in ast.unparse(node):
            return node
        self.count += 1
        (made,) = parse_statements(self.code, node)
        assert isinstance(made, (ast.If, ast.Try, ast.With))
        made.body = [node]
        return made


def name_results(tree: ast.Module) -> ast.Module | None:
    """`f(x).backward()` is written with a name for `f(x)`."""
    changed = 0
    for block in list_blocks(tree):
        for position, statement in reversed(list(enumerate(block))):
            receiver = find_receiver(statement)
            if receiver is not None and isinstance(receiver.value, ast.Call):
                (made,) = parse_statements("named_result = 0", statement)
                assert isinstance(made, ast.Assign)
                made.value, receiver.value = receiver.value, ast.copy_location(ast.Name("named_result"), statement)
                block.insert(position, made)
                changed += 1
    return tree if changed else None


def find_receiver(statement: ast.stmt) -> ast.Attribute | None:
    """The `loss.backward` of a statement `loss.backward(...)`."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "backward":
        return call.func
    return None


def list_blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Every block of statements."""
    for node in list(ast.walk(tree)):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield block


TRANSFORMATIONS: dict[str, Transformation] = {
    "rename variables": rename_variables,
    "extract a function": extract_function,
    "move the loop's body to a method": move_loop_body,
    "add dead code": add_dead_code,
    "add logging": add_logging,
    "unroll a loop": unroll_loop,
    "wrap in if True": wrap_in_if,
    "wrap in try and finally": wrap_in_try,
    "wrap in with": wrap_in_with,
    "name what is sent back": name_results,
}


def transform(code: str, how: str) -> tuple[str, dict[int, int]] | None:
    """The rewritten text, and for each of its lines the line of the original that it came from."""
    tree = TRANSFORMATIONS[how](ast.parse(code))
    if tree is None:
        return None
    text = ast.unparse(ast.fix_missing_locations(tree))
    origins: dict[int, int] = {}
    pairs = zip(walk_in_order(ast.parse(text)), walk_in_order(tree), strict=True)
    for written, meant in pairs:
        origins.setdefault(written.lineno, meant.lineno)
    return text, origins


def walk_in_order(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The statements and expressions of a tree, in the order of the text; constants and joined strings are passed over,
    which another parse may divide otherwise."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, (ast.stmt, ast.expr)):
            yield child
        if not isinstance(child, ast.JoinedStr):
            yield from walk_in_order(child)
