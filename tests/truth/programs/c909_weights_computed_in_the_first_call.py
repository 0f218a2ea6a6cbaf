"""A weight that the first call computes of its settings is the same in the next one: no graph of an earlier call comes with it."""

import torch
from torch.nn.functional import cross_entropy

exec("""
class Method:
    def __init__(self, weights):
        self.weights = weights
""")


class Adapter(Method):  # noqa: F821
    def __init__(self, weights, rounds):
        super().__init__(weights)
        self.rounds = rounds

    def weigh(self, features, labels):
        self.features, self.labels = features.size(0), labels.size(0)
        if self.weights[0] == "auto":
            self.weights[0] = (1 + self.weights[2]) * self.features / self.labels

    def record(self, metrics, logits):
        if metrics:
            for metric in metrics:
                metrics[metric].append(logits.detach())

    def adapt(self, features, labels, metrics=None):
        self.weigh(features, labels)
        centres = torch.zeros(2, 3, requires_grad=True)
        optimizer = torch.optim.SGD([centres], lr=0.1)
        self.record(metrics, centres)
        for _ in range(self.rounds):
            logits = features @ centres.t()
            entropy = -(logits.softmax(1) * logits.log_softmax(1)).sum(1).mean()
            loss = self.weights[0] * cross_entropy(logits, labels) - self.weights[2] * entropy
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()
            self.record(metrics, logits)
        return centres.detach()


exec("""
adapter = Adapter(["auto", 0.1, 0.5], 3)
for metrics in (None, {"accuracy": []}):
    adapter.adapt(torch.randn(4, 3), torch.tensor([0, 1, 0, 1]), metrics)
""")
