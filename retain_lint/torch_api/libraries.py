"""Libraries that never see a graph, and calls that only read. Floor 1.

A whole library has one role by its first name (`numpy`); single rows come before it. A call of a data library gives
plain data whatever it is given: a tensor with history cannot get into numpy (it raises), and not out again. A few
functions of numpy hand it its own method, and so never take it in (OWN_METHODS, run under torch 2.13 and numpy 2.4).
"""

from __future__ import annotations

from retain_lint.torch_api.graph_control import rows
from retain_lint.torch_api.spec import ControlSpec, Role

#: packages whose functions compute with what they are given; what gets a function or a module is another matter
COMPUTATIONS = frozenset(
    {
        "torch",
        "torch.fft",
        "torch.linalg",
        "torch.nn.functional",
        "torch.nn.utils.rnn",
        "torch.sparse",
        "torch.special",
        "torch_cluster",
        "torch_geometric.nn",
        "torch_geometric.utils",
        "torch_scatter",
        "torch_sparse",
        "torchaudio.functional",
        "torchvision.ops",
        "torchvision.transforms.functional",
        "torchvision.utils",
        "kornia.color",
        "kornia.filters",
        "kornia.geometry.transform",
    }
)

# Not among them, though of the standard library: what hands its arguments on (collections, operator, functools, queue,
# random.choice) or runs code elsewhere (threading, multiprocessing). The graphs of other frameworks are not torch's.
DATA_LIBRARIES = frozenset(
    "Bio Box2D GPUtil Imath Levenshtein MDAnalysis MeCab MulticoreTSNE OpenEXR OpenGL PIL SimpleITK abc "
    "ai2thor airsim albumentations ale_py altair anndata argparse array ase astropy atari_py autograd av "
    "awkward base64 bisect blosc bokeh boto3 bpy bs4 bson bz2 caffe caffe2 carla cartopy catboost cdflib cffi "
    "chainer chardet chex cityscapesscripts colorama comet_ml configargparse configparser contractions "
    "crafter csv ctypes cupy cv2 cv_bridge cvxopt cvxpy cycler d4rl datetime dateutil decimal decord "
    "deepmind_lab dlib dm_control dm_control2gym dm_env dmc2gym docopt dominate dotenv dtaidistance "
    "editdistance emoji enum envpool errno face_recognition ffmpeg filelock filterpy flask flax fnmatch "
    "fontTools fractions ftfy fugashi g2p_en gazebo_msgs gc gdown gensim geometry_msgs geopandas getopt "
    "getpass gfootball git glob gmsh graphviz griddly grpc gurobipy gym gym3 gym_minigrid "
    "gym_super_mario_bros gymnasium gzip h5py habitat_sim haiku hashlib highway_env html igl imageio imgaug "
    "inflect inspect io isaacgym janome jax jieba jittor jiwer json kaldi_io kaldiio keras konlpy langdetect "
    "lasagne librosa lightgbm lmdb locale logging lws lxml lz4 lzma marlgrid math matplotlib mayavi "
    "mdtraj medmnist memory_gym meshio message_filters metaworld mido minatar mindspore minerl minigrid "
    "mlagents_envs mlflow mmap mne motmetrics moviepy mpi4py mpl_toolkits mplfinance msgpack mujoco mujoco_py "
    "mxnet natsort nav_msgs neptune nes_py netCDF4 networkx nibabel nle nltk nrrd num2words numbers numpy "
    "nvidia_smi omegaconf oneflow open3d opencc openpyxl optax orjson ortools os osgeo osqp overcooked_ai_py "
    "paddle pandas pathlib patsy pefile pettingzoo phate phonemizer pickle piexif platform ple plotly plyfile "
    "polars pprint pretty_midi prettytable procgen psutil psycopg2 pulp pyarrow pybullet pybullet_envs "
    "pycocotools pycuda pycwt pydicom pydub pyedflib pyemd pyfqmr pygame pyglet pygsp pylab pymatgen pymesh "
    "pymongo pynvml pypinyin pyproj pyquaternion pyrender pysc2 pysepm pysptk python_speech_features pytz "
    "pyvista pyworld pywt qimage2ndarray quadprog random rasterio rawpy rdkit re redis regex requests resampy "
    "retro roboschool robosuite roslib rospy rosservice rostopic rouge rouge_score ruamel sacrebleu scanpy "
    "scenedetect scipy scprep seaborn secrets sensor_msgs sentencepiece seqeval setproctitle shapely shlex "
    "shutil sidekit signal simplejson skimage sklearn skvideo smac socket soundfile spacy speechpy sqlalchemy "
    "sqlite3 statistics statsmodels std_msgs std_srvs string struct subprocess sympy sys tables "
    "tabulate tadasets tempfile tensorboard_logger tensorflow tensorflow_addons tensorflow_datasets "
    "tensorflow_probability tensorrt termcolor textblob textworld textwrap tf2_msgs tf2_ros theano tifffile "
    "tikzplotlib time timeit tinygrad tokenize toml tomli tomllib traceback transforms3d trimesh tsnecuda "
    "turbojpeg ujson umap underthesea unicodedata unidecode unityagents urllib uuid vizdoom vtk warnings warp "
    "webrtcvad wfdb wget wordcloud xarray xgboost xlrd xlsxwriter xlwt xml yacs yaml yfinance zarr zipfile "
    "zlib zstandard".split()
)

#: packages of models, criteria and metrics: they compute with what they are given, and run no engine
COMPUTING = frozenset(
    "clip efficientnet_pytorch einops geomloss kornia lpips open_clip piq pretrainedmodels pytorch_fid pytorch_gan_metrics "
    "pytorch_metric_learning pytorch_msssim segmentation_models_pytorch sentence_transformers timm torchmetrics".split()
)

#: packages in which the classes of these kinds hold no tensors that are trained, whatever makes them
HUBS = frozenset({"transformers", "diffusers"})
DATA_CLASSES = ("Config", "Tokenizer", "TokenizerFast", "Processor", "FeatureExtractor", "Scheduler", "CONFIG_MAPPING")
#: how their models are restored, and words in the names of these models' classes
HUB_MAKERS = ("from_pretrained", "from_config")
HUB_MODELS = ("Model", "For", "Autoencoder")

#: names, or the beginnings of names, of what makes models, though it is called like any function
MODEL_MAKERS = ("torchvision.models.", "torchaudio.models.", "timm.create_model", "timm.models.", "torch.hub.load")

#: those of them that make nothing but models with parameters to train, and words in the names of what else is there
TRAINABLE_MAKERS = ("torchvision.models.", "torchaudio.models.", "timm.create_model", "timm.models.create_model")
NO_MAKERS = ("Weights", "weight", "transforms", "list_", "feature_extraction", "_utils")

#: names, or the beginnings of names, of what makes graphs of nodes and edges: they hold data until a model stores more there
STRUCTURE_MAKERS = tuple(
    f"{package}.{name}"
    for package, names in {
        "dgl": "add_ bipartite data. dataloading. edge_subgraph edge_type_subgraph from_ graph heterograph in_subgraph "
        "metapath_reachable_graph node_subgraph node_type_subgraph rand_ remove_ reverse sampling. to_ transforms.",
        "ogb": "graphproppred. linkproppred. nodeproppred.",
        "torch_geometric": "data. datasets. loader. transforms. utils.from_",
    }.items()
    for name in names.split()
)

#: names of those libraries that hand out what they were given: no role
HANDED_ON = frozenset("random.choice random.choices random.sample random.shuffle math.prod math.fsum".split())

#: libraries of whose classes the command line, a file or the environment sets the fields that have a type
SETTINGS_LIBRARIES = frozenset(
    "pydantic pydantic_settings tap simple_parsing environ confz dynaconf draccus typed_settings chz".split()
)

#: functions of those libraries that call the method of the same name of what they are given: no role
OWN_METHODS = frozenset("numpy.squeeze numpy.swapaxes numpy.real".split())

#: prefixes of qualified names with one role; the first that fits decides, None means no role
PREFIXES: tuple[tuple[str, Role | None], ...] = (
    ("torch.optim.lr_scheduler.", Role.SCHEDULER),
    ("transformers.get_", Role.SCHEDULER),
    ("transformers.optimization.get_", Role.SCHEDULER),
    ("transformers.Warmup", Role.SCHEDULER),
    ("transformers.ConstantLRSchedule", Role.SCHEDULER),
    ("timm.scheduler.", Role.SCHEDULER),
    ("torch.utils.data.", Role.LOADER),
    ("torchvision.datasets.", Role.LOADER),
    ("torchaudio.datasets.", Role.LOADER),
    ("torchtext.datasets.", Role.LOADER),
    ("torchtext.data.", Role.LOADER),
    ("torchtext.legacy.", Role.LOADER),
    ("torch_geometric.datasets.", Role.LOADER),
    ("torch_geometric.loader.", Role.LOADER),
    ("torch_geometric.data.DataLoader", Role.LOADER),
    ("torch_geometric.data.NeighborSampler", Role.LOADER),
    ("torch_geometric.data.Dataset", Role.LOADER),
    ("torch_geometric.data.InMemoryDataset", Role.LOADER),
    ("torch_geometric.data.OnDiskDataset", Role.LOADER),
    ("ogb.graphproppred.mol_encoder.", None),
    ("ogb.graphproppred.", Role.LOADER),
    ("ogb.linkproppred.", Role.LOADER),
    ("ogb.nodeproppred.", Role.LOADER),
    ("ogb.lsc.", Role.LOADER),
    ("dgl.data.", Role.LOADER),
    ("dgl.dataloading.", Role.LOADER),
    ("learn2learn.data.", Role.LOADER),
    ("learn2learn.vision.datasets.", Role.LOADER),
    ("torchmeta.datasets.", Role.LOADER),
    ("torchmeta.utils.data.", Role.LOADER),
    ("torchnet.dataset.", Role.LOADER),
    ("webdataset.", Role.LOADER),
    ("ffcv.loader.", Role.LOADER),
    ("avalanche.benchmarks.", Role.LOADER),
    ("wilds.get_dataset", Role.LOADER),
    ("wilds.common.data_loaders.", Role.LOADER),
    ("monai.data.", Role.LOADER),
    ("nvidia.dali.", Role.LOADER),
    ("torchvision.io.", Role.VALUE),
    ("torchvision.utils.", Role.HARMLESS),
    ("torchsummary.", Role.HARMLESS),
    ("torchinfo.", Role.HARMLESS),
    ("torch.utils.tensorboard.", Role.HARMLESS),
    ("tensorboardX.", Role.HARMLESS),
    ("tensorboard_logger.", Role.HARMLESS),
    ("visdom.", Role.HARMLESS),
    ("wandb.", Role.HARMLESS),
    ("mlflow.", Role.HARMLESS),
    ("neptune.", Role.HARMLESS),
    ("comet_ml.", Role.HARMLESS),
    ("loguru.", Role.HARMLESS),
    ("rich.", Role.HARMLESS),
    ("torch.cuda.amp.", None),
    ("torch.cuda.graph", None),
    ("torch.cuda.", Role.VALUE),
    ("torch.backends.", Role.VALUE),
    ("torch.random.", Role.VALUE),
    ("torch.version.", Role.VALUE),
    ("torch.mps.", Role.VALUE),
    ("torch.xpu.", Role.VALUE),
    ("torch.signal.windows.", Role.FACTORY),
    ("torch.distributed.get_", Role.VALUE),
    ("torch.distributed.is_", Role.VALUE),
)

SINGLE = (
    *rows(Role.VALUE, "x", *"float int bool complex str repr format ascii len id hash type ord chr".split()),
    *rows(
        Role.VALUE, "object name", "isinstance", "issubclass", "hasattr", "callable", "dir", "input", "open", "range"
    ),
    # What was written to a file has no history; the rest of these libraries runs code elsewhere.
    *rows(Role.LOADED, "file", *(f"{name}.load" for name in "pickle joblib dill cloudpickle".split())),
    *rows(Role.LOADED, "data", *(f"{name}.loads" for name in "pickle dill cloudpickle".split())),
    # Objects come from another process as copies, without a history.
    *rows(Role.LOADED, "object_refs timeout", "ray.get"),
    *rows(Role.FACTORY, "pic", *(f"torchvision.transforms.functional.{x}" for x in ("to_tensor", "pil_to_tensor"))),
    *rows(Role.VALUE, "pic mode", "torchvision.transforms.functional.to_pil_image"),
    *rows(Role.VALUE, "path", "datasets.load_dataset", "datasets.load_from_disk", "evaluate.load"),
    *rows(Role.HARMLESS, "*values", "print", "breakpoint", "pprint.pprint"),
    *rows(
        Role.BATCH_LOADER,
        "dataset batch_size shuffle sampler batch_sampler num_workers collate_fn",
        "torch.utils.data.DataLoader",
    ),
    *rows(Role.CHAIN, "*iterables", "itertools.chain"),
    *rows(Role.CHAIN, "iterable", "itertools.chain.from_iterable"),
    # A progress bar is its iterable to whoever loops over it.
    *rows(Role.IDENTITY, "iterable", "tqdm.tqdm", "tqdm.trange", "tqdm.auto.tqdm", "tqdm.notebook.tqdm"),
    *rows(Role.IDENTITY, "iterable", "tqdm.autonotebook.tqdm", "tqdm.tqdm_notebook", "tqdm", "rich.progress.track"),
    *rows(Role.HARMLESS, "s", "tqdm.tqdm.write"),
    *rows(
        Role.HARMLESS,
        "tensor",
        "torch.distributed.init_process_group",
        "torch.distributed.destroy_process_group",
        "torch.distributed.barrier",
        "torch.distributed.all_reduce",
        "torch.distributed.reduce",
        "torch.distributed.broadcast",
        "torch.distributed.all_gather",
    ),
)

CONTROLS: dict[str, ControlSpec] = {row.name: row for row in SINGLE}
