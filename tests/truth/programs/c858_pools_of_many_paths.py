"""Options double the paths: of a pool that each of them makes the joined path keeps what it does, and knows that it hands on no graph."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
for name in ("data", "log", "save", "resume", "other"):
    parser.add_argument(f"--{name}")
parser.add_argument("--size", type=int, default=0)
options = parser.parse_args([])


class Pool:
    def __init__(self, size: int) -> None:
        self.size = size
        if size > 0:
            self.images: list[torch.Tensor] = []

    def query(self, image: torch.Tensor) -> torch.Tensor:
        if self.size == 0:
            return image
        self.images.append(image.detach())
        return self.images[0]


data = open(options.data) if options.data else None
log = print if options.log else None
folder = f"runs/{options.save}" if options.save else None
start = "start" if options.resume else None
pool = Pool(options.size)
generator, critic = nn.Linear(3, 3), nn.Linear(3, 1)
for _ in range(2):
    fake = generator(torch.rand(2, 3)).tanh()
    (-critic(fake)).mean().backward(retain_graph=True)  # expect: RTG201
    critic(pool.query(fake).detach()).mean().backward()
    if log is not None:
        log(data, folder, start)
