"""What a method reads another one sets by itself, and one that trains on it as well: a client calls the former before it."""


class Model:
    def __init__(self, net, optimizer):
        self.net = net
        self.optimizer = optimizer

    def set_input(self, x):
        self.x = x

    def forward(self):
        self.made = self.net(self.x).exp()

    def train(self):
        self.forward()
        self.optimizer.zero_grad()
        self.made.sum().backward()
        self.optimizer.step()

    def train_on_means(self):
        self.optimizer.zero_grad()
        self.made.mean().backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
