"""What is computed of parameters once is data beside what is trained: a graph behind it would be freed in the first iteration."""

import torch


def adapt(support, query, labels):
    scale = torch.cat([support, query]).std(0, keepdim=True)
    middles = torch.zeros(2, 3, requires_grad=True)
    optimizer = torch.optim.SGD([middles], lr=0.1)
    for _ in range(3):
        logits = -torch.cdist(query / scale, middles)
        loss = torch.nn.functional.cross_entropy(logits, labels)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


globals()["_adapt"[1:]](torch.randn(4, 3), torch.randn(4, 3), torch.tensor([0, 1, 1, 0]))
