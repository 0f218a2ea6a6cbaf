"""Options are read through a class that looks for each in what was loaded, then among its defaults."""

import json

import torch
from torch import nn

DEFAULTS = {
    "rate": 0.1,
    "width": 4,
    "slope": 0.2,
    "norm": False,
    "depth": 2,
    "noise": 1.0,
    "factor": 1.0,
    "penalty": 0.1,
    "momentum": 0.0,
    "decay": 0.0,
}


class Config(dict):
    def __init__(self, text):
        super().__init__()
        self._loaded = json.loads(text)

    def __getattr__(self, name):
        if self._loaded.get(name) is not None:
            return self._loaded[name]
        if DEFAULTS.get(name) is not None:
            return DEFAULTS[name]
        return None


class Game(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        generator = nn.Sequential(nn.Linear(3, config.width), nn.LeakyReLU(config.slope), nn.Linear(config.width, 3))
        judge = [nn.Linear(3, config.width)]
        if config.norm:
            judge.append(nn.LayerNorm(config.width))
        judge += [nn.LeakyReLU(config.slope), nn.Linear(config.width, 1)]
        judge = nn.Sequential(*judge)
        if len(config.devices or ()) > 1:
            generator = nn.DataParallel(generator, config.devices)
            judge = nn.DataParallel(judge, config.devices)
        self.add_module("generator", generator)
        self.add_module("judge", judge)
        options = {"lr": config.rate, "momentum": config.momentum, "weight_decay": config.decay}
        self.of_generator = torch.optim.SGD(generator.parameters(), **options)
        self.of_judge = torch.optim.SGD(self.judge.parameters(), **options)

    def process(self, real):
        fake = self.generator(torch.randn(5, 3) * self.config.noise)
        judge_loss = self.judge(fake.detach()).mean() - self.judge(real).mean()
        generator_loss = -self.judge(fake).mean() * self.config.factor + self.config.penalty * fake.square().mean()
        return generator_loss, judge_loss

    def update(self, generator_loss, judge_loss):
        self.of_generator.zero_grad()
        self.of_judge.zero_grad()
        judge_loss.backward()
        self.of_judge.step()
        if self.config.clip:
            nn.utils.clip_grad_norm_(self.generator.parameters(), self.config.clip)
        generator_loss.backward()  # expect: RTG103
        self.of_generator.step()


config = Config('{"rate": 0.01}')
game = Game(config)
for _ in range(config.depth):
    game.update(*game.process(torch.randn(5, 3)))
