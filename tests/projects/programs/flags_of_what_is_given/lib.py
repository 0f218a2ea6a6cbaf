"""Library code: a method that is called for what it does may change the flags of its object, whatever a test said of them before."""


def drive(net, data, optimizer, rounds):
    for _ in range(rounds):
        net.prepare(True)
        assert net.flag is True
        while not data.full:
            data.add(net)
        net.prepare(False)
        assert net.flag is False
        loss = net(data.given).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        data.clear()
