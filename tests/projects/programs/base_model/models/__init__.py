from .pix_model import PixModel


def create_model(name):
    return {"pix": PixModel}[name]()
