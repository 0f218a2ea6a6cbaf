def update(net, optimizer, states, before):
    loss = (net(states) - before).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
