import torch
from torch import nn
from torch.nn import functional


def _train(net, features, labels, chosen, functions):
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    criterion = nn.CrossEntropyLoss()
    wanted = labels.index_select(0, chosen)
    for _ in range(3):
        scores = net(features).index_select(0, chosen)
        if functions:
            loss = functional.nll_loss(functional.log_softmax(scores, dim=1), wanted)
        else:
            loss = criterion(scores, wanted)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


rows = torch.arange(4)
for functions in (True, False):
    globals()["_tr" + "ain"](nn.Linear(3, 2), torch.randn(6, 3), torch.tensor([0, 1, 0, 1, 1, 0]), rows, functions)
