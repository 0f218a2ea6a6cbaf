from .core import Recorder, step_and_return
from .keep import append_loss, set_attribute, step_and_keep
