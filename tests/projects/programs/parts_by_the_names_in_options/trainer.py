class Trainer:
    def __init__(self, model, criterion, metric_ftns, optimizer, data_loader):
        self.model = model
        self.criterion = criterion
        self.metric_ftns = metric_ftns
        self.optimizer = optimizer
        self.data_loader = data_loader

    def train_epoch(self):
        for data, target in self.data_loader:
            self.optimizer.zero_grad()
            output = self.model(data)
            loss = self.criterion(output, target)
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            figures = [measure(output, target) for measure in self.metric_ftns]
            print(loss.item(), figures)
