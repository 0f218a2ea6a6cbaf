import torch
from torch import nn


def fit(train_loader, model, loss_fn, optimizer, n_epochs, metrics):
    for epoch in range(0, n_epochs):
        train_loss, metrics = train_epoch(train_loader, model, loss_fn, optimizer, metrics)


def train_epoch(train_loader, model, loss_fn, optimizer, metrics):
    model.train()
    for batch_idx, (data, target) in enumerate(train_loader):
        target = target if len(target) > 0 else None
        optimizer.zero_grad()
        outputs = model(data)
        if type(outputs) not in (tuple, list):
            outputs = (outputs,)
        loss_inputs = outputs
        if target is not None:
            target = (target,)
            loss_inputs += target
        loss_outputs = loss_fn(*loss_inputs)
        loss = loss_outputs[0] if type(loss_outputs) in (tuple, list) else loss_outputs
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        for metric in metrics:
            metric(outputs, target, loss_outputs)
    return 0.0, metrics


net = nn.Linear(2, 2)
batches = [(torch.randn(4, 2), torch.zeros(4, dtype=torch.long)) for _ in range(3)]
globals()["f" + "it"](batches, net, nn.CrossEntropyLoss(), torch.optim.SGD(net.parameters(), 0.1), 2, [print])
