"""The instruction set: what a Python module means, in registers (`%N` is a temporary) and structured control flow. Floor 1."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from retain_lint.ir.parameters import Parameter as Parameter
from retain_lint.source import Span

Register: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Instruction:
    """Anything a block may hold. `span` is the expression or statement that it comes from."""

    span: Span


@dataclass(frozen=True, slots=True)
class Const(Instruction):
    """target = a literal; `...` is the constant None with `ellipsis` set."""

    target: Register
    value: int | float | complex | str | bytes | bool | None
    ellipsis: bool = False


@dataclass(frozen=True, slots=True)
class Copy(Instruction):
    """target = source: the same object under another name. `said`: what an annotation says of it, by the uses that show the same."""

    target: Register
    source: Register
    said: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class LoadGlobal(Instruction):
    """target = a module-level name, else a builtin. `origins`: what it is an alias of by the text (`name = m.f`), or LIBRARY."""

    target: Register
    name: str
    origins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoreGlobal(Instruction):
    """The module-level name = source (inside a function, after `global name`)."""

    name: str
    source: Register


@dataclass(frozen=True, slots=True)
class LoadFree(Instruction):
    """target = a register of the closest enclosing function frame that has it."""

    target: Register
    name: str


@dataclass(frozen=True, slots=True)
class StoreFree(Instruction):
    """A register of an enclosing function frame = source (after `nonlocal name`)."""

    name: str
    source: Register


@dataclass(frozen=True, slots=True)
class Delete(Instruction):
    """`del name`, for a register of this frame."""

    name: Register


@dataclass(frozen=True, slots=True)
class GetAttr(Instruction):
    """target = object.name"""

    target: Register
    object: Register
    name: str


@dataclass(frozen=True, slots=True)
class SetAttr(Instruction):
    """object.name = source; `source` None deletes the attribute."""

    object: Register
    name: str
    source: Register | None


@dataclass(frozen=True, slots=True)
class GetItem(Instruction):
    """target = object[index]"""

    target: Register
    object: Register
    index: Register


@dataclass(frozen=True, slots=True)
class SetItem(Instruction):
    """object[index] = source; `source` None deletes the item. Dict displays and comprehensions use it too."""

    object: Register
    index: Register
    source: Register | None


@dataclass(frozen=True, slots=True)
class Append(Instruction):
    """Adds one element to the list, set or generator that a comprehension builds."""

    object: Register
    source: Register


@dataclass(frozen=True, slots=True)
class Unpack(Instruction):
    """targets = source, element by element; `star` is the index of the starred target."""

    targets: tuple[Register, ...]
    source: Register
    star: int | None = None


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a display. `starred` splices an iterable (or, with no key in a dict, a mapping)."""

    value: Register
    key: Register | None = None
    starred: bool = False


@dataclass(frozen=True, slots=True)
class Build(Instruction):
    """target = a new container; "slice" has (lower, upper, step), "string" (an f-string) has formats as keys."""

    target: Register
    kind: Literal["tuple", "list", "set", "dict", "generator", "slice", "string"]
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Unary(Instruction):
    """target = op operand; op is one of `not`, `-`, `+`, `~`."""

    target: Register
    op: str
    operand: Register


@dataclass(frozen=True, slots=True)
class Binary(Instruction):
    """target = left op right; op is a Python operator such as `+` or `@`. `spans`: the operands' own, if any."""

    target: Register
    op: str
    left: Register
    right: Register
    in_place: bool = False
    spans: tuple[Span | None, Span | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Compare(Instruction):
    """target = left op right; op is a comparison, `in`, `not in`, `is` or `is not`. Chains are lowered to And's."""

    target: Register
    op: str
    left: Register
    right: Register


@dataclass(frozen=True, slots=True)
class Opaque(Instruction):
    """target = a value that the instruction set does not describe (some match patterns, type statements)."""

    target: Register
    operands: tuple[Register, ...] = ()


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call. `stars` is 1 for *args, 2 for **kwargs; `span` covers `keyword=value`."""

    value: Register
    span: Span
    keyword: str | None = None
    stars: int = 0


@dataclass(frozen=True, slots=True)
class Call(Instruction):
    """target = function(arguments)."""

    target: Register
    function: Register
    arguments: tuple[Argument, ...]
    used: bool = True
    receiver: Span | None = None


@dataclass(frozen=True, slots=True)
class Await(Instruction):
    """target = await value"""

    target: Register
    value: Register


@dataclass(frozen=True, slots=True)
class Yield(Instruction):
    """target = yield value; `delegate` is `yield from`."""

    target: Register
    value: Register | None
    delegate: bool = False


@dataclass(frozen=True, slots=True)
class MakeFunction(Instruction):
    """target = the function object (a def or a lambda); decorators are applied by Calls that follow."""

    target: Register
    function: Function


@dataclass(frozen=True, slots=True)
class MakeClass(Instruction):
    """target = the class; the body runs as a function of its own, its locals become the class's attributes; `fields` are annotated."""

    target: Register
    name: str
    bases: tuple[Register, ...]
    body: Function
    base_texts: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()

    @property
    def base_names(self) -> frozenset[str]:
        """The last names of its bases, as they are written, without their parameters (`Trainer[Config]`)."""
        return frozenset(text.partition("[")[0].rpartition(".")[2] for text in self.base_texts)


@dataclass(frozen=True, slots=True)
class Import(Instruction):
    """`import module` binds target to the top package, `import module as target` (whole=True) to the module itself."""

    target: Register
    module: str
    whole: bool


@dataclass(frozen=True, slots=True)
class ImportFrom(Instruction):
    """`from <level dots>module import name as target`; name `*` binds every public name (target is then empty)."""

    target: Register
    module: str
    name: str
    level: int


@dataclass(frozen=True, slots=True)
class Block:
    """Instructions in order. `memo`: what they show by themselves, worked out once for all analyses that run them."""

    instructions: tuple[Instruction, ...] = ()
    memo: dict[str, object] = field(default_factory=dict, init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Return(Instruction):
    """return value (None: returns None)"""

    value: Register | None


@dataclass(frozen=True, slots=True)
class Raise(Instruction):
    """raise value (None: re-raise)"""

    value: Register | None


@dataclass(frozen=True, slots=True)
class Break(Instruction):
    """Leaves the closest loop, skipping its else."""


@dataclass(frozen=True, slots=True)
class Continue(Instruction):
    """Goes to the next iteration of the closest loop."""


@dataclass(frozen=True, slots=True)
class Structured(Instruction):
    """An instruction with blocks inside."""

    live: frozenset[Register]


@dataclass(frozen=True, slots=True)
class If(Structured):
    """Also conditional expressions, and/or, assert, match, comprehension filters."""

    condition: Register
    then: Block
    orelse: Block


@dataclass(frozen=True, slots=True)
class For(Structured):
    """`item` receives each element of `iterable`, the body starts by storing it into the loop's targets."""

    item: Register
    iterable: Register
    body: Block
    orelse: Block = field(default_factory=Block)
    comprehension: bool = False


@dataclass(frozen=True, slots=True)
class While(Structured):
    """`test` computes `condition` before each iteration."""

    test: Block
    condition: Register
    body: Block
    orelse: Block


@dataclass(frozen=True, slots=True)
class Handler:
    """except types as name: `types` is the register that `setup` computes, None for a bare except."""

    setup: Block
    types: Register | None
    name: Register | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Try(Structured):
    """try / except / else / finally"""

    body: Block
    handlers: tuple[Handler, ...]
    orelse: Block
    final: Block


@dataclass(frozen=True, slots=True)
class With(Structured):
    """One `with` item: `context` is the manager, `target` receives what it yields (stored on by the body)."""

    context: Register
    target: Register
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A def, a lambda, a class body or the module itself."""

    name: str
    qualname: str
    span: Span
    parameters: tuple[Parameter, ...]
    body: Block
    locals: frozenset[Register]
    captured: frozenset[Register] = frozenset()
    mentions: frozenset[str] = frozenset()
    kind: Literal["function", "lambda", "class", "module"] = "function"
    is_generator: bool = False
    is_async: bool = False
    class_name: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Module:
    """One file."""

    path: str
    name: str
    body: Function
    functions: tuple[Function, ...]
    uses: dict[str, frozenset[str]]
    has_main_guard: bool = False
