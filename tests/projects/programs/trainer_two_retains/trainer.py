import torch

from networks import make_net


class Trainer:
    def __init__(self):
        self.encoder = make_net(3, 4)
        self.head_a = make_net(4, 1)
        self.head_b = make_net(4, 1)
        nets = [self.encoder, self.head_a, self.head_b]
        self.optimizer = torch.optim.Adam([p for net in nets for p in net.parameters()], lr=0.01)

    def forward(self):
        self.code = self.encoder(torch.randn(5, 3))

    def backward_a(self):
        self.loss_a = self.head_a(self.code).pow(2).mean()
        self.loss_a.backward(retain_graph=True)

    def backward_b(self):
        self.loss_b = self.head_b(self.code).abs().mean()
        self.loss_b.backward(retain_graph=True)  # expect: RTG201

    def optimize_parameters(self):
        self.optimizer.zero_grad()
        self.forward()
        self.backward_a()
        self.backward_b()
        self.optimizer.step()
