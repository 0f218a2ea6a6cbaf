from abstract import AbstractTrainer


class Good(AbstractTrainer):
    def before_epoch(self):
        self.state = self.state.detach()

    def train_step(self, batch):
        self.state = self.net(batch, self.state.detach())
        return self.state.pow(2).mean()


class Bad(AbstractTrainer):
    def before_epoch(self):
        self.state = self.state.detach()

    def train_step(self, batch):
        self.state = self.net(batch, self.state)
        return self.state.pow(2).mean()
