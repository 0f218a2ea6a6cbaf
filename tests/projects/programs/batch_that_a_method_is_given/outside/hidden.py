import torch


class Scaler:
    def scale(self, loss):
        return loss * 2

    def step(self, optimizer):
        optimizer.step()

    def update(self):
        pass


class Base:
    def __init__(self, model, loss_f, helper, loader):
        self.model, self.loss_f, self.helper, self.train_loader = model, loss_f, helper, loader
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.mixes, self.trains, self.reporter, self.scaler = True, True, set(), Scaler()
        self.batches = Batches(loader)


class Batches:
    def __init__(self, loader):
        self.loader = loader

    def next(self):
        return self.loader[0]
