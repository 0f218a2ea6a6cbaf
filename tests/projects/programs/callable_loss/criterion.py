class BackwardCriterion:
    def __init__(self, weight):
        self.weight = weight

    def __call__(self, output):
        loss = self.weight * output.pow(2).mean()
        loss.backward()
        return loss
