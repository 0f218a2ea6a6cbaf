def backward_all(*losses, optimizer, total=False, **rest):
    if total:
        sum(losses).backward(retain_graph=True)  # expect: RTG201
    else:
        for i, loss in enumerate(losses):
            loss.backward(retain_graph=i < len(losses) - 1)
    optimizer.step()
    optimizer.zero_grad()
