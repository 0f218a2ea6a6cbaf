from losses.style import style_loss


def run_step(net, optimizer, x):
    optimizer.zero_grad()
    loss = style_loss(net(x))
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    print(loss.item())
