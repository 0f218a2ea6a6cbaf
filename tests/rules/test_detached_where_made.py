"""A tensor that nothing else uses is detached where it is made, under torch: the same training, and no more memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import check_json, run_lint
from tests.differential.proofs.training import train

HEAD = """\
import torch
from torch import nn

G, D = nn.Sequential(nn.Linear(4, 64), nn.ReLU(), nn.Linear(64, 8)), nn.Linear(8, 1)
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
for step in range(3):
    opt_d.zero_grad()
"""
TAIL = """\
    opt_d.step()
    opt_g.zero_grad()
    made = G(torch.ones(2, 4))
    (-D(made)).mean().backward()
    opt_g.step()
"""
#: what trains the discriminator, and the same detached where the tensor is made
MOVED = {
    "one use": (
        "    fake = G(torch.randn(16, 4))\n    D(fake).mean().backward()\n",
        "    fake = G(torch.randn(16, 4)).detach()\n    D(fake).mean().backward()\n",
    ),
    "two uses that are both of no use": (
        "    fake = G(torch.randn(16, 4))\n    (D(fake).mean() + D(fake).square().mean()).backward()\n",
        "    fake = G(torch.randn(16, 4)).detach()\n    (D(fake).mean() + D(fake).square().mean()).backward()\n",
    ),
    "data alone besides": (
        "    fake = G(torch.randn(16, 4))\n    D(fake).mean().backward()\n    print(fake.data.sum(), fake.shape)\n",
        "    fake = G(torch.randn(16, 4)).detach()\n    D(fake).mean().backward()\n"
        "    print(fake.data.sum(), fake.shape)\n",
    ),
    "bound anew": (
        "    fake = G(torch.randn(16, 4))\n    D(fake).mean().backward()\n    fake = torch.ones(3)\n    print(fake)\n",
        "    fake = G(torch.randn(16, 4)).detach()\n    D(fake).mean().backward()\n    fake = torch.ones(3)\n    print(fake)\n",
    ),
    "what it is made of has a name": (
        "    one = G(torch.randn(16, 4)).exp()\n    fake = one.sum(1, keepdim=True) + torch.ones(16, 8)\n"
        "    D(fake).mean().backward()\n",
        "    one = G(torch.randn(16, 4)).exp().detach()\n    fake = one.sum(1, keepdim=True) + torch.ones(16, 8)\n"
        "    D(fake).mean().backward()\n",
    ),
    "a part of what a call gives": (
        "    fake = G(torch.randn(16, 4)).chunk(1)[0]\n    D(fake).mean().backward()\n",
        "    fake = G(torch.randn(16, 4)).chunk(1)[0].detach()\n    D(fake).mean().backward()\n",
    ),
    "in a branch": (
        "    fake = G(torch.randn(16, 4))\n    if step >= 0:\n        D(fake).mean().backward()\n",
        "    fake = G(torch.randn(16, 4)).detach()\n    if step >= 0:\n        D(fake).mean().backward()\n",
    ),
}
#: programs with a detach() where the tensor is used: its name may be read elsewhere, or be bound elsewhere
STAYS = {
    "read elsewhere": (
        "    fake = G(torch.randn(16, 4))\n    D(fake).mean().backward()\n    print(fake.sum().item())\n",
        "D(fake.detach())",
    ),
    "read before, in the next round": (
        "    print(fake.sum().item() if step else 0)\n    fake = G(torch.randn(16, 4))\n    D(fake).mean().backward()\n",
        "D(fake.detach())",
    ),
    "read in a function": (
        "    show = lambda: fake.sum().item()\n    fake = G(torch.randn(16, 4))\n    D(fake).mean().backward()\n"
        "    print(show())\n",
        "D(fake.detach())",
    ),
    "bound in two ways": (
        "    fake = G(torch.ones(16, 4))\n    if step:\n        fake = G(torch.randn(16, 4))\n    D(fake).mean().backward()\n",
        "D(fake.detach())",
    ),
    "changed in place": (
        "    fake = G(torch.ones(16, 4))\n    fake += 1\n    D(fake).mean().backward()\n",
        "D(fake.detach())",
    ),
    "with another one": (
        "    fake, other = G(torch.ones(16, 4)), 1\n    D(fake).mean().backward()\n",
        "D(fake.detach())",
    ),
}
#: the same with the detach(), and the name that keeps in memory what it cuts off, where the call frees it
KEPT = {
    "the name itself": (
        "    fake = G(torch.randn(16, 4))\n    D(fake).mean().backward()\n    print(fake.sum().item())\n",
        "    fake = G(torch.randn(16, 4))\n    D(fake.detach()).mean().backward()\n    print(fake.sum().item())\n",
        "fake",
    ),
    "the name of a part of it": (
        "    one = G(torch.randn(16, 4)).exp()\n    fake = one.sum(1, keepdim=True) + torch.ones(16, 8)\n"
        "    D(fake).mean().backward()\n    print(one.sum().item())\n",
        "    one = G(torch.randn(16, 4)).exp()\n    fake = (one.sum(1, keepdim=True) + torch.ones(16, 8)).detach()\n"
        "    D(fake).mean().backward()\n    print(one.sum().item())\n",
        "one",
    ),
    "no name": (
        "    D(G(torch.randn(16, 4)).exp()).mean().backward()\n",
        "    D(G(torch.randn(16, 4)).exp().detach()).mean().backward()\n",
        "",
    ),
    "the call keeps its graph": (
        "    fake = G(torch.randn(16, 4))\n    D(fake).mean().backward(retain_graph=True)\n    print(fake.sum().item())\n",
        "    fake = G(torch.randn(16, 4))\n    D(fake.detach()).mean().backward(retain_graph=True)\n"
        "    print(fake.sum().item())\n",
        "",
    ),
}


@pytest.mark.parametrize(("text", "fixed"), MOVED.values(), ids=MOVED)
def test_it_is_detached_where_it_is_made(text: str, fixed: str, tmp_path: Path) -> None:
    before = HEAD + text + TAIL
    (tmp_path / "a.py").write_text(before, encoding="utf-8")
    run_lint("check", "--fix", "--select", "RTG301", "a.py", cwd=tmp_path)
    after = (tmp_path / "a.py").read_text(encoding="utf-8")
    assert after == HEAD + fixed + TAIL
    one, other = train(before, measure=True), train(after, measure=True)
    assert not one.error and not other.error and other.peak <= one.peak
    assert [value.tolist() for value in other.parameters] == [value.tolist() for value in one.parameters]


@pytest.mark.parametrize(("text", "used"), STAYS.values(), ids=STAYS)
def test_it_is_detached_where_it_is_used(text: str, used: str, tmp_path: Path) -> None:
    (found,) = check_json("--select", "RTG301", "-", cwd=tmp_path, stdin=HEAD + text + TAIL)
    assert found["help"].startswith(f"use `{used}` on line") and found["fix"]["applicability"] == "unsafe"
    before, after = (train(HEAD + part + TAIL) for part in (text, text.replace("D(fake)", used)))
    assert [value.tolist() for value in after.parameters] == [value.tolist() for value in before.parameters]


@pytest.mark.parametrize(("text", "fixed", "keeper"), KEPT.values(), ids=KEPT)
def test_what_a_name_keeps_in_memory_is_told(text: str, fixed: str, keeper: str, tmp_path: Path) -> None:
    (found,) = check_json("--select", "RTG301", "-", cwd=tmp_path, stdin=HEAD + text + TAIL)
    assert found["fix"]["applicability"] == ("unsafe" if keeper else "safe")
    assert [f"`{keeper}`" in note for note in found["notes"]] == [True] * bool(keeper)
    before, after = train(HEAD + text + TAIL, measure=True), train(HEAD + fixed + TAIL, measure=True)
    assert [value.tolist() for value in after.parameters] == [value.tolist() for value in before.parameters]
    assert (after.peak > before.peak) == bool(keeper)
