import torch


class Attack:
    def __init__(self, predict, scale=0.1):
        self.predict = predict
        self.scale = scale

    def perturb(self, x):
        weights = torch.ones_like(x).float() * self.scale
        y = x.detach().clone().requires_grad_()
        for _ in range(3):
            loss = (self.predict(y) * weights).sum()
            loss.backward(retain_graph=True)  # expect: RTG201
            y.data.add_(y.grad)
        return y.detach()


getattr(globals()["At" + "tack"](torch.nn.Linear(2, 2)), "per" + "turb")(torch.randn(3, 2))
