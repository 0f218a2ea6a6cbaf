"""Every kind of syntax that Python has, in a file with engine calls, at the top and inside functions and loops."""

from __future__ import annotations

import ast
import sys
import textwrap

import pytest

from tests.robustness.checking import ENDING, PRELUDE, check_text

#: one piece of syntax each; `!` begins those newer than the oldest supported Python
PIECES = (
    """
match x:
    case [a, *rest] if a: loss.backward()
    case {"k": v, **others}: loss = v
    case torch.Tensor(shape=s) | (1 | None): pass
    case (str() as name, -1, 1 + 2j, "a" "b"): pass
    case _: loss.backward()
---
async def fetch(q):
    async for item in q:
        await item
        yield item
    async with q as (a, b), open("f"):
        return
    values = [i async for i in q if await i]
---
@torch.no_grad()
@(lambda f: f)
@staticmethod
def decorated(a, /, b=loss, *c, d: int = 1, **e) -> "x": return a, *c
---
while (chunk := x[0:1, ..., ::2]) is not None and (n := 10) > 3:
    loss = chunk * n
    if n: break
else:
    pass
---
first, *middle, last = [*x, *x]
(a, [b, *c]), d.e, f[0:1] = 1, 2, 3
for *head, tail in [(1, 2)]: print(*head, sep="")
{**{}, "a": 1, **{"b": 2}}
{*x, 1}
---
global_counter: int = 0
undefined: "torch.Tensor"
def count():
    global global_counter
    global_counter += 1
    def inner():
        nonlocal_free = 1
        def deepest():
            nonlocal nonlocal_free
            nonlocal_free = loss
            del nonlocal_free
        deepest()
    inner()
count()
---
del x, (loss, [opt])
---
def generator():
    sent = yield
    got = yield from generator()
    return (yield sent, got)
next(generator())
---
class Meta(type):
    def __call__(cls, *a): return super().__call__(*a)
class Body(nn.Module, metaclass=Meta, flag=True):
    for i in range(3):
        locals()[f"m{i}"] = i
    __slots__ = ("a",)
    value = (lambda self, n=i: n)
    if loss: other = 1
    class Inner(Body if False else object): pass
    @property
    def loss(self): return self.net(x).sum()
    @loss.setter
    def loss(self, v): del self.a
    def __getattr__(self, name): return getattr(self, name)
Body().loss.backward()
---
handler = lambda *a, k=(yield_ := 1), **kw: (a, k, kw) if a else not k
[lambda: i for i in range(3)][0]()
---
try:
    raise ValueError from None
except (ValueError, TypeError) as error:
    loss.backward()
except:
    raise
else:
    assert loss, "message"
finally:
    loss.backward()
---
!try:
    loss.backward()
except* ValueError as group:
    raise ExceptionGroup("g", [group])
except* (TypeError, OSError):
    pass
---
!type Pair[T: int, *Ts, **P] = tuple[T, *Ts]
def generic[T: (int, str)](a: T) -> T: return a
class Box[T]:
    def get(self) -> T: return self.item
---
!text = f"{f"{loss!r:>{10}}"} {x=} {'nested' + f'{1:{"0"}>3}'}"
---
text = f"{loss!r:>{10}} {x=} {{}}" rf"\\d{1}" "" if False else b"\\x00" b""
---
with (open("a") as a, open("b") as (b, c)): pass
with torch.no_grad(), torch.enable_grad() as d.e: loss = net(x)
---
!def star(*args: *tuple[int, ...]): return x[*args, 1]
---
x[0], x.attr, x[...][1:2] = loss, loss, loss
x @= x; x //= 2; x **= x; x >>= 1; x <<= 1; x |= 1; x &= 1; x ^= 1; x %= 3
y = ~x ** -2 // 3 @ x if x < 1 <= 2 != 3 is not None not in [1] else -x and not x or +x
---
0xFF + 0b1 + 0o7 + 1_000 + 1e400 - 1e-400 + 1j * .5 + 1.
~1.5
~"text"
-"text"
-None
[] * 3; "ab" * 1000000000; [0] * 1000000000; 1 << 10 ** 9; 2 ** 10 ** 9; "%1000000000d" % 1; 1 / 0; 1 % 0; "a" % ()
---
big = 3
"""
    + "big *= big\n" * 60
    + """big = big + 1
for _ in range(5):
    for _ in range(5):
        for _ in range(5):
            big *= big
---
cycle = []
cycle.append(cycle); cycle += cycle; cycle[0] = cycle; cycle = [cycle, *cycle]
table = {}; table[0] = table; table[table] = table; table.update(table)
class Self: pass
me = Self(); me.me = me; me.me.me.loss = loss; sum([me.me.loss, cycle]); torch.stack(cycle)
for cycle in cycle: cycle = [cycle]
---
def recurse(n, loss=loss):
    loss.backward()
    return recurse(n - 1) if n else recurse(recurse(n))
recurse(5)
y = (lambda f: f(f))(lambda f: f(f))
---
net.weight.data[0].grad.zero_().backward(backward=backward)
loss.backward(*x, **x); loss.backward(retain_graph=loss.backward()); torch.autograd.backward(); torch.autograd.grad()
torch.autograd.grad(*[loss], inputs=[*x], **{"retain_graph": True}); opt.step(opt.step); opt.zero_grad(*x)
torch.optim.Adam(); torch.optim.Adam(*x, **x); torch.optim.Adam([{"params": [*x]}, {}, 3]); opt.add_param_group()
nn.Sequential(*net, **x)(loss); nn.ModuleList(3)[loss](x); nn.Linear()(x)(x).backward; torch.tensor(torch)
torch.stack(); torch.cat(1, 2, 3); torch.where(); x.view(); x.chunk("a"); x.split(-1); x.unbind(None); x[None:None:None]
x.expand(); x.add_(); x.mul_(1, 2, 3); x.requires_grad_(x); x.detach_(1); x.data = x.data.data; x.grad = x.grad.grad
range(); range(1, 2, 0); enumerate(); zip(); len(); sum(); map(); filter(None, x); isinstance(); getattr(x); super()
sorted(x, key=lambda: 1); min(); max(*x); list(1); dict(1); tuple(loss, loss); print(print); type(); iter(); next()
range(10 ** 100); range(-1, -10 ** 50, -1); [0][10 ** 100]; x[10 ** 100]; (1, 2)[-3]; {}[[]]; "text"[loss]
---
from . import sibling
from .sibling import *
from ..above import name as other
import os.path as path, sys as torch
from torch import nn as torch, optim as nn
import torch.nn.functional
---
if True: loss.backward();
---
class Odd(net, x):
    def __init__(self): super().__init__()
    def forward(self, x): return super().forward(x)
Odd()(x)
---
pass; ...; None; "docstring"
return_value = (yield_value) = [*()] = {}
"""
    + "if x: loss = loss + 1\n" * 30
)
#: loops in loops, which use up all that an analysis may do
DEEP = "for i in x:\n" + "".join("    " * depth + f"for i{depth} in range(9):\n" for depth in range(1, 15))
DEEP += "    " * 15 + "loss.backward()\n"

CASES = [piece.strip("\n") for piece in PIECES.split("\n---\n")]


def indent_into(header: str, piece: str) -> str:
    return header + textwrap.indent(piece, "    ")


def wrap(piece: str) -> list[str]:
    """The piece at the top of a file, in a function that is called, in a loop, in a method, under a branch."""
    return [
        PRELUDE + piece + ENDING,
        PRELUDE + indent_into("def run(x, loss, net=net):\n", piece) + "\nrun(x, loss)" + ENDING,
        PRELUDE + indent_into("for x in x:\n    loss = net(x).sum()\n", piece + ENDING),
        PRELUDE
        + indent_into("class Trainer:\n  def train(self, x, loss, opt):\n    self.loss = loss\n", piece + ENDING),
        PRELUDE + indent_into("while x:\n  with torch.no_grad():\n   try:\n", piece) + "\n   except E: pass" + ENDING,
    ]


@pytest.mark.parametrize("piece", CASES, ids=lambda piece: piece.splitlines()[0][:30])
@pytest.mark.parametrize("place", range(5))
def test_any_syntax_is_analysed(piece: str, place: int) -> None:
    text = wrap(piece.removeprefix("!"))[place]
    result = check_text(text)
    if is_python(text):
        assert result.errors == ()


def test_deep_loops_end() -> None:
    assert check_text(wrap(DEEP)[2]).errors == ()


def is_python(text: str) -> bool:
    """Does the running Python take it? (Some pieces are wrong in some places, such as a yield outside a function.)"""
    try:
        compile(text, "program.py", "exec")
    except SyntaxError:
        return False
    return True


def test_pieces_are_python() -> None:
    for piece in CASES:
        if not piece.startswith("!") or sys.version_info >= (3, 12):
            ast.parse(piece.removeprefix("!"))


def test_tabs_among_spaces_nest_as_in_python() -> None:
    text = PRELUDE + "class A:\n    def f(self):\n\t    loss.backward()\n\t    loss.backward()\n    g = 1\nA().f()\n"
    assert is_python(text)
    (found,) = (reported.diagnostic for reported in check_text(text).reported)
    assert (found.location.span.start_line, found.location.span.start_column) == (10, 5)


@pytest.mark.parametrize(
    "text", ["x = = 1", "def f(:", "f'{", "print 1", "match x:\n  case", "class", "\tif x:\n  y", "a b", "(((", "'''"]
)
def test_wrong_syntax_is_one_clear_line(text: str) -> None:
    result = check_text(PRELUDE + text + ENDING)
    assert result.errors and str(result.errors[0]).startswith("program.py:")
