from torch import nn


class Criterion(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = {"a": 5, "b": 1}
        self.critic_weights = {"c": 1}

    def get_critic_loss(self, fake, real, critic):
        return {"c": critic(fake).mean() - critic(real).mean()}

    def get_losses(self, fake, real, critic):
        return {"a": (fake - real).abs().mean(), "b": critic(fake).mean()}
