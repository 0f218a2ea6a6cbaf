"""Library code: what it is given keeps the loss."""


def step_and_keep(net, batch, out):
    loss = net(batch).pow(2).mean()
    loss.backward(retain_graph=True)
    out["loss"] = loss


def append_loss(net, batch, kept):
    loss = net(batch).pow(2).mean()
    kept.append(loss)
    loss.backward(retain_graph=True)


def set_attribute(net, batch, holder):
    holder.loss = net(batch).pow(2).mean()
    holder.loss.backward(retain_graph=True)
