"""What a register can hold. Floor 2. Values are frozen; whatever can change lives in the heap, behind a `Ref`."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from typing import TypeAlias

from retain_lint.ir.model import Argument, Call, Function
from retain_lint.torch_api.names import canonical

#: a structural name of an unknown value: equal keys are the same value
Key: TypeAlias = "tuple[object, ...]"
Address: TypeAlias = int
FrameId: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Origin:
    """An argument in which a True is written, of a call in a file. `optional`: the parameter is false without it."""

    call: Call
    argument: Argument
    module: str
    optional: bool | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """A Python constant (also None and Ellipsis). `origin`: where a flag was written; `owner`: the enumeration that it is the value
    of a member of; constants are alike without them. `sample`: the list of whose items a loop has followed so many; there may be
    more, and the number stands for any greater one."""

    value: Hashable
    origin: Origin | None = field(default=None, compare=False, repr=False)
    sample: Address | None = None
    owner: Address | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Index:
    """The running index of a loop too long to unroll: `value` in this iteration, which has that `position` among those
    that are followed. All but the first stand for many others too, the second at least for those of its parity. `last`: the
    index in the loop's last iteration, if that is known. `turn`: of a counter, the loop and its iteration that last added."""

    value: int
    loop: int
    position: int
    stride: int = 1
    last: int | None = None
    turn: tuple[int, int] | None = None

    def move(self, offset: int) -> Index:
        """The index with a number added."""
        return replace(self, value=self.value + offset, last=None if self.last is None else self.last + offset)

    def decides(self, op: str, divisor: int) -> bool:
        """Is `self op divisor` (a remainder or a quotient) the same in every iteration that this one stands for?"""
        return self.position == 0 or (self.position == 1 and op == "%" and divisor == 2)


@dataclass(frozen=True, slots=True)
class Tuple:
    """A tuple, or any other immutable sequence of known length."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Ref:
    """An object of the heap."""

    address: Address


@dataclass(frozen=True, slots=True)
class Symbol:
    """A value that is not known, but is the same wherever its key is. `plain`: known to carry no autograd history
    (what loaders and data libraries yield)."""

    key: Key
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Linear:
    """An unknown integer plus a constant, so that `i < n - 1` can be decided against the loop's own length."""

    key: Key
    offset: int


@dataclass(frozen=True, slots=True)
class FunctionValue:
    """A def or lambda of the project, closed over its defining frame; `defaults` match the parameters. `wrapper` is the
    decorator that says how it is bound, `mode` the gradient mode that it runs in; a call of a `manager` makes a Manager; a
    `cached` one gives back the very same result for the same arguments; `setter` is what runs where the property is set."""

    function: Function
    module: str
    frame: FrameId | None
    defaults: tuple[Value | None, ...]
    owner: Address | None = None
    wrapper: str = ""
    mode: Context | None = None
    manager: bool = False
    cached: bool = False
    setter: FunctionValue | None = None


@dataclass(frozen=True, slots=True)
class BoundMethod:
    """A function of the project bound to its first argument."""

    receiver: Value
    function: Value


@dataclass(frozen=True, slots=True)
class Method:
    """A method by name, of an object whose class is not the project's (list, tensor, optimiser, unknown)."""

    receiver: Value
    name: str


@dataclass(frozen=True, slots=True)
class External:
    """A name of another package or of builtins, by its qualified name such as `torch.nn.Linear`: the canonical one of all
    under which it is offered, see `external`. `path`: as the program spells it, where that is another."""

    name: str
    path: str = field(default="", compare=False, repr=False)

    def member(self, name: str) -> External:
        """What the package or class has under that name."""
        return external(f"{self.path or self.name}.{name}")


@dataclass(frozen=True, slots=True)
class Namespace:
    """A module of the project, by the path of its file."""

    path: str


@dataclass(frozen=True, slots=True)
class Partial:
    """functools.partial; `mode` is the gradient mode that the function is called in."""

    function: Value
    arguments: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]
    mode: Context | None = None

    @property
    def parts(self) -> tuple[Value, ...]:
        """The function, and what is bound to it."""
        return (self.function, *self.arguments, *(value for _, value in self.keywords))


@dataclass(frozen=True, slots=True)
class Manager:
    """The call of a contextlib.contextmanager's function: the function runs when a `with` enters it."""

    function: FunctionValue
    arguments: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class Super:
    """super() inside a method of `owner`."""

    owner: Address
    receiver: Value


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice object."""

    lower: Value
    upper: Value
    step: Value


@dataclass(frozen=True, slots=True)
class Lazy:
    """An iterator over sources not yet run through: enumerate, zip, range, reversed, items, values, keys."""

    kind: str
    sources: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """A context manager or decorator that sets the gradient mode: True, False, or None when the flag is unknown."""

    enabled: bool | None


Value: TypeAlias = (
    Known
    | Index
    | Tuple
    | Ref
    | Symbol
    | Linear
    | FunctionValue
    | BoundMethod
    | Method
    | External
    | Namespace
    | Partial
    | Manager
    | Super
    | Slice
    | Lazy
    | Context
)

NONE = Known(None)


@cache
def external(path: str) -> External:
    """What the program names by a dotted path."""
    name = path if path.startswith("builtins.") else canonical(path)
    return External(name, "" if name == path else path)


def key_of(value: Value) -> Key:
    """The structural key of a value: equal keys mean equal values, within one state."""
    if isinstance(value, Symbol):
        return value.key
    if isinstance(value, Known):
        return ("known", type(value.value).__name__, value.value)
    return ("value", value)


def name_of(value: Value) -> Key:
    """The structural key of an unknown value, whatever is added to it."""
    return value.key if isinstance(value, Linear) else key_of(value)


@cache
def field_names(kind: type[object]) -> tuple[str, ...] | None:
    """The fields of a dataclass by which it is compared; None for other types."""
    return tuple(f.name for f in fields(kind) if f.compare) if is_dataclass(kind) else None
