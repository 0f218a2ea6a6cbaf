def train(model, optimizer, batches, epoch):
    losses = []
    model.train()
    for batch in batches:
        loss, predicted = model.loss(batch)
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
    print(epoch, sum(losses) / len(losses))
    return model, optimizer


if __name__ == "__main__":
    train(1, 50)
