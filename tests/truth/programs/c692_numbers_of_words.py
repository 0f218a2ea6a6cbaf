"""What a dictionary of numbers has under a key that is not known is a number; texts that opaque code reads are data."""

import torch
from torch import nn

exec("""
def read_texts(name):
    return "a text<eos>", "another one<eos>"
""")

net = nn.Linear(1, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
train, test = read_texts("words")  # noqa: F821
train, test = train.replace("<eos>", " "), test.replace("<eos>", " ")
numbers = {}
for char in train + test:
    if char not in numbers:
        numbers[char] = len(numbers)
data = torch.zeros(len(train), 1)
for place in range(len(train)):
    data[place] = numbers[train[place]]
for epoch in range(2):
    for start in range(0, data.size(0), 4):
        loss = net(data[start : start + 4]).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()

states = {}
for name in train:
    states[name] = net(torch.ones(1, 1)).exp().sum()
for name in "ta":
    states[name].backward(retain_graph=True)
    states[name].backward()
