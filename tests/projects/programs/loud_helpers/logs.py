class Logger:
    def __init__(self):
        self.values = {}
        self.lines = []

    def log(self, name, value):
        self.values[name] = value

    def report(self, name, value):
        line = f"{name}: {float(value)}"
        self.lines += [line]

    def log_gradients(self, loss, net):
        loss.backward()
        return sum(float(p.grad.norm()) for p in net.parameters())


def log_and_update(logger, loss, optimizer):
    logger.report("loss", loss.item())
    optimizer.step()


def evaluate(net, batch):
    total = 0.0
    for row in batch:
        total += net(row).abs().mean().item()
    print("score", total / len(batch), flush=True)
