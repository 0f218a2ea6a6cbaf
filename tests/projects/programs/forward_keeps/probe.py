def probe(net, batch):
    print("probe", net(batch).norm().item(), flush=True)
