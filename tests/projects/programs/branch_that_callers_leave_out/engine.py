def train_one_epoch(net, critic, criterion, batches, optimizer, critic_optimizer, scaler=None):
    for x, y in batches:
        fake = net(x)
        if scaler is None:
            parts = criterion.get_critic_loss(fake.detach(), y, critic)
            critic_loss = sum(parts[k] * criterion.critic_weights[k] for k in parts.keys())
            critic_optimizer.zero_grad()
            critic_loss.backward(retain_graph=True)  # expect: RTG201
            critic_optimizer.step()
            parts = criterion.get_losses(fake, y, critic)
            loss = sum(parts[k] * criterion.weights[k] for k in parts.keys())
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()
        else:
            parts = criterion.get_losses(fake, y, critic)
            loss = sum(parts[k] * criterion.weights[k] for k in parts.keys())
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(optimizer)


def train_twice(net, criterion, batches, optimizer, penalty=None):
    for x, y in batches:
        loss = (criterion.weights["a"] * (net(x) - y)).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        if penalty is not None:
            (penalty * loss).backward()
        optimizer.step()
