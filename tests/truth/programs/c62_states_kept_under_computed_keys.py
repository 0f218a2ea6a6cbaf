"""What earlier iterations kept under a key that is computed (or under several) is read again: the retains are needed."""

import numpy as np
import torch

encoder = torch.nn.Linear(2, 3)


class Holder:
    pass


def encode():
    return torch.tanh(encoder(torch.randn(1, 2)))


by_number, by_text, by_tuple, by_name, shifted = {}, {}, {}, {}, {0: torch.zeros(1, 3)}
first, summed, asked, clipped, pairs, lagged = {}, {}, {}, {}, {}, {}
holder, array = Holder(), np.empty(40, dtype=object)
for t in range(40):
    z = encode()
    by_number[t] = z
    (z.mean() + (by_number[t - 1].mean() if t else 0)).backward(retain_graph=True)
    z = encode()
    by_text[str(t)] = z
    (z.mean() + (by_text[str(t - 1)].mean() if t else 0)).backward(retain_graph=True)
    z = encode()
    by_tuple[t, "z"] = z
    (z.mean() + (by_tuple[t - 1, "z"].mean() if t else 0)).backward(retain_graph=True)
    z = encode()
    by_name[f"z{t}"] = z
    (z.mean() + (by_name[f"z{t - 1}"].mean() if t else 0)).backward(retain_graph=True)
    z = encode()
    shifted[t + 1] = z
    (z.mean() + shifted[t].mean()).backward(retain_graph=True)
    z = encode()
    first[t] = z
    (z.mean() + first[0].mean()).backward(retain_graph=True)
    z = encode()
    summed[t] = z
    (z.mean() + sum(summed[k].mean() for k in range(t))).backward(retain_graph=True)
    z = encode()
    asked[t] = z
    (z.mean() + asked.get(t - 1, z).mean()).backward(retain_graph=True)
    z = encode()
    clipped[t] = z
    (z.mean() + clipped[max(0, t - 1)].mean()).backward(retain_graph=True)
    z = encode()
    pairs[t] = (z, z.square())
    (z.mean() + (pairs[t - 1][1].mean() if t else 0)).backward(retain_graph=True)
    z = encode()
    lagged[t] = z
    (z.mean() + lagged.get(t - 7, z).mean()).backward(retain_graph=True)
    z = encode()
    setattr(holder, f"z{t}", z)
    (z.mean() + (getattr(holder, f"z{t - 1}").mean() if t else 0)).backward(retain_graph=True)
    z = encode()
    array[t] = z
    (z.mean() + (array[t - 1].mean() if t else 0)).backward(retain_graph=True)

alone, past = {}, {}
for t in range(40):
    z = encode()
    alone[t], past[t] = z, z.detach()
    loss = alone[t].mean() + (past[t - 1].mean() if t else 0)
    loss.backward(retain_graph=True)  # expect: RTG201
