"""The classes of torchvision.transforms and einops, as layers without parameters. Floor 1.

Read in the source of torchvision 0.29 and einops 0.8, and run on a float image under torch 2.13: what requires grad still does behind
a transform, what does not never does. So data that were loaded and transformed once, before a loop, have no graph that
the backward of each iteration could run again.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.torch_api.modules import CONTAINER, KEEPS_NOTHING, KEEPS_PRIVATE
from retain_lint.torch_api.spec import LayerSpec, When

#: decided by chance or by the size of the image
PERHAPS = LayerSpec("", holds=When.INPUT_GRAD_OR_SHAPE)
#: takes an image or an array, and raises TypeError where it is given a tensor; or makes an image of a tensor's bytes
READS = replace(KEEPS_NOTHING, takes_places=True)


def transforms(template: LayerSpec, names: str) -> tuple[LayerSpec, ...]:
    """The template under several names of torchvision.transforms."""
    return tuple(replace(template, name=f"torchvision.transforms.{name}") for name in names.split())


LIBRARY_LAYERS: dict[str, LayerSpec] = {
    row.name: row
    for row in (
        *transforms(READS, "ToTensor PILToTensor ToPILImage"),
        *transforms(replace(KEEPS_NOTHING, view=True), "CenterCrop RandomCrop"),
        *transforms(KEEPS_NOTHING, "ConvertImageDtype Pad RandomResizedCrop Resize Scale"),
        *transforms(KEEPS_NOTHING, "RandomHorizontalFlip RandomInvert RandomVerticalFlip"),
        *transforms(KEEPS_PRIVATE, "GaussianBlur Grayscale LinearTransformation Normalize"),
        *transforms(PERHAPS, "ColorJitter RandomAdjustSharpness RandomAffine RandomAutocontrast RandomErasing"),
        *transforms(PERHAPS, "RandomGrayscale RandomPerspective RandomRotation RandomSolarize"),
        *transforms(CONTAINER, "Compose Lambda"),  # of a list, or of one function
        replace(KEEPS_NOTHING, name="einops.layers.torch.Rearrange", view=True),
        replace(PERHAPS, name="einops.layers.torch.Reduce"),  # a maximum is kept, a mean is not
    )
}
