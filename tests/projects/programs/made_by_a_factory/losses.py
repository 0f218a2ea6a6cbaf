"""Objects that a function makes, and a helper that another function calls: other files use these functions alone."""


def make_loss(name, optimizer):
    if name == "once":
        return Once(optimizer)
    return Twice(optimizer)


class Once:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def __call__(self, net, batch):
        loss = net(batch).mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


class Twice:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def __call__(self, net, batch):
        out = net(batch)
        self.optimizer.zero_grad()
        out.mean().backward(retain_graph=True)
        self.optimizer.step()
        out.pow(2).mean().backward()  # expect: RTG103
