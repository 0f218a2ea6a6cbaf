def content(out):
    return out.pow(2).mean()


def style(out):
    return out.abs().mean()
