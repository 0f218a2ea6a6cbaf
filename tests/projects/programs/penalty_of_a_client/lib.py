"""Library code: what it adds to its loss has a graph of the caller's, which is sent backward with each batch."""


def step(net, optimizer, batch, penalty):
    loss = net(batch).mean() + penalty
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()


def scaled_step(net, optimizer, batch, scale):
    loss = net(batch).mean() * scale
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
