def minimize(fun, x0, args=(), method=None, jac=None):
    args = args if isinstance(args, tuple) else (args,)
    for _ in range(3):
        fun(x0, *args)
        if callable(jac):
            jac(x0, *args)
    return {"x": x0}
