class Fitting:
    def __init__(self, net, optimizer, penalty=False):
        self.net, self.optimizer, self.penalty = net, optimizer, penalty

    def fit(self, batches):
        for x in batches:
            loss = self.net(x).square().mean()
            self.optimizer.zero_grad()
            if self.penalty:
                loss.backward(retain_graph=True)  # expect: RTG201
            else:
                loss.backward()
            self.optimizer.step()
