import torch


class Trainer:
    def __init__(self, model, options):
        self.model, self.options = model, options
        self.optimizers = {
            "g": torch.optim.Adam(self.model.generator.parameters(), lr=0.01),
            "d": torch.optim.Adam(self.model.discriminator.parameters(), lr=0.01),
        }

    def update(self, name, loss, retain=False):
        self.optimizers[name].zero_grad()
        loss.backward(retain_graph=retain)  # expect: RTG301
        self.optimizers[name].step()

    def train(self):
        for _ in range(self.options.epochs):
            fake = self.model.sample(4)
            # instead: self.update("d", self.model.d_loss(torch.randn(4, 3), fake.detach()))
            self.update("d", self.model.d_loss(torch.randn(4, 3), fake), retain=True)
            self.update("g", self.model.g_loss(fake))
