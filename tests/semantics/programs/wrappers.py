# %% prelude
import torch
import torch.nn.functional as F
from torch import nn

x = torch.rand(2, 3)
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)

# %% GradScaler: the second backward
scaler = torch.amp.GradScaler("cpu")
loss = net(x).sum()
scaler.scale(loss).backward()
scaler.scale(loss).backward()  # expect: RTG101

# %% GradScaler: MODE
# each: MODE = enabled=True | enabled=False
scaler = torch.amp.GradScaler("cpu", MODE)
loss = net(x).sum()
scaler.scale(loss).backward(retain_graph=True)
scaler.scale(loss).backward()

# %% GradScaler: a training step
scaler = torch.amp.GradScaler("cpu")
for _ in range(3):
    opt.zero_grad()
    loss = net(x).sum()
    scaler.scale(loss).backward()
    scaler.unscale_(opt)
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    scaler.step(opt)
    scaler.update()

# %% Fabric.backward frees
from lightning.fabric import Fabric

fabric = Fabric()
model, opt = fabric.setup(net, opt)
loss = model(x).sum()
fabric.backward(loss)
fabric.backward(loss)  # expect: RTG101

# %% Fabric.backward hands on: ARGUMENTS
# each: ARGUMENTS = loss, retain_graph=True | loss, None, True | loss, model=net, retain_graph=True
from lightning.fabric import Fabric

fabric = Fabric()
loss = net(x).sum()
fabric.backward(ARGUMENTS)
fabric.backward(loss)

# %% Fabric: retained, then a step
from lightning.fabric import Fabric

fabric = Fabric()
model, opt = fabric.setup(net, opt)
loss = model(x).sum()
fabric.backward(loss, retain_graph=True)
opt.step()
fabric.backward(loss)  # expect: RTG103

# %% manual_backward frees
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Linear(3, 1)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        out = self.net(batch).pow(2)
        opt.zero_grad()
        self.manual_backward(out.sum())
        self.manual_backward(out.mean())  # expect: RTG101
        opt.step()


Trainer().fit(Model(), [x, x])

# %% the trainer calls a module's own backward once a step: RESULT
# each: RESULT = loss | {"loss": loss}
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 1))

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)

    def training_step(self, batch, batch_idx):
        loss = self.net(batch).pow(2).sum()
        return RESULT

    def backward(self, loss):
        loss.backward(retain_graph=True)  # expect: RTG201


Trainer().fit(Model(), [x, x])

# %% under manual optimisation a trainer out of reach detaches the loss: RETURNED
# each: RETURNED = loss | {"loss": loss, "size": 3}
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 1))

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        loss = self.net(batch).pow(2).sum()
        opt.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        opt.step()
        return RETURNED


eval("Trainer")().fit(eval("Model")(), [x, x])

# %% under automatic optimisation it sends the loss backward once more
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 1))

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)

    def training_step(self, batch, batch_idx):
        loss = self.net(batch).pow(2).sum()
        loss.backward(retain_graph=True)
        return loss


eval("Trainer")().fit(eval("Model")(), [x, x])

# %% manual_backward hands on: ARGUMENTS
# each: ARGUMENTS = retain_graph=True | None, True
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Linear(3, 1)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        out = self.net(batch).pow(2)
        opt.zero_grad()
        self.manual_backward(out.sum(), ARGUMENTS)
        self.manual_backward(out.mean())
        opt.step()


Trainer().fit(Model(), [x, x])

# %% the optimisers of a module under manual optimisation: RETURNED
# each: RETURNED = g, d | [g, d] | ([g, d], []) | ({"optimizer": g, "lr_scheduler": None}, {"optimizer": d})
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g = nn.Linear(3, 3)
        self.d = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))

    def configure_optimizers(self):
        g = torch.optim.SGD(self.g.parameters(), lr=0.1)
        d = torch.optim.SGD(self.d.parameters(), lr=0.1)
        return RETURNED

    def training_step(self, batch, batch_idx):
        og, od = self.optimizers()
        og.zero_grad()
        od.zero_grad()
        loss = self.d(self.g(batch)).mean() - self.d(batch).mean()
        self.manual_backward(loss)  # expect: RTG302
        od.step()
        loss = -self.d(self.g(batch)).mean()
        self.manual_backward(loss)
        og.step()


model = Model()
Trainer().fit(model, [x, x])

# %% [fixed]
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g = nn.Linear(3, 3)
        self.d = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))

    def configure_optimizers(self):
        g = torch.optim.SGD(self.g.parameters(), lr=0.1)
        d = torch.optim.SGD(self.d.parameters(), lr=0.1)
        return RETURNED

    def training_step(self, batch, batch_idx):
        og, od = self.optimizers()
        og.zero_grad()
        od.zero_grad()
        loss = self.d(self.g(batch).detach()).mean() - self.d(batch).mean()
        self.manual_backward(loss)
        od.step()
        loss = -self.d(self.g(batch)).mean()
        self.manual_backward(loss)
        og.step()


model = Model()
Trainer().fit(model, [x, x])

# %% one optimiser alone under manual optimisation
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net, self.head = nn.Linear(3, 3), nn.Linear(3, 1)

    def configure_optimizers(self):
        return {"optimizer": torch.optim.SGD(self.head.parameters(), lr=0.1)}

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        loss = self.head(self.net(batch)).pow(2).mean()
        opt.zero_grad()
        self.manual_backward(loss)  # expect: RTG301
        opt.step()


model = Model()
Trainer().fit(model, [x, x])

# %% [fixed]
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net, self.head = nn.Linear(3, 3), nn.Linear(3, 1)

    def configure_optimizers(self):
        return {"optimizer": torch.optim.SGD(self.head.parameters(), lr=0.1)}

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        loss = self.head(self.net(batch).detach()).pow(2).mean()
        opt.zero_grad()
        self.manual_backward(loss)
        opt.step()


model = Model()
Trainer().fit(model, [x, x])

# %% toggled optimisers in manual optimisation
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g = nn.Linear(3, 3)
        self.d = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))

    def configure_optimizers(self):
        g = torch.optim.SGD(self.g.parameters(), lr=0.1)
        d = torch.optim.SGD(self.d.parameters(), lr=0.1)
        return g, d

    def training_step(self, batch, batch_idx):
        og, od = self.optimizers()
        self.toggle_optimizer(og)
        loss = -self.d(self.g(batch)).mean()
        og.zero_grad()
        self.manual_backward(loss)
        og.step()
        self.untoggle_optimizer(og)
        self.toggle_optimizer(od)
        loss = self.d(self.g(batch)).mean()
        od.zero_grad()
        self.manual_backward(loss)
        od.step()
        self.untoggle_optimizer(od)


Trainer().fit(Model(), [x, x])

# %% toggled optimisers: what the others own gets no gradients
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g = nn.Linear(3, 3)
        self.d = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))

    def configure_optimizers(self):
        g = torch.optim.SGD(self.g.parameters(), lr=0.1)
        d = torch.optim.SGD(self.d.parameters(), lr=0.1)
        return g, d

    def training_step(self, batch, batch_idx):
        og, od = self.optimizers()
        og.zero_grad()
        od.zero_grad()
        self.toggle_optimizer(od)
        loss = self.d(self.g(batch)).mean() - self.d(batch).mean()
        self.manual_backward(loss)
        od.step()
        self.untoggle_optimizer(od)
        loss = -self.d(self.g(batch)).mean()
        self.manual_backward(loss)
        og.step()


model = Model()
Trainer().fit(model, [x, x])

# %% automatic optimisation of a loss that was sent back already
# reason: the call that raises is the framework's
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 1)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)

    def training_step(self, batch, batch_idx):
        loss = self.net(batch).pow(2).sum()
        loss.backward()
        return loss


Trainer().fit(Model(), [x, x])  # silent: RTG101

# %% Accelerator.backward frees
from accelerate import Accelerator

accelerator = Accelerator()
net, opt = accelerator.prepare(net, opt)
loss = net(x).sum()
accelerator.backward(loss)
accelerator.backward(loss)  # expect: RTG101

# %% Accelerator.backward hands on keywords
from accelerate import Accelerator

accelerator = Accelerator()
loss = net(x).sum()
accelerator.backward(loss, retain_graph=True)
accelerator.backward(loss)

# %% Accelerator.backward takes no positional retain
from accelerate import Accelerator

accelerator = Accelerator()
loss = net(x).sum()
accelerator.backward(loss, None, True)  # raises: TypeError

# %% Accelerator: retained, then a step
from accelerate import Accelerator

accelerator = Accelerator()
net, opt = accelerator.prepare(net, opt)
loss = net(x).sum()
accelerator.backward(loss, retain_graph=True)
opt.step()
accelerator.backward(loss)  # expect: RTG103

# %% a DeepSpeed engine frees
import deepspeed

engine, opt, _, _ = deepspeed.initialize(model=net, optimizer=opt)
loss = engine(x).sum()
engine.backward(loss)
engine.backward(loss)  # expect: RTG101

# %% a DeepSpeed engine hands on retain_graph: ARGUMENTS
# each: ARGUMENTS = loss, retain_graph=True | loss, True
import deepspeed

engine, opt, _, _ = deepspeed.initialize(model=net, optimizer=opt)
loss = engine(x).sum()
engine.backward(ARGUMENTS)
engine.backward(loss)

# %% a DeepSpeed engine: training steps
import deepspeed

engine, opt, _, _ = deepspeed.initialize(model=net, optimizer=opt)
for _ in range(3):
    loss = engine(x).sum()
    engine.backward(loss)
    engine.step()

# %% a DeepSpeed engine: retained, then a step
# reason: which optimiser the engine steps is out of sight
import deepspeed

engine, opt, _, _ = deepspeed.initialize(model=net, optimizer=opt)
loss = engine(x).sum()
engine.backward(loss, retain_graph=True)
engine.step()
engine.backward(loss)  # silent: RTG103

# %% apex: the scaled loss frees
from apex import amp

loss = net(x).sum()
with amp.scale_loss(loss, opt) as scaled:
    scaled.backward()
loss.backward()  # expect: RTG101

# %% apex: the scaled loss retained
from apex import amp

net, opt = amp.initialize(net, opt)
loss = net(x).sum()
with amp.scale_loss(loss, opt) as scaled:
    scaled.backward(retain_graph=True)
loss.backward()

# %% apex: training steps
from apex import amp

net, opt = amp.initialize(net, opt)
for _ in range(3):
    opt.zero_grad()
    loss = net(x).sum()
    with amp.scale_loss(loss, opt) as scaled:
        scaled.backward()
    opt.step()

# %% a backward method of the program's own is followed
class Penalty:
    def backward(self, loss):
        loss.backward(retain_graph=True)


penalty = Penalty()
loss = net(x).sum()
penalty.backward(loss)
loss.backward()

# %% a backward method of the program's own that frees
class Penalty:
    def backward(self, loss):
        loss.backward()


penalty = Penalty()
loss = net(x).sum()
penalty.backward(loss)
loss.backward()  # expect: RTG101

# %% an optimiser that sends the loss back itself (half precision)
class Half:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def backward(self, loss, update_master_grads=True, retain_graph=False):
        (loss * 128).backward(retain_graph=retain_graph)

    def step(self):
        self.optimizer.step()


half = Half(opt)
loss = net(x).sum()
half.backward(loss, retain_graph=True)
half.step()
loss.backward()  # expect: RTG103

# %% a trainer that others derive from
class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def compute_loss(self, batch):
        return self.model(batch).sum()

    def training_step(self, batch):
        self.optimizer.zero_grad()
        loss = self.compute_loss(batch)
        loss.backward()  # expect: RTG101
        self.optimizer.step()
        return loss.detach()


class Twice(Trainer):
    def compute_loss(self, batch):
        loss = super().compute_loss(batch)
        loss.backward()
        return loss


trainer = Trainer(net, opt)
for _ in range(2):
    trainer.training_step(x)
Twice(net, opt).training_step(x)

# %% LightningModule whose optimisers are made out of sight: MADE
# each: MADE = [opt] | opt | dict(optimizer=opt)
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))

    def configure_optimizers(self):
        return eval("lambda opt: MADE")(torch.optim.SGD(self.net.parameters(), lr=0.1))

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        self.toggle_optimizer(opt)
        loss = self.net(batch).pow(2).mean()
        opt.zero_grad()
        self.manual_backward(loss, retain_graph=True)
        self.manual_backward(loss)
        opt.step()
        self.untoggle_optimizer(opt)


Trainer().fit(Model(), [x, x])

# %% LightningModule whose optimisers stand beside schedulers: the step makes the second pass stale
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))

    def configure_optimizers(self):
        opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        return [opt], [torch.optim.lr_scheduler.StepLR(opt, 1)]

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        self.untoggle_optimizer(opt)
        loss = self.net(batch).pow(2).mean()
        opt.zero_grad()
        self.manual_backward(loss, retain_graph=True)
        opt.step()
        self.manual_backward(loss)  # expect: RTG103


Trainer().fit(Model(), [x, x])

# %% LightningModule that is asked for optimisers and configures none
from lightning import LightningModule, Trainer


class Model(LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))

    def training_step(self, batch, batch_idx):
        loss = self.net(batch).pow(2).mean()
        self.manual_backward(loss, retain_graph=True)
        try:
            self.optimizers()
        except AttributeError:
            self.manual_backward(loss)


Trainer().fit(Model(), [x, x])
