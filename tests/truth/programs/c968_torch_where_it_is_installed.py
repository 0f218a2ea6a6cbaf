"""Tests that are skipped where torch is not installed get it by a call of pytest's."""

import pytest

torch = pytest.importorskip("torch")
nn = pytest.importorskip("torch.nn")


def test_gradients_arrive():
    net = nn.Linear(4, 4)
    hidden = torch.randn(2, 4, requires_grad=True)
    net(hidden).tanh().sum().backward(retain_graph=True)  # expect: RTG201
    assert hidden.grad is not None


def test_gradients_arrive_twice():
    hidden = torch.randn(2, 4, requires_grad=True)
    loss = hidden.tanh().sum()
    loss.backward(retain_graph=True)
    loss.backward()


test_gradients_arrive()
test_gradients_arrive_twice()
