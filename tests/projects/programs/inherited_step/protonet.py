from template import Template


class ProtoNet(Template):
    def loss_of(self, x):
        return (self.net(x) - self.net(x).mean(0)).exp().mean()
