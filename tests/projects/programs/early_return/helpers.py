def send_if(out, weight):
    if weight == 0:
        return False
    (weight * out.pow(2).mean()).backward(retain_graph=True)
    return True
