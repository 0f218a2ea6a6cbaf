def style_loss(out):
    gram = out.t() @ out
    return (gram - gram.mean().detach()).pow(2).mean()
