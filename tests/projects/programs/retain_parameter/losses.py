class LossKeeper:
    def __init__(self):
        self.history = []

    def backward(self, loss, retain=False):
        loss.backward(retain_graph=retain)
        self.history.append(loss.item())
