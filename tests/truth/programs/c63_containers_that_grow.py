"""Deques let fall what has no room, defaultdicts keep the lists that they make: the retains of what they hold are needed."""

from collections import defaultdict, deque

import torch

encoder = torch.nn.Linear(2, 3)
room = int("2")


def encode():
    return torch.tanh(encoder(torch.randn(1, 2)))


def after(out):
    out.abs().mean().backward()


hooks = defaultdict(list)
hooks["after"].append(after)
summed, looped, stacked, left, popped = (deque(maxlen=2) for _ in range(5))
first, turned, unknown = deque([torch.zeros(1, 3)], maxlen=1), deque([encode()]), deque(maxlen=room)
extended, by_name, nested = deque(), defaultdict(list), defaultdict(lambda: defaultdict(list))
for t in range(5):
    z = encode()
    (z.mean() + sum(v.mean() for v in summed)).backward(retain_graph=True)
    summed.append(z)
    z = encode()
    loss = z.mean()
    for v in looped:
        loss = loss + v.mean()
    loss.backward(retain_graph=True)
    looped.append(z)
    stacked.append(encode())
    torch.stack(tuple(stacked)).mean().backward(retain_graph=True)
    left.appendleft(encode())
    torch.cat(list(left)).mean().backward(retain_graph=True)
    z = encode()
    (z.mean() + (popped.popleft().mean() if popped else 0)).backward(retain_graph=True)
    popped.append(z)
    z = encode()
    (z.mean() + first[0].mean()).backward(retain_graph=True)
    first.append(z)
    z = encode()
    (z.mean() + turned[0].mean()).backward(retain_graph=True)
    turned.rotate(1)
    unknown.append(encode())
    torch.cat(list(unknown)).mean().backward(retain_graph=True)
    extended.extend([encode(), encode()])
    torch.cat(list(extended)).mean().backward(retain_graph=True)
    z = encode()
    (z.mean() + sum(v.mean() for v in by_name["z"])).backward(retain_graph=True)
    by_name["z"].append(z)
    z = encode()
    (z.mean() + sum(v.mean() for v in nested["z"]["all"])).backward(retain_graph=True)
    nested["z"]["all"].append(z)
    z = encode()
    z.mean().backward(retain_graph=True)
    for hook in hooks["after"]:
        hook(z)

kept, seen = deque(maxlen=2), defaultdict(list)
for t in range(5):
    z = encode()
    loss = z.mean() + sum(v.mean() for v in kept) + sum(v.mean() for v in seen["z"])
    loss.backward(retain_graph=True)  # expect: RTG201
    kept.append(z.detach())
    seen["z"].append(z.detach())
one = deque(maxlen=1)
for t in range(5):
    one.append(encode())
    one[-1].mean().backward(retain_graph=True)  # expect: RTG201
