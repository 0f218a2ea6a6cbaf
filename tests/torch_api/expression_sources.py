"""The measured expressions whose names are not Python: the source that was run."""

from __future__ import annotations

SOURCES: dict[str, str] = {
    "Tensor.to_sparse.to_dense": "self.to_sparse().to_dense()",
    "distributions.Normal.sample": "distribution.sample()",
    "bmm x@y": "x @ y",
    "3d@2d": "x @ y",
    "x*intTensor": "x * y",
    "x*boolTensor": "x * y",
    "x[idx0dim]": "x[zero]",
    "for row in x (unbind)": "torch.unbind(x)",
    "x[range,idx]": "x[[0, 1], idx]",
    "sum(list)": "sum([x, arg1, arg2])",
    "torch.stack": "torch.stack([x, arg1])",
    "Tensor.to(same)": "x.to(0)",
    "Tensor.to(float32)": "x.to(0)",
    "Tensor.to(cpu)": "x.to('cpu')",
    "Tensor.to(copy=True)": "x.to(0, copy=True)",
    "Tensor.double(same)": "x.double()",
    "Tensor.type(float32)": "x.type(0)",
    "Tensor.contiguous(same)": "x.contiguous()",
    "Tensor.contiguous(transposed)": "x.contiguous()",
    "Tensor.fill_(t)": "self.fill_(value)",
    "Tensor.lerp_ t": "self.lerp_(a1, a2)",
    **{
        f"F.{name}(inplace=True)": f"F.{name}(input, inplace=True)"
        for name in (
            "relu elu selu celu leaky_relu hardtanh relu6 silu hardswish rrelu dropout alpha_dropout "
            "feature_alpha_dropout hardsigmoid mish"
        ).split()
    },
    "torch.dropout(train)": "torch.dropout(x, 0.5, True)",
    "torch.dropout(eval)": "torch.dropout(x, 0.5, False)",
    "F.dropout(train)": "F.dropout(x, 0.5, True)",
    "F.dropout(eval)": "F.dropout(x, 0.5, False)",
    "F.dropout(p=0,train)": "F.dropout(x, 0, True)",
    "F.dropout(p=1,train)": "F.dropout(x, 1, True)",
    "F.linear nobias": "F.linear(input, weight)",
    "F.linear 3d": "F.linear(input, weight, bias)",
    "F.linear 1d": "F.linear(input, weight, bias)",
    "torch.batch_norm train": "torch.batch_norm(input, weight, bias, running_mean, running_var, True, 0.1, 1e-5)",
    "torch.batch_norm eval": "torch.batch_norm(input, weight, bias, running_mean, running_var, False, 0.1, 1e-5)",
    "F.gumbel_softmax(hard)": "F.gumbel_softmax(x, hard=True)",
    "torch.einsum ij,jk": "torch.einsum('ij,jk', a, b)",
    "torch.einsum ii->i": "torch.einsum('ii->i', a)",
    "torch.einsum ij->": "torch.einsum('ij->', a)",
    "torch.where(c,x,y)": "torch.where(cond, x, y)",
    "torch.where(c,x,0.)": "torch.where(cond, x, 0.0)",
    "torch.max(x,dim)": "torch.max(x, 1)",
    "torch.clamp(s)": "torch.clamp(x, 0, 1)",
    "torch.clamp(min=)": "torch.clamp(x, min=0)",
    "F.mse_loss(none)": "F.mse_loss(input, target, reduction='none')",
    "F.mse_loss(pred, const)": "F.mse_loss(input, target)",
    "F.cross_entropy(prob)": "F.cross_entropy(input, target)",
    "x.abs() complex": "x.abs()",
    "x.masked_fill(m,0)": "x.masked_fill(mask, 0)",
    "x.index_select": "x.index_select(0, index)",
    "x.gather": "x.gather(1, index)",
    "x.topk": "x.topk(1).values",
    "F.interpolate nearest": "F.interpolate(x, 2, mode='nearest')",
    "F.interpolate bilinear": "F.interpolate(x, 2, mode='bilinear')",
    "F.pad constant": "F.pad(x, (1, 1))",
    "F.pad reflect": "F.pad(x, (1, 1), mode='reflect')",
    "F.one_hot-mul": "F.one_hot(t) * x",
    "(x-y)**2 .mean()": "((x - y) ** 2).mean()",
    **{
        f"torch.fft.{name}({kind})": f"torch.fft.{name}(self)"
        for name in "fft ifft fft2 fftn rfft irfft hfft ihfft".split()
        for kind in ("real", "complex")
    },
}


def source_of(name: str) -> str:
    """The Python source of a measured expression; `0dim` is a tensor without dimensions."""
    name = name.removeprefix("expr:")
    if name in SOURCES:
        return SOURCES[name]
    if name.startswith("0dim"):
        return name.replace("0dim", "x", 1).replace("0dim", "y")
    return name
