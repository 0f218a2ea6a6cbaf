"""A factory that sees nothing but options; what it makes is imported by the call."""


def make_model(options):
    from model import Model

    model = Model()
    model.set_up(options)
    if options.verbose:
        model.shown = True
    return model
