"""Words that suggest what code does where it is opaque, or is not run: names of methods, and parts of names. Floor 1.

Not what a library says of itself (the tables beside this file), but what programs are found to call things. A word more or
less changes what is assumed, never what is known.
"""

from __future__ import annotations

import re

#: without one of these a function cannot run the engine
ENGINE_WORDS = frozenset({"backward", "manual_backward", "grad"})
#: methods that send a loss backward, of tensors and of the objects of frameworks
BACKWARD_METHODS = frozenset({"backward", "manual_backward"})
#: keywords that only an engine call has
RETAIN_FLAGS = frozenset({"retain_graph", "create_graph"})
ENGINE_FLAGS = RETAIN_FLAGS | {"retain_variables"}
#: keywords that say that an opaque callee runs the engine
DRIVING_FLAGS = RETAIN_FLAGS | {"backward"}
#: without one of these code decides nothing over lifetimes and gradients, and a loop need not be told apart by its length
LIFETIME_WORDS = ENGINE_WORDS | {"step", "zero_grad", "requires_grad", "requires_grad_", "detach_"}
#: mentioned by classes that train, and do not only compute
TRAINING_WORDS = BACKWARD_METHODS | {"step", "zero_grad", "optim"}

#: parts of the name of an opaque callee that say that it clears no gradients, though it is given a model or an optimiser
CLEARS_NOTHING = (
    "lr",
    "learning_rate",
    "log",
    "save",
    "print",
    "checkpoint",
    "clip",
    "summar",
    "write",
    "plot",
    "eval",
    "test",
    "valid",
    "adjust",
    "sched",
    "watch",
    "ema",
)
#: and that it does not look at their gradients
READS_NO_GRADIENTS = tuple(
    "adjust checkpoint copy count cuda ema eval forward freeze generat infer init learning_rate load mode parallel predict"
    " print sample save sched set_ show summar test toggle train valid wrap".split()
)
#: parts of the name of opaque code that suggest that it sets which parameters are trained, or a mode of gradients
FREEZERS = tuple("able_grad freez froz no_grad nograd requires_grad set_grad stop_grad toggle trainable".split())
#: parts of the name of an opaque callee that suggest that it runs the engine or a step
DRIVERS = ("backward", "step", "optimi", "train", "update", "fit", "learn")
#: parts of the names of what optimisers are given to compute a loss and its gradients again, since Torch7
CLOSURES = ("closure", "feval")
#: parts that suggest that it puts back what was saved of what it is given
RESTORERS = ("load", "restor", "resum")
#: names of callees that make options, or read them; not where a model is named, which is made of them (`build_from_cfg`)
OPTIONS_MAKER = re.compile(
    r"_*(get|load|make|build|create|read|parse|init|setup|set_up|default|merge|prepare|update)_?(?!\w*(arch|from|model|net|with)_)"
    r"(\w+_)?(args|cfg|conf|config|configs|configuration|flags|hparams|options)(_defaults)?"
)
#: and of those that make a model, or load one
MODEL_MAKER = re.compile(
    r"_*(get|load|make|build|create|init|define|instantiate)_?(\w+_)?(backbone|classifier|discriminator|model|net|network|vocoder)s?"
)
#: parts that suggest that it looks at what it is given, and computes no gradients of it
READERS = tuple(
    "acc append assert auc average confusion denorm detach display dump f1 format gather image iou item log mean meter"
    " metric monitor numpy plot precision print progress psnr recall record reduce report reset save score set_postfix show"
    " ssim stat store summar sync tolist track vis wandb write".split()
)
#: parts that suggest that it computes a loss of what it is given, and has no parameters
CRITERIA = ("criteri", "loss_f", "calc_loss", "calculate_loss", "compute_loss", "get_loss", "getloss")
#: parts that suggest that it makes a data set or a loader, or goes through one; not where a model is named as well
BATCHES = ("loader", "dataset", "iterator", "iter_wrap", "tqdm", "prefetch")
#: the same in the names of what it is given; and keywords that data sets and loaders take
LOADERS = ("loader", "dataset")
DATA_KEYWORDS = frozenset(
    "collate_fn data_dir data_path data_root download n_train num_workers target_transform transform".split()
)
MODELS = ("arch", "model", "net", "from_")
#: parts of the names of what computes with what it is given, loader or not
COMPUTERS = tuple("embed encod decod extract feature forward comput infer loss predict represent".split())
#: methods that take what comes next from a queue or a pipe, where they are given no key: as good as always data; and parts of
#: the names of those whose `get()` does (that of a hook may be a graph)
QUEUE_GETTERS = frozenset({"get", "get_nowait", "recv"})
QUEUES = ("buf", "job", "memory", "queue", "replay", "task")
#: names of running means, where their `update` is given a value and its weight
MEANS = re.compile(r"(\w+_)?(loss|losses|top_?\d|prec\d?|acc\d?|avg|average)(_\w+)?")
#: how methods begin by which logs are added to; names of what takes figures alone; and of what takes them by its methods
ADDING = "add_"
METERS = re.compile(r"\w*(?<!para)meters?|\w*logger|logging")
LOGS = re.compile(
    r"(\w+_)?(logs?|metrics?|stats)|((\w+_)?(train|training|val|valid|validation|test|eval|loss|losses)_)?history"
)
#: names of methods that add figures to these, whatever they are methods of
LOGGING = re.compile(r"_*update_(\w+_)?(logs?|meters?|metrics?|stats|statistics|history)")
#: names of callees that hand out a batch, or read a file of data, and parts of the names of those whose `next()` does
BATCH_GETTER = re.compile(
    r"_*(get|next|sample|load|fetch|read|draw|iter|gen|generate|make|build|create|prep|prepare|set_?up)_?(\w+_)?"
    r"((mini_?)?batch(es)?(_\w+)?|data|examples|csv|glove(_\w+)?|json|labels?|vocab(ulary)?|word2vec)"
)
BATCH_OWNERS = ("data", "set", "load", "iter", "batch", "provider", "queue")
#: parts of the names of what holds options
OPTIONS = ("arg", "cfg", "conf", "hps", "opt", "param", "setting")
#: parts that suggest that it cuts off what it is given
DETACHERS = ("detach", "repackage", "truncate", "stop_grad")
#: a part of the names of environments, since OpenAI's gym: their `step` is no optimiser's
ENVIRONMENT = "env"
#: ends of the names of parameters that callers compute, and may send backward again: on a graph, and no weight of one
GIVEN_LOSSES = ("loss", "losses", "penalty", "regularization", "regularisation", "regularizer", "regulariser")
#: capital names of models, which are no names of classes: D, G_AB, F1
MODEL_LETTERS = re.compile(r"[A-Z]{1,2}[a-z]?\d*(_\w*)?")

#: uses that only a module has
MODULE_USES = frozenset(
    "parameters named_parameters train eval zero_grad state_dict load_state_dict children modules apply".split()
)
#: the buffers of torch's normalising layers: what these keep of the data that they have met, without a graph
RUNNING_STATISTICS = frozenset({"running_mean", "running_var", "num_batches_tracked"})
#: of these those that no optimiser, trainer or container has either
MODULE_ALONE = frozenset("parameters named_parameters named_modules named_children requires_grad_".split())
#: methods by which an object moves, and is given back
MOVING = frozenset("to cuda cpu half float double".split())
#: methods of modules that find a part by its path
PART_GETTERS = frozenset({"get_submodule", "get_parameter", "get_buffer"})
#: methods that run one half of an autoencoder
HALVES = frozenset({"encode", "decode"})
#: methods of a class that set what its other methods read
PREPARING = frozenset({"forward", "set_input", "configure_optimizers", "setup", "build_model", "reset"})

#: methods by which containers keep what they are given
GROWING = frozenset("append appendleft extend insert add update setdefault push put put_nowait".split())
#: methods by which containers are asked for what they hold
LOOKUPS = frozenset("get items keys pop popitem values".split())
#: methods by which opaque objects may keep what they are given
KEEPERS = GROWING | {"set", "store"}
#: methods that change a container
FILLERS = GROWING | {"pop", "popleft", "popitem", "remove", "discard", "clear"}
#: methods that change what they are called on, and calls that end the run
MUTATORS = FILLERS.union(
    ("__setattr__", "__setitem__", "setattr", "data", "apply", "load_state_dict", "add_param_group"),
    ("register_forward_hook", "register_forward_pre_hook", "register_hook"),
    ("add_module", "register_buffer", "register_parameter"),
    ("exit", "_exit", "fit", "learn", "optimize"),
)
#: functions beside classes and builtins whose results are new
MAKERS = frozenset({"tqdm", "trange", "deque", "defaultdict", "deepcopy", "copy", "split", "tolist"})
#: which parameters are trained is asked or said by these
FLAG_WORDS = frozenset({"requires_grad", "requires_grad_"})

#: classes, by their last names, whose objects have parameters to train
MODULE_TYPES = frozenset(
    "Module ModuleList ModuleDict Sequential LightningModule PreTrainedModel DataParallel DistributedDataParallel "
    "FullyShardedDataParallel Linear Conv1d Conv2d Conv3d LSTM LSTMCell GRU GRUCell RNN RNNCell Transformer".split()
)
#: libraries of models, and how they call them
MODEL_LIBRARIES = ("transformers", "diffusers", "peft", "torchvision")
MODEL_TYPES = re.compile(
    r"(?!DataCollator)\w*(LMHeadModel|ConditionModel|For(CausalLM|MaskedLM|Seq2SeqLM|ConditionalGeneration|QuestionAnswering"
    r"|\w*Classification))|AutoModel|AutoencoderKL|PeftModel|(Bert|Roberta|GPT2|T5|CLIP|ViT|Llama)Model|ResNet|VGG|DenseNet"
    r"|EfficientNet|VisionTransformer"
)
#: and whose objects step
OPTIMIZER_TYPES = frozenset("Optimizer SGD Adam AdamW RMSprop Adagrad LBFGS".split())
#: ends of the names of classes whose objects hold data alone
DATASET_TYPES = ("Dataset", "ImageFolder", "Sampler")
#: what an annotation shows of a name beside its uses: modules are its elements, or its values by key
ELEMENTS, VALUES = "[nn.Module]", "{nn.Module}"
#: and that it is no wrapper which clears the gradients itself
OPTIMIZER = "Optimizer"
