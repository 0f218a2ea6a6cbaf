"""Imports no more than what is asked for."""


def choose_model(options):
    if options["model"] == "plain":
        from plain_model import PlainModel as Model
    elif options["model"] == "clipped":
        from clipped_model import ClippedModel as Model
    elif options["model"] == "slow":
        from slow_model import SlowModel as Model
    elif options["model"] == "doubled":
        from doubled_model import DoubledModel as Model
    else:
        raise NotImplementedError(options["model"])
    return Model(options)


def choose_dataset(options):
    if options["data"] == "noise":
        from datasets import Noise as Data
    elif options["data"] in ("steps", "stairs"):
        from datasets import Steps as Data
    elif options["data"] == "waves":
        from datasets import Waves as Data
    else:
        raise NotImplementedError(options["data"])
    return Data(options)


def choose_network(options):
    if options["network"] == "narrow":
        from networks import Narrow as make

        network = make(4, depth=2)
    elif options["network"] == "wide":
        from networks import Wide as make

        network = make(4, depth=2, act="relu")
    elif options["network"] == "residual":
        from networks import Residual as make

        network = make(4, depth=3)
    else:
        raise NotImplementedError(options["network"])
    return network
