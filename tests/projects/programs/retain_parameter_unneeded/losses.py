def send_back(loss, retain=False):
    loss.backward(retain_graph=retain)  # expect: RTG201
