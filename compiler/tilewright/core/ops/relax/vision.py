"""Images and boxes in images."""

from __future__ import annotations

from tilewright.core.ops.relax.torch_form import reordered
from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax

_UNWRITTEN = {
    **AS_WRITTEN,
    "torch form": "PyTorch has no such function",
}
_COLUMNS = {
    "score_index": "The column of a box that holds its score.",
    "id_index": "The column that holds the number of its class; negative when there is none.",
}
_MODES = {
    ("nearest_neighbor", "asymmetric", "floor"): 'mode="nearest"',
    ("nearest_neighbor", "half_pixel", "round"): 'mode="nearest-exact"',
    ("linear", "half_pixel"): 'mode="bilinear"',
    ("linear", "align_corners"): 'mode="bilinear", align_corners=True',
    ("cubic", "half_pixel"): 'mode="bicubic"',
    ("cubic", "align_corners"): 'mode="bicubic", align_corners=True',
}


def resize2d(fields: Fields) -> str | None:
    """The ways that `interpolate` knows; none for the others."""
    mode, method = fields["coordinate_transformation_mode"], fields["method"]
    way = (method, mode, fields["rounding_method"]) if method == "nearest_neighbor" else (method, mode)
    known = _MODES.get(way)
    if known is None or (method == "cubic" and (fields["cubic_alpha"] != -0.75 or fields["cubic_exclude"])):
        return None
    layout = str(fields["layout"])
    data = reordered(str(fields["data"]), layout, "NCHW")
    made = reordered(f"F.interpolate({data}, size={fields['size']}, {known})", "NCHW", layout)
    return made if fields["out_dtype"] in (None, "None") else f"{made}.to({fields['out_dtype']})"


def resize3d(fields: Fields) -> str | None:
    """The ways that `interpolate` knows for volumes."""
    mode, method = fields["coordinate_transformation_mode"], fields["method"]
    way = (method, mode, fields["rounding_method"]) if method == "nearest_neighbor" else (method, mode)
    known = _MODES.get(way)
    layout = str(fields["layout"])
    if known is None or method == "cubic":
        return None
    data = reordered(str(fields["data"]), layout, "NCDHW")
    made = f"F.interpolate({data}, size={fields['size']}, {known.replace('bilinear', 'trilinear')})"
    made = reordered(made, "NCDHW", layout)
    return made if fields["out_dtype"] in (None, "None") else f"{made}.to({fields['out_dtype']})"


def affine_grid(fields: Fields) -> str:
    """With the coordinates along axis 1, where PyTorch has them last."""
    data, corners = fields["data"], fields["align_corners"]
    made = f"F.affine_grid({data}, ({data}.shape[0], 1, *{fields['size']}), align_corners={corners})"
    return f"{made}.movedim(-1, 1)"


def grid_sample(fields: Fields) -> str | None:
    """With the coordinates along axis 1, where PyTorch has them last."""
    layout = str(fields["layout"])
    first = "NCHW" if len(layout) == 4 else "NCDHW"
    data = reordered(str(fields["data"]), layout, first)
    how = f"mode={fields['method']!r}, padding_mode={fields['padding_mode']!r}, align_corners={fields['align_corners']}"
    return reordered(f"F.grid_sample({data}, {fields['grid']}.movedim(1, -1), {how})", first, layout)


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "image.resize2d(data, size: Sizes, roi: floats = (0.0, 0.0, 0.0, 0.0), layout: str = 'NCHW', method: str = 'linear', coordinate_transformation_mode: str = 'half_pixel', rounding_method: str = 'round', cubic_alpha: float = -0.75, cubic_exclude: int = 0, extrapolation_value: float = 0.0, out_dtype: dtype = None)",
        "resize2d",
        "An image in another size.",
        group="image",
        torch="torch.nn.functional.interpolate",
        torch_form=resize2d,
        layout="resize",
        precision="follow",
        waives={"gradient": "no op of Relax computes the gradient"},
    ),
    relax(
        "image.resize3d(data, size: VolumeSizes, roi: floats = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0), layout: str = 'NCDHW', method: str = 'linear', coordinate_transformation_mode: str = 'half_pixel', rounding_method: str = '', cubic_alpha: float = -0.75, cubic_exclude: int = 0, extrapolation_value: float = 0.0, out_dtype: dtype = None)",
        "resize3d",
        "A volume in another size.",
        group="image",
        torch="torch.nn.functional.interpolate",
        torch_form=resize3d,
        waives={**AS_WRITTEN, "gradient": "no op of Relax computes the gradient"},
    ),
    relax(
        "image.affine_grid(data, size: Sizes, align_corners: bool = True)",
        "affine_grid",
        "The positions, from -1 to 1, of an image or volume of a size after the maps that matrices (batch, 2, 3) or (batch, 3, 4) are.",
        group="image",
        torch="torch.nn.functional.affine_grid",
        torch_form=affine_grid,
        waives={**AS_WRITTEN, "gradient": "no op of Relax computes the gradient"},
    ),
    relax(
        "image.grid_sample(data, grid, method: str = 'bilinear', layout: str = 'NCHW', padding_mode: str = 'zeros', align_corners: bool = False)",
        "grid_sample",
        "An image or volume at positions from -1 to 1: column, row and, in volumes, depth along axis 1 of `grid`.",
        group="image",
        torch="torch.nn.functional.grid_sample",
        torch_form=grid_sample,
        waives={**AS_WRITTEN, "gradient": "no op of Relax computes the gradient"},
    ),
    relax(
        "vision.all_class_non_max_suppression(boxes, scores, max_output_boxes_per_class, iou_threshold, score_threshold, output_format: str = 'onnx')",
        "all_class_non_max_suppression",
        "The boxes that overlap no better one of their class.",
        group="vision",
        gradient="zero",
        data_dependent=True,
        waives={**AS_WRITTEN, "torch form": "the operator belongs to torchvision, for one class at a time"},
    ),
    relax(
        "vision.get_valid_counts(data, score_threshold: float = 0, id_index: int = 0, score_index: int = 1)",
        "get_valid_counts",
        "The number of boxes with a score above the threshold in each image, the boxes with those in front, and the places where they stood.",
        group="vision",
        params=_COLUMNS,
        gradient="zero",
        waives=_UNWRITTEN,
    ),
    relax(
        "vision.non_max_suppression(data, valid_count, indices, max_output_size: int = -1, iou_threshold: float = 0.5, force_suppress: bool = False, top_k: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = 0, return_indices: bool = True, invalid_to_bottom: bool = False, soft_nms_sigma: float = 0.0, score_threshold: float = 0.0)",
        "non_max_suppression",
        "The boxes of each image that overlap no better one.",
        group="vision",
        params={
            **_COLUMNS,
            "valid_count": "The number of boxes of each image that count.",
            "max_output_size": "How many boxes of an image are kept; all when negative.",
            "force_suppress": "Whether boxes of different classes suppress one another too.",
            "top_k": "How many boxes of the highest scores are looked at; all when negative.",
            "coord_start": "The first of the four columns that hold the corners of a box.",
            "return_indices": "Whether the places of the boxes come back in place of the boxes.",
            "invalid_to_bottom": "Whether the boxes that are kept are moved to the front.",
            "soft_nms_sigma": "How slowly scores fall with the overlap (Bodla et al., Soft-NMS, 2017); 0 drops boxes instead.",
        },
        gradient="zero",
        waives=_UNWRITTEN,
    ),
    relax(
        "vision.multibox_transform_loc(cls_pred, loc_pred, anchor, clip: bool = False, threshold: float = 0.0, variances: any = (1.0, 1.0, 1.0, 1.0), keep_background: bool = True, apply_softmax: bool = True)",
        "multibox_transform_loc",
        "The boxes that offsets from anchors mean, and the scores of their classes (Liu et al., SSD, 2016).",
        group="vision",
        params={
            "cls_pred": "The score of each class for each anchor, before or after softmax.",
            "loc_pred": "Four offsets for each anchor.",
            "anchor": "The corners of the anchors: left, top, right and bottom.",
            "clip": "Whether corners are clipped to 0 and 1.",
            "variances": "What the offsets of x, y, width and height are multiplied by.",
            "keep_background": "Whether the scores of the background, class 0, come back too.",
            "apply_softmax": "Whether the scores still need softmax over the classes.",
        },
        gradient="zero",
        waives=_UNWRITTEN,
    ),
    relax(
        "vision.roi_align(data, rois, pooled_size: ints2, spatial_scale: float, sample_ratio: int = -1, aligned: bool = False, layout: str = 'NCHW', mode: str = 'avg')",
        "roi_align",
        "The mean, or the greatest, of interpolated samples in each cell of a grid over each region of an image (He et al., Mask R-CNN, 2017).",
        group="vision",
        params={
            "rois": "The regions: the number of the image, then left, top, right and bottom.",
            "pooled_size": "The rows and columns of the grid.",
            "spatial_scale": "What the corners of the regions are multiplied by.",
            "sample_ratio": "The samples of a cell along each axis; as many as it is high and wide, rounded up, when not positive.",
            "aligned": "Whether positions are those of the centres of pixels; without it, as in earlier networks, half a pixel off, and regions have at least one pixel.",
            "mode": '"avg" or "max".',
        },
        waives={
            **AS_WRITTEN,
            "gradient": "no op of Relax computes the gradient",
            "torch form": "the operator belongs to torchvision",
        },
    ),
    relax(
        "vision.roi_pool(data, rois, pooled_size: ints2, spatial_scale: float, layout: str = 'NCHW')",
        "roi_pool",
        "The greatest element in each cell of a grid over each region of an image; 0 where a cell is empty.",
        group="vision",
        params={
            "rois": "The regions: the number of the image, then left, top, right and bottom, the last two inclusive.",
            "pooled_size": "The rows and columns of the grid.",
            "spatial_scale": "What the corners of the regions are multiplied by.",
        },
        waives={
            **AS_WRITTEN,
            "gradient": "no op of Relax computes the gradient",
            "torch form": "the operator belongs to torchvision",
        },
    ),
)
