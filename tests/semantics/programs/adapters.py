# %% prelude
import torch
from peft import LoraConfig, PeftModel, get_peft_model, prepare_model_for_kbit_training
from torch import nn


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(3, 3)
        self.register_buffer("memory", torch.zeros(3))

    def forward(self, x):
        hidden = torch.tanh(self.query(x) + self.memory)
        self.memory = hidden.mean(0)
        return hidden


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = Attention()
        self.body = nn.Linear(3, 3)
        self.head = nn.Linear(3, 1)

    def forward(self, x):
        return self.head(self.body(self.attention(x))).square().mean()

    def reset(self):
        self.attention.memory = torch.zeros(3)


x = torch.rand(2, 3)

# %% a memory behind adapted layers: MODEL, CONFIG
# each: MODEL, CONFIG = Model(); LoraConfig(target_modules=["query"]) | Model(); LoraConfig(r=4, target_modules=["attention.query", "head"]) | prepare_model_for_kbit_training(Model()); LoraConfig(target_modules=["query"])
model = get_peft_model(MODEL, CONFIG)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = model(x)
    loss.backward()  # expect: RTG102
    opt.step()

# %% only what comes after the memory is adapted: CONFIG
# each: CONFIG = LoraConfig(target_modules=["head"]) | LoraConfig(target_modules=["uery", "body"]) | LoraConfig(target_modules=["body"], modules_to_save=["head"])
model = get_peft_model(Model(), CONFIG)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = model(x)
    loss.backward()
    opt.step()

# %% whether the memory trains anything cannot be seen in CALL
# each: CALL = PeftModel.from_pretrained(Model(), "name", is_trainable=True) | get_peft_model(Model(), LoraConfig(target_modules=["body"]))
model = CALL
opt = torch.optim.SGD(model.body.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = model(x)
    loss.backward()
    opt.step()

# %% the memory is cut off between the calls
model = get_peft_model(Model(), LoraConfig(target_modules=["query"]))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = model(x)
    loss.backward(retain_graph=True)  # expect: RTG201
    opt.step()
    model.reset()

# %% a model that cannot be seen is adapted
model = get_peft_model(eval("Model()"), LoraConfig(target_modules=["query"]))
hidden = model.attention(x)
hidden.sum().backward(retain_graph=True)
hidden.mean().backward()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
opt.step()

# %% what is adapted is not known
model = get_peft_model(Model(), LoraConfig(target_modules=eval("['body']")))
opt = torch.optim.SGD(model.body.parameters(), lr=0.1)
model(x).backward()
opt.step()
