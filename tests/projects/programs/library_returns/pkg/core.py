"""Library code: its callers outside receive the loss and may send it back again."""


def step_and_return(net, batch):
    loss = net(batch).pow(2).mean()
    loss.backward(retain_graph=True)
    return {"loss": loss, "size": len(batch)}


class Recorder:
    def __call__(self, net, batch):
        loss = net(batch).pow(2).mean()
        loss.backward(retain_graph=True)
        return loss.detach(), loss
