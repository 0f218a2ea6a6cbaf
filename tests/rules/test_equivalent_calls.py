"""Calls that a machine without accelerators cannot run: they are reported as what PyTorch's documentation says they equal."""

from __future__ import annotations

import pytest

from tests.rules.analysis import check_programs

GAN = """
import torch
from torch import nn

G = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
D = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
g_optimizer = torch.optim.SGD(G.parameters(), lr=0.1)
d_optimizer = torch.optim.SGD(D.parameters(), lr=0.1)
for _ in range(3):
    fake = G(torch.rand(4, 2))
    d_loss = {call}.square().mean()
    d_optimizer.zero_grad()
    d_loss.backward(retain_graph=True)
    d_optimizer.step()
    g_optimizer.zero_grad()
    D(G(torch.rand(4, 2))).mean().backward()
    g_optimizer.step()
"""

CALLS = {
    "D(fake)": [
        "nn.parallel.data_parallel(D, fake, [0, 1])",
        "nn.parallel.data_parallel(D, fake, device_ids=[0])",
        "torch.nn.parallel.data_parallel(D, fake)",
    ],
}


@pytest.mark.parametrize("plain", CALLS)
def test_reported_alike(plain: str) -> None:
    texts = {f"program_{number}": GAN.format(call=call) for number, call in enumerate((plain, *CALLS[plain]))}
    reports = check_programs(texts)
    found = [{(report.line, report.code) for report in reports[name]} for name in texts]
    assert {code for _, code in found[0]} == {"RTG201", "RTG301"}
    assert all(one == found[0] for one in found)
