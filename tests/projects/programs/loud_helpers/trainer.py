import torch
from torch import nn

from logs import Logger, evaluate, log_and_update


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.logger = Logger()

    def losses(self):
        self.optimizer.zero_grad()
        out = self.net(torch.randn(4, 3))
        return out.mean(), out.pow(2).mean()

    def kept(self):
        loss, extra = self.losses()
        self.logger.log("extra", extra)
        loss.backward(retain_graph=True)
        self.logger.values["extra"].backward()
        self.optimizer.step()

    def sent(self):
        loss, extra = self.losses()
        loss.backward(retain_graph=True)
        self.logger.log_gradients(extra, self.net)
        self.optimizer.step()

    def stepped(self):
        loss, _ = self.losses()
        loss.backward()
        log_and_update(self.logger, loss, self.optimizer)

    def reported(self):
        loss, extra = self.losses()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.logger.report("extra", extra)
        evaluate(self.net, torch.randn(2, 3))
        self.optimizer.step()
