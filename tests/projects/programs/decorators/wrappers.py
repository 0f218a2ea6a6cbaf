import functools
import time


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = time.time()
        result = function(*args, **kwargs)
        wrapper.seconds = time.time() - start
        return result

    return wrapper


def repeat(times):
    def decorate(function):
        def inner(self, *args):
            for _ in range(times):
                function(self, *args)

        return inner

    return decorate
