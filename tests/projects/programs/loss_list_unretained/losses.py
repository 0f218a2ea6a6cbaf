def collect(net, batch, names):
    output = net(batch)
    losses = []
    for name in names:
        losses.append(getattr(output, name)())
    return losses
