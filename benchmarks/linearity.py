"""How the cost of an analysis grows with the code.

    python benchmarks/linearity.py [rounds]

Programs of growing size, in two shapes: a training loop whose body calls a helper at n call sites, and a file of n training
functions. For each size: the executed instructions, the least time in ms over several rounds, and both divided by those of the
smallest size and by the growth in size: 1.0 is linear. All rounds of all sizes are taken in turn, in one process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from retain_lint.frontend.text import read_source
from retain_lint.runner import Runner

SIZES = (4, 8, 16, 32)
HEAD = """
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def loss_of(x, weight):
    out = net(x)
    return weight * (out - 1).pow(2).mean()

"""
FUNCTION = """
def train_{n}(loader):
    for x in loader:
        optimizer.zero_grad()
        loss = loss_of(x, {n})
        loss.backward(retain_graph=True)
        optimizer.step()

"""


def many_sites(size: int) -> str:
    """One loop that calls the helper so many times."""
    calls = "".join(f"    loss_of(x, {n}).backward()\n" for n in range(size))
    return f"{HEAD}for x in torch.randn(3, 2, 4):\n    optimizer.zero_grad()\n{calls}    optimizer.step()\n"


def many_functions(size: int) -> str:
    """So many functions that each call the helper."""
    return HEAD + "".join(FUNCTION.format(n=n) for n in range(size))


def measure(text: str) -> tuple[float, int]:
    """Milliseconds and executed instructions of one analysis."""
    source = read_source(Path("/nowhere/program.py"), text.encode())
    start = perf_counter()
    report = Runner().check_source(source, noqa=False)
    return 1000 * (perf_counter() - start), report.statistics.get("instructions", 0)


def show(name: str, write: Callable[[int], str], rounds: int) -> None:
    """Prints a table for one shape."""
    best = {size: (float("inf"), 0) for size in SIZES}
    for _ in range(rounds):
        for size in SIZES:
            best[size] = min(best[size], measure(write(size)))
    print(f"{name}\n{'size':>6} {'instructions':>13} {'ms':>8} {'instructions/size':>18} {'ms/size':>8}")
    (first_ms, first_count), base = best[SIZES[0]], SIZES[0]
    for size, (ms, count) in best.items():
        growth = size / base
        print(f"{size:6} {count:13} {ms:8.1f} {count / first_count / growth:18.2f} {ms / first_ms / growth:8.2f}")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    measure(many_sites(2))  # imports
    show("call sites in a loop", many_sites, rounds)
    show("functions in a file", many_functions, rounds)


if __name__ == "__main__":
    main()
