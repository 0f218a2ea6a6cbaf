def report(out, optimizer):
    message = f"out: {out.mean().item():.3f}"
    for group in optimizer.param_groups:
        message += f" lr {group['lr']}"
    print(message)
    advance(optimizer)


def advance(optimizer):
    optimizer.step()
