from sending import train as train_once, train_apart


def main(net, x):
    train_once(net, x)
    train_apart(net, x)
