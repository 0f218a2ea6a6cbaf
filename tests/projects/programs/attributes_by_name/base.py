from collections import OrderedDict


class Base:
    loss_names = ()

    def get_current_losses(self):
        losses = OrderedDict()
        for name in self.loss_names:
            if isinstance(name, str):
                losses[name] = float(getattr(self, "loss_" + name))
        return losses

    def backward_all(self, retain_last=False):
        for i, name in enumerate(self.loss_names):
            last = i == len(self.loss_names) - 1
            getattr(self, f"loss_{name}").backward(retain_graph=retain_last or not last)
