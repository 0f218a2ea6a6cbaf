"""No file of the project calls these: a client gives the network and its optimiser."""


def train(net, batches, optimizer, criterion):
    total = 0
    net.train()
    for batch in batches:
        optimizer.zero_grad()
        loss = criterion(net(batch))
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        total += loss
    return total / len(batches)


def train_and_give_outputs(net, batch, optimizer):
    net.train()
    optimizer.zero_grad()
    outputs = net(batch)
    outputs.mean().backward(retain_graph=True)
    optimizer.step()
    return outputs


def give_loss(net, batch):
    net.train()
    loss = net(batch).square().mean()
    loss.backward(retain_graph=True)
    return loss
