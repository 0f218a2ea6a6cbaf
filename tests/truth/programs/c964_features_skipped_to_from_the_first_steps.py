"""A decoder is given features of the first time steps: the encoder's of this step while there are such, or always by an option,
else those of the last one that had any. At the first step of every batch they are new, or the option decides: had they not been in
the first batch, there would be none. Where only the option decides, they may be those of an older batch."""

import torch
from torch import nn

torch.manual_seed(0)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x):
        skip = torch.tanh(self.one(x))
        return self.two(skip), skip


class Trainer:
    def __init__(self, params):
        self.params = params
        self.encoder, self.decoder = Encoder(), nn.Linear(8, 4)
        self.optimizer = torch.optim.SGD([*self.encoder.parameters(), *self.decoder.parameters()], lr=0.1)

    def train(self, loader):
        params = self.params
        for seen in loader:
            self.optimizer.zero_grad()
            loss = 0
            for t in range(1, seen.shape[1]):
                features = self.encoder(seen[:, t - 1])
                if t < params["n_past"] or params["last_frame_skip"]:
                    features, skip = features
                else:
                    features = features[0]
                made = self.decoder(torch.cat([features, skip], 1))
                loss += ((made - seen[:, t]) ** 2).mean()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()


class Keeper(Trainer):
    """The features of the first batch are used again, since no later batch has some of its own."""

    def train(self, loader):
        for number, seen in enumerate(loader):
            self.encoder.zero_grad()
            loss = 0
            for t in range(1, seen.shape[1]):
                if t < self.params["n_past"] - number:
                    _, skip = self.encoder(seen[:, t - 1])
                made = self.decoder(torch.cat([seen[:, t], skip], 1))
                loss += ((made - seen[:, t]) ** 2).mean()
            loss.backward(retain_graph=True)


Trainer({"n_past": 2, "last_frame_skip": False}).train(torch.rand(3, 2, 5, 4))
Keeper({"n_past": 2}).train(torch.rand(3, 2, 5, 4))
