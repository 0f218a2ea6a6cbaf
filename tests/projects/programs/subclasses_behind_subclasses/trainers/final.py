from .mixins import A, B


class Final(A, B):
    pass
