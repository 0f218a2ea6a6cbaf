"""Library code: what is taken out of a mapping that a client gives is its own, and no graph that a method of it has built."""

import torch


def from_array(*args, **kwargs):
    return torch.from_numpy(*args, **kwargs).float()


def to_tensor(given):
    if isinstance(given, tuple):
        return tuple(to_tensor(part) for part in given)
    return from_array(given).float()


def choose(arrays):
    for name, array in arrays.items():
        if array.dtype == bool:
            yield name, array.astype(int)
        else:
            yield name, array


def to_batch(arrays):
    return {name: to_tensor(array) for name, array in choose(arrays) if array.dtype != object}


class Trainer:
    def __init__(self, critic, value):
        self.critic = critic
        self.value = value
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())
        self.value_optimizer = torch.optim.Adam(self.value.parameters())

    def train(self, arrays):
        self.train_on(to_batch(arrays))

    def train_on(self, batch):
        rewards, observations = batch["rewards"], batch["observations"]
        quality = self.critic(observations)
        critic_loss = (quality - rewards).square().mean()
        value_loss = (self.value(observations) - quality.detach()).square().mean()
        self.critic_optimizer.zero_grad()
        critic_loss.backward(retain_graph=True)  # expect: RTG201
        self.critic_optimizer.step()
        self.value_optimizer.zero_grad()
        value_loss.backward(retain_graph=True)  # expect: RTG201
        self.value_optimizer.step()


def send_all(losses):
    for loss in losses.values():
        loss.backward(retain_graph=True)
