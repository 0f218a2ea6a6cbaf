import torch

from nets import Net


class Engine:
    def __init__(self):
        self.net = Net()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.best = 1e9

    @torch.no_grad()
    def evaluate(self, batch):
        self.net.eval()
        score = self.net(batch).pow(2).mean()
        self.net.train()
        if score < self.best:
            self.best = score

    def fit(self, epochs):
        for _ in range(epochs):
            batch = torch.randn(4, 3)
            out = self.net(batch)
            self.optimizer.zero_grad()
            out.mean().backward(retain_graph=True)
            self.evaluate(batch)
            out.pow(2).mean().backward()
            self.optimizer.step()
