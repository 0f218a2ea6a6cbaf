"""Calls that Python refuses: they are analysed all the same, since unfinished code has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.runner import Runner

PROGRAM = """\
import collections
import contextlib
import copy
import dataclasses
import functools
import heapq
import operator
import six
import threading
import torch
import types

w = torch.ones(2, requires_grad=True)
for part in {call}:
    (w * w).sum().backward()
"""


@pytest.mark.parametrize(
    "call",
    [
        "range()",
        "enumerate()",
        "zip()",
        "map()",
        "filter()",
        "filter(x=1)",
        "torch.optim.SGD('text', lr=1)",
        "torch.optim.SGD(['text', [w]], lr=1)",
        "torch.nn.utils.clip_grad_norm_('text')",
        "torch.optim.SGD([w], lr=1).add_param_group('text')",
        "torch.optim.SGD([w], lr=1).add_param_group()",
        "torch.optim.SGD()",
        "torch.optim.SGD(torch.nn.Linear(2, 2), lr=1)",
        "torch.optim.SGD(torch.nn.Linear(2, 2).parameters, lr=1)",
        "torch.optim.SGD([{'lr': 1}], lr=1)",
        "torch.optim.SGD(zip([w], [w]), lr=1)",
        "torch.optim.SGD([w], lr=1).step(1, 2, 3)",
        "sum()",
        "isinstance(w)",
        "type()",
        "type(1, 2, 3)",
        "type('A', (object, ), 3)",
        "type(w) < type(w)",
        "divmod(1)",
        "super()",
        "super().forward(w)",
        "next()",
        "len()",
        "iter()",
        "abs()",
        "max()",
        "getattr(w)",
        "setattr(w, 'a')",
        "hasattr(w, w)",
        "delattr(w)",
        "dict(1)",
        "dict.fromkeys()",
        "copy.copy()",
        "copy.deepcopy()",
        "functools.partial()",
        "functools.reduce(1)",
        "functools.reduce(max, [])",
        "functools.cache(3)()",
        "functools.cache.cache_clear()",
        "operator.attrgetter()",
        "operator.attrgetter(w)(w)",
        "operator.methodcaller(w)(w)",
        "operator.itemgetter(0)()",
        "types.MethodType(1)",
        "dataclasses.replace(3)",
        "dataclasses.replace(w, a=3)",
        "dataclasses.asdict(3)",
        "dataclasses.field()",
        "collections.namedtuple()",
        "collections.defaultdict(w)['a']",
        "collections.deque(3, 4)",
        "heapq.heappush()",
        "heapq.heappop([])",
        "six.iteritems()",
        "threading.Thread(target=print, args=3)",
        "threading.Thread(target=None).start()",
        "contextlib.contextmanager(3)",
        "property(3)",
        "[].pop()",
        "[1].pop(3)",
        "[].insert(0)",
        "[].remove(3)",
        "{}.popitem(1, 2)",
        "{}.get()",
        "{[]: 1}",
        "{**w}",
        "[*w]",
        "(1, 2)['a']",
        "[1, 2]['a']",
        "[1, 2][w:w:0]",
        "'{'.format()",
        "'{0}{1}'.format(1)",
        "'{!x}'.format(1)",
        "'%d %d' % 1",
        "'%' % 1",
        "'a'.join(1, 2, 3)",
        "'a'.split(3)",
        "'ab' * 'ab'",
        "1 << -1",
        "torch.no_grad()()",
        "torch.no_grad()(3)",
        "torch.set_grad_enabled()",
        "torch.nn.Linear()",
        "torch.nn.Linear(2, 2)()",
        "torch.nn.Linear(2, 2).add_module()",
        "torch.nn.Linear(2, 2).register_forward_hook()",
        "torch.nn.Linear(2, 2).register_buffer('a')",
        "torch.nn.Linear(2, 2).load_state_dict()",
        "torch.nn.Linear(2, 2).train(1, 2)",
        "torch.nn.Sequential(3)",
        "torch.nn.Sequential(3)(w)",
        "torch.nn.ModuleList(3)[w]",
        "torch.nn.ModuleList([[w], (w,), {'a': w}]).parameters()",
        "torch.nn.ModuleList([[w], (w,), {'a': w}]).requires_grad_(False)",
        "torch.nn.Tanh()(3)",
        "torch.nn.Embedding(2, 2)(None)",
        "torch.nn.init.zeros_(3)",
        "torch.detach_(3)",
        "torch.relu_([w])",
        "torch.detach(((w, w), w))",
        "torch.utils.checkpoint.detach_variable(((w,),))",
        "torch.nn.ModuleDict([1, 2])",
        "torch.nn.DataParallel()",
        "torch.nn.Parameter()",
        "torch.nn.utils.spectral_norm()",
        "torch.nn.parallel.data_parallel(w)",
        "torch.func.functional_call(None)",
        "torch.func.functional_call(w, w, w, w)",
        "torch.utils.checkpoint.checkpoint()",
        "torch.utils.checkpoint.detach_variable()",
        "torch.utils._pytree.tree_map(w)",
        "torch.stack()",
        "torch.cat(None)",
        "torch.cat([])",
        "torch.zeros(requires_grad=w)",
        "torch.multiprocessing.spawn(print, args=3)",
        "w.register_hook()",
        "w.fill_()",
        "w.size(w, w)",
        "w.grad.fill_()",
        "w.grad.zero_(1, 2)",
        "w.nothing.at.all()",
        "w(w)",
        "None()",
        "None.backward",
        "None[0]",
        "3 .a.b",
        "(lambda: 0)(1, 2)",
        "(lambda a, b: 0)()",
        "(lambda **a: a)(*w)",
        "(yield)",
    ],
)
def test_arguments_that_are_wrong_or_lacking(call: str) -> None:
    result = Runner().check_file(Path("/nowhere/program.py"), PROGRAM.replace("{call}", call).encode())
    assert result.errors == () and result.reported == ()


def test_a_list_that_lies_in_itself_is_stacked() -> None:
    program = """\
import torch

w = torch.ones(2, requires_grad=True)
parts = [w]
parts.append(parts)
torch.stack(parts).sum().backward()
torch.autograd.backward(parts)
"""
    result = Runner().check_file(Path("/nowhere/program.py"), program.encode())
    assert result.errors == () and result.reported == ()


@pytest.mark.parametrize("group", ["groups", "{'params': groups}"])
def test_an_optimiser_that_is_given_a_list_which_lies_in_itself(group: str) -> None:
    program = f"""\
import torch

w = torch.ones(2, requires_grad=True)
groups = [w]
groups.append({group})
optimizer = torch.optim.SGD(groups, lr=1)
(w * w).sum().backward()
optimizer.step()
"""
    result = Runner().check_file(Path("/nowhere/program.py"), program.encode())
    assert result.errors == () and result.reported == ()
