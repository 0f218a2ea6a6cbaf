def style(out):
    return out.abs().mean()


def content(out):
    return out.pow(2).mean()
