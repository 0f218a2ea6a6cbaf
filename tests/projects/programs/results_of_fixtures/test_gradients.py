import pytest
import torch
from torch import nn


@pytest.fixture
def net():
    return nn.Sequential(nn.Linear(3, 3), nn.Tanh())


@pytest.fixture(scope="module")
def shared():
    return (torch.ones(3, requires_grad=True) * 2).exp()


def test_gradients_of_a_shared_graph(shared):
    shared.sum().backward(retain_graph=True)


def test_other_gradients_of_a_shared_graph(shared):
    shared.prod().backward()


class TestGradients:
    @pytest.fixture()
    def data(self):
        return torch.rand(2, 3)

    @pytest.fixture
    def features(self, net, data):
        return net(data).exp()

    def test_gradients_of_data(self, data):
        data.requires_grad = True
        data.exp().sum().backward(retain_graph=True)  # expect: RTG201
        assert data.grad is not None

    def test_gradients_of_features(self, features, net):
        features.sum().backward(retain_graph=True)  # expect: RTG201
        assert net[0].weight.grad is not None

    def test_gradients_of_features_twice(self, features):
        features.sum().backward(retain_graph=True)
        features.mean().backward()
