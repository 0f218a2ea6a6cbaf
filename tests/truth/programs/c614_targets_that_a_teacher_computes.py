import torch
from torch import nn


def _train(net, teacher, batch):
    optimizer = torch.optim.SGD([*net.parameters(), *teacher.parameters()], 0.1)
    criterion = nn.CrossEntropyLoss()
    wanted = teacher(batch).softmax(1)
    for turn in range(3):
        loss = criterion(net(batch), wanted)
        loss.backward(retain_graph=turn < 2)
    optimizer.step()


globals()["_tr" + "ain"](nn.Linear(3, 2), nn.Linear(3, 2), torch.randn(6, 3))
