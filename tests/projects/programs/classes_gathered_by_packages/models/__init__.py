from models.deep import Deep
from models.flat import Flat

__all__ = ["Deep", "Flat"]
