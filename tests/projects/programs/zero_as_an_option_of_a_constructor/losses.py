"""A parameter of a constructor that is zero by default is a number, as one is that is anything else: nothing hangs on a graph for it. A
function's may be where a sum of losses begins."""


class Loss:
    def __init__(self, net, scorer, sigma=0, fade=0):
        self.net = net
        self.scorer = scorer
        self.sigma = sigma
        self.fade = fade

    def score(self, image, sigma):
        return self.scorer(image * 2 if sigma > 0 else image)

    def accumulate(self, phase, real, noise, seen):
        sigma = max(1 - seen / (self.fade * 10), 0) * self.sigma if self.fade > 1 else 0
        if phase == "net":
            self.score(self.net(noise) + sigma, sigma).mean().backward(retain_graph=True)  # expect: RTG201
        if phase == "scorer":
            self.score(self.net(noise) - sigma, sigma).mean().backward(retain_graph=True)  # expect: RTG201
            self.score(real - sigma, sigma).mean().backward()


class Sum:
    def __init__(self, net):
        self.net = net

    def send(self, x, loss=0):
        total = self.net(x).exp().mean() + loss
        total.backward(retain_graph=True)
