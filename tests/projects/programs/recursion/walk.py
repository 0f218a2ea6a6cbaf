def send_all(losses):
    for loss in losses:
        if isinstance(loss, list):
            send_all(loss)
        else:
            loss.backward(retain_graph=True)
