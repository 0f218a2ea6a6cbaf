class ForwardMixin:
    def forward(self, batch):
        self.out = self.net(batch).tanh()


class LossMixin:
    def backward(self):
        self.out.pow(2).mean().backward()


class PenaltyMixin:
    def penalty(self):
        self.out.abs().mean().backward()  # expect: RTG101
