"""A character model trained on one long text, chunk by chunk."""

import torch
from torch import nn

CHARACTERS, HIDDEN, CHUNK, STEPS = 12, 24, 10, 20


class CharacterModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(CHARACTERS, HIDDEN)
        self.rnn = nn.GRU(HIDDEN, HIDDEN, batch_first=True)
        self.head = nn.Linear(HIDDEN, CHARACTERS)

    def forward(self, characters, hidden):
        output, hidden = self.rnn(self.embedding(characters), hidden)
        return self.head(output), hidden


def train(model, text):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    hidden = torch.zeros(1, 1, HIDDEN)
    for step in range(STEPS):
        chunk = text[step * CHUNK : (step + 1) * CHUNK + 1]
        logits, hidden = model(chunk[None, :-1], hidden)
        loss = nn.functional.cross_entropy(logits[0], chunk[1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{step}: {loss.item():.3f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    train(CharacterModel(), torch.randint(0, CHARACTERS, (CHUNK * STEPS + 1,)))
