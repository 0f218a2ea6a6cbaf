"""The floors: imports go down only; files and functions stay small."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from retain_lint.domain.path_condition import PathCondition
from retain_lint.domain.state import State

PACKAGE = Path(__file__).parent.parent / "retain_lint"
FLOORS = (
    ("__init__", "diagnostic", "source"),
    ("ir", "torch_api"),
    ("domain", "frontend"),
    ("interpreter", "project"),
    ("fixes", "rules"),
    ("cache", "configuration", "execution", "fixing", "reporters", "results", "runner"),
    ("__main__", "cli", "flake8_plugin", "server"),
)
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}
#: the subpackages of the interpreter; each imports itself and those before it
ROOMS = "context heap effects autograd verdicts pictures data_model library calls paths drivers".split()
LONGEST_FILE, LONGEST_FUNCTION = 400, 60
FILES = sorted(PACKAGE.rglob("*.py"))
GENERATED = "generated"

#: what State keeps in dictionaries and sets; a ledger or a budget may have fields of the same names
STATE_FIELDS = {field.name for field in fields(State) if field.default_factory is not MISSING} | {"cured"}
CONDITION_FIELDS = {field.name for field in fields(PathCondition)}
OTHER_OWNERS = ("self", "budget", "ledger", "facts")
MUTATORS = {"clear", "pop", "popitem", "setdefault", "update"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_part(path: Path) -> str:
    """The top-level part of the package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def list_imports(tree: ast.AST) -> Iterator[str]:
    """The parts of the package that a file imports, inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "retain_lint" else [module]
        else:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            top, _, rest = name.partition(".")
            if top == "retain_lint":
                part = rest.split(".")[0]
                yield part if part in FLOOR else "__init__"


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def measure(function: Function) -> int:
    """The lines of a function, its docstring and decorators left out."""
    documented = ast.get_docstring(function, clean=False) is not None
    body = function.body[1:] if documented and len(function.body) > 1 else function.body
    assert body[-1].end_lineno is not None
    return body[-1].end_lineno - body[0].lineno + 1


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def test_every_part_has_a_floor() -> None:
    assert {name_part(path) for path in FILES} == set(FLOOR)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_imports_go_down(path: Path) -> None:
    part = name_part(path)
    above = {imported for imported in list_imports(parse(path)) if FLOOR[imported] > FLOOR[part]}
    assert above == set()


def test_every_subpackage_of_the_interpreter_is_a_room() -> None:
    found = {path.parent.name for path in PACKAGE.glob("interpreter/*/*.py")}
    assert found == set(ROOMS)


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("interpreter/*/*.py")), ids=name)
def test_imports_between_rooms_go_down(path: Path) -> None:
    prefix = "retain_lint.interpreter."
    modules = [node.module or "" for node in ast.walk(parse(path)) if isinstance(node, ast.ImportFrom)]
    rooms = {module.removeprefix(prefix).split(".")[0] for module in modules if module.startswith(prefix)}
    assert {room for room in rooms if ROOMS.index(room) > ROOMS.index(path.parent.name)} == set()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_torch_is_never_imported(path: Path) -> None:
    for node in ast.walk(parse(path)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        module = node.module if isinstance(node, ast.ImportFrom) and node.module else ""
        assert not any(imported.split(".")[0] == "torch" for imported in (*names, module))


def test_rules_never_see_the_interpreter() -> None:
    for path in (*PACKAGE.glob("rules/*.py"), *PACKAGE.glob("fixes/*.py")):
        assert set(list_imports(parse(path))).isdisjoint({"interpreter", "project", "frontend"}), path


def test_the_torch_api_imports_nothing_else_of_ours() -> None:
    for path in PACKAGE.glob("torch_api/*.py"):
        assert set(list_imports(parse(path))) <= {"torch_api", "source"}, path


def list_stores(tree: ast.AST) -> Iterator[ast.expr]:
    """What is assigned to, deleted, or changed by a method of dictionaries."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.Delete):
            for target in node.targets:
                yield from target.elts if isinstance(target, ast.Tuple) else [target]
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            yield node.target
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            yield node.func.value


def stores_into_state(target: ast.expr) -> bool:
    """Is it a dictionary of a State (or of its path condition), or an entry of one?"""
    place = target.value if isinstance(target, ast.Subscript) else target
    if not isinstance(place, ast.Attribute) or place.attr not in STATE_FIELDS | CONDITION_FIELDS:
        return False
    owner = place.value
    return (owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")) not in OTHER_OWNERS


@pytest.mark.parametrize("path", [path for path in FILES if name_part(path) != "domain"], ids=name)
def test_states_are_changed_by_their_methods(path: Path) -> None:
    assert [ast.unparse(target) for target in list_stores(parse(path)) if stores_into_state(target)] == []


@pytest.mark.parametrize("path", [path for path in FILES if GENERATED not in path.name], ids=name)
def test_files_and_functions_are_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_FILE
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, Function))
    assert {function.name: measure(function) for function in functions if measure(function) > LONGEST_FUNCTION} == {}


@pytest.mark.parametrize("path", FILES, ids=name)
def test_modules_say_what_they_are_for(path: Path) -> None:
    docstring = ast.get_docstring(parse(path))
    assert docstring, "a module has a docstring"
    if path.name not in ("__init__.py", "__main__.py"):
        assert f"Floor {FLOOR[name_part(path)]}" in docstring
