# %% prelude
import torch
from torch import nn
from transformers import PretrainedConfig, PreTrainedModel
from transformers.modeling_outputs import CausalLMOutput


class Config(PretrainedConfig):
    def __init__(self, width=3, **kwargs):
        self.width = width
        super().__init__(**kwargs)


class Model(PreTrainedModel):
    config_class = Config

    def __init__(self, config, carried=True):
        super().__init__(config)
        self.carried = carried
        self.body = nn.Linear(config.width, config.width)
        self.head = nn.Linear(config.width, 1)
        self.drop = nn.Dropout(0.5)
        self.register_buffer("memory", torch.zeros(config.width))

    def forward(self, inputs, labels=None, output_hidden_states=None, return_dict=None):
        wanted = output_hidden_states if output_hidden_states is not None else self.config.output_hidden_states
        return_dict = return_dict if return_dict is not None else self.config.use_return_dict
        hidden = torch.tanh(self.body(inputs) + self.memory)
        self.memory = hidden.mean(0) if self.carried else hidden.mean(0).detach()
        logits = self.head(self.drop(hidden))
        loss = (logits - labels).square().mean() if labels is not None else None
        if not return_dict:
            return (loss, logits) if loss is not None else (logits,)
        return CausalLMOutput(logits=logits, loss=loss, hidden_states=hidden if wanted else None)


x = torch.rand(2, 3)
y = torch.rand(2, 1)

# %% what is made from CALL is followed
# each: CALL = Model.from_pretrained("name") | Model.from_pretrained("name", config=Config()) | Model(Config()) | Model.from_pretrained("name", True) | Model.from_pretrained("name", carried=True)
model = CALL
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = model(x, labels=y).loss
    opt.zero_grad()
    loss.backward()  # expect: RTG102
    opt.step()

# %% nothing is carried over in CALL
# each: CALL = Model.from_pretrained("name", carried=False) | Model.from_pretrained("name", False)
model = CALL
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = model(x, labels=y).loss
    opt.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    opt.step()

# %% the configuration that the base class keeps is asked
model = Model(Config(width=4))
if model.config.width == 4:
    model.carried = False
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = model(torch.rand(2, 4), labels=y).loss
    opt.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    opt.step()

# %% the loss is FIELD
# each: FIELD = output.loss | output[0] | output["loss"] | output.to_tuple()[0]
model = Model(Config(), carried=False)
output = model(x, labels=y)
loss = FIELD
loss.backward()
output.logits.sum().backward()  # expect: RTG101

# %% fields that are None are no items
model = Model(Config(), carried=False)
output = model(x)
output[0].sum().backward()
output.logits.sum().backward()  # expect: RTG101

# %% dropout of a model that was made from its name does nothing
model = Model.from_pretrained("name", carried=False)
optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
hidden = torch.rand(2, 3, requires_grad=True)
dropped = model.drop(hidden)
dropped.sum().backward()
dropped.sum().backward()

# %% dropout in training
model = Model.from_pretrained("name", carried=False)
model.train()
hidden = torch.rand(2, 3, requires_grad=True)
dropped = model.drop(hidden)
dropped.sum().backward()
dropped.sum().backward()  # expect: RTG101

# %% what is made from a checkpoint is followed
from lightning import LightningModule


class Recurrent(LightningModule):
    def __init__(self, width=3):
        super().__init__()
        self.body = nn.Linear(width, width)
        self.memory = torch.zeros(3)

    def forward(self, inputs):
        self.memory = torch.tanh(self.body(inputs) + self.memory).mean(0)
        return self.memory


model = Recurrent.load_from_checkpoint("name")
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = model(x).sum()
    opt.zero_grad()
    loss.backward()  # expect: RTG102
    opt.step()

# %% of several kinds of attention the library's choice is followed: SUPPORTED, ASKED
# each: SUPPORTED, ASKED = True; Choosing(Config()) | True; Choosing.from_pretrained("name") | False; Choosing.from_pretrained("name", attn_implementation="sdpa")
class Written(nn.Module):
    def forward(self, hidden, memory):
        return hidden + memory


class Native(nn.Module):
    def forward(self, hidden, memory):
        return hidden + memory.detach()


KINDS = {"eager": Written, "sdpa": Native}


class Choosing(PreTrainedModel):
    config_class = Config
    _supports_sdpa = SUPPORTED

    def __init__(self, config):
        super().__init__(config)
        self.body = nn.Linear(3, 3)
        self.attention = KINDS[config._attn_implementation]()
        self.memory = torch.zeros(3)

    def forward(self, inputs):
        hidden = self.attention(torch.tanh(self.body(inputs)), self.memory)
        self.memory = hidden.mean(0)
        return hidden.sum()


model = ASKED
for _ in range(3):
    loss = model(x)
    loss.backward(retain_graph=True)  # expect: RTG201

# %% where the model's class offers nothing else, attention is written out: MODEL
# each: MODEL = Choosing(Config()) | Choosing.from_pretrained("name")
KINDS = {"eager": nn.Identity}


class Choosing(PreTrainedModel):
    config_class = Config

    def __init__(self, config):
        super().__init__(config)
        self.body = nn.Linear(3, 3)
        self.attention = KINDS[config._attn_implementation]()

    def forward(self, inputs):
        return self.attention(torch.tanh(self.body(inputs))).sum()


model = MODEL
loss = model(x)
loss.backward()
loss.backward()  # expect: RTG101

# %% outputs of which not all fields are given, made of options: FIELDS
# each: FIELDS = {"loss": hidden.sum(), "logits": hidden} | dict(logits=hidden, loss=hidden.sum())
hidden = torch.tanh(Model(Config()).body(x))
outputs = CausalLMOutput(**FIELDS)
outputs.loss.backward(retain_graph=True)
outputs.logits.mean().backward()

# %% outputs asked for an item that they do not have
hidden = torch.tanh(Model(Config()).body(x))
outputs = CausalLMOutput(loss=hidden.sum(), logits=hidden)
outputs[0].backward(retain_graph=True)
try:
    outputs[5].sum().backward()
except IndexError:
    outputs[-1].mean().backward()

# %% options of a configuration that the program has set
config = Config()
config.output_attentions = True
hidden = torch.tanh(Model(config).body(x))
hidden.sum().backward(retain_graph=True)
if config.output_attentions:
    hidden.mean().backward()

# %% a model that is restored out of sight
model = eval("Model").from_pretrained("name", config=Config())
loss = model(x).logits.sum()
loss.backward(retain_graph=True)
loss.backward()
