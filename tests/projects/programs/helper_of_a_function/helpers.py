"""A helper that only the other functions of its file call."""


def _send(loss):
    loss.backward()  # expect: RTG101


def send_both(net, optimizer, batch):
    out = net(batch)
    optimizer.zero_grad()
    _send(out.mean())
    _send(out.pow(2).mean())
    optimizer.step()
