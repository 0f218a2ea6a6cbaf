"""Nothing imports it by its name; a script asks for one of its functions."""


def fit_softly(net, optimizer, batches):
    total = 0.0
    for batch in batches:
        loss = net(batch).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        total += loss
    return total / len(batches)


def fit_hard(net, optimizer, batches):
    total = 0.0
    for batch in batches:
        loss = net(batch).abs().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        total += loss
    return total / len(batches)
