"""Pooling: the largest or the mean of each window, of windows of fixed size or of a fixed number of them."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.builder import reducers
from tilewright.core.ir.expr import Expr, IterVar, Select
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, cast, const, convert
from tilewright.core.te.operation import reduce_axis
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.linear import over
from tilewright.core.topi.nn.padding import pad
from tilewright.core.topi.nn.windows import places, several
from tilewright.core.topi.shapes import Sizes, known, named, product, required, simplified


def pool1d(
    data: Tensor,
    kernel: Sizes,
    stride: Sizes,
    dilation: Sizes,
    padding: Sizes,
    pool_type: str,
    ceil_mode: bool = False,
    layout: str = "NCW",
    count_include_pad: bool = True,
) -> Tensor:
    """`pool2d` over one axis."""
    return _pool(data, kernel, stride, dilation, padding, pool_type, ceil_mode, layout, count_include_pad, "W")


def pool2d(
    data: Tensor,
    kernel: Sizes,
    stride: Sizes,
    dilation: Sizes,
    padding: Sizes,
    pool_type: str,
    ceil_mode: bool = False,
    layout: str = "NCHW",
    count_include_pad: bool = True,
) -> Tensor:
    """The largest ("max") or the mean ("avg") of each window.

    `padding` holds what is added before each axis and then after each.  `count_include_pad` says whether padding counts in a mean, `ceil_mode` whether
    the last window may reach beyond the padding.
    """
    return _pool(data, kernel, stride, dilation, padding, pool_type, ceil_mode, layout, count_include_pad, "HW")


def pool3d(
    data: Tensor,
    kernel: Sizes,
    stride: Sizes,
    dilation: Sizes,
    padding: Sizes,
    pool_type: str,
    ceil_mode: bool = False,
    layout: str = "NCDHW",
    count_include_pad: bool = True,
) -> Tensor:
    """`pool2d` over three axes."""
    return _pool(data, kernel, stride, dilation, padding, pool_type, ceil_mode, layout, count_include_pad, "DHW")


def dimensions_of(layout: str) -> str:
    """The letters of a layout, without the sizes of its blocks: `NCHW16c` has five dimensions."""
    return "".join(letter for letter in layout if letter.isalpha())


class _Windows:
    """The windows of a pooling: which axes of the data they slide over, and how."""

    def __init__(self, data: Tensor, layout: str, letters: str, kernel: Sizes, stride: Sizes, dilation: Sizes) -> None:
        order = dimensions_of(layout)
        if len(order) != data.ndim:
            raise ValueError(f'the layout "{layout}" does not fit {data.ndim} dimensions')
        self.data, self.axes = data, [order.index(letter) for letter in letters]
        count = len(self.axes)
        self.kernel, self.stride, self.dilation = (several(one, count) for one in (kernel, stride, dilation))
        self.extents = [(size - 1) * wide + 1 for size, wide in zip(self.kernel, self.dilation)]
        self.over = [
            over(const(size, data.shape[at].dtype), f"rv{number}")
            for number, (size, at) in enumerate(zip(self.kernel, self.axes))
        ]

    def shape(self, before: Sequence[ExprLike], after: Sequence[ExprLike], ceil_mode: bool) -> list[Expr]:
        """The shape of the result."""
        found = list(self.data.shape)
        for at, extent, step, low, high in zip(self.axes, self.extents, self.stride, before, after):
            found[at] = places(found[at], extent, step, low, high, ceil_mode)
        return found

    def element(self, point: Sequence[Expr]) -> list[Expr]:
        """The indices in the padded data of the window's element at a point of the result and of the reduction axes."""
        found = list(point)
        for at, step, wide, axis in zip(self.axes, self.stride, self.dilation, self.over):
            found[at] = point[at] * step + axis.var * wide
        return found

    def inside(self, point: Sequence[Expr], before: Sequence[ExprLike]) -> Expr:
        """The number of elements of the window that lie in the data itself, at least 1."""
        counts: list[Expr] = []
        for at, size, step, wide, low in zip(self.axes, self.kernel, self.stride, self.dilation, before):
            start = point[at] * step - low
            end = binary("Min", start + (size - 1) * wide, self.data.shape[at] - 1)
            missing = binary("Max", const(0, start.dtype) - start, const(0, start.dtype))
            counts.append((end - start) // wide + 1 - (missing + (wide - 1)) // wide)
        return binary("Max", product(counts), const(1, counts[0].dtype))

    def padded(self, point: Sequence[Expr], before: Sequence[ExprLike], after: Sequence[ExprLike]) -> Expr:
        """The number of elements of the window that lie in the padded data: with `ceil_mode` the last window may reach beyond it."""
        counts: list[Expr] = []
        for at, size, step, wide, low, high in zip(self.axes, self.kernel, self.stride, self.dilation, before, after):
            start = point[at] * step - low
            end = binary("Min", start + (size - 1) * wide, self.data.shape[at] + high - 1)
            counts.append((end - start) // wide + 1)
        return product(counts)


def _pool(
    data: Tensor,
    kernel: Sizes,
    stride: Sizes,
    dilation: Sizes,
    padding: Sizes,
    pool_type: str,
    ceil_mode: bool,
    layout: str,
    count_include_pad: bool,
    letters: str,
) -> Tensor:
    windows = _Windows(data, layout, letters, kernel, stride, dilation)
    count = len(letters)
    given = several(padding, 2 * count)
    before, after = given[:count], given[count:]
    shape = windows.shape(before, after, ceil_mode)
    beyond = [high + (step - 1 if ceil_mode else 0) for high, step in zip(after, windows.stride)]
    neutral = reducers.max.identity(data.dtype) if pool_type == "max" else const(0, data.dtype)
    source = _around(data, windows.axes, before, beyond, neutral)
    if pool_type == "max":
        return named(
            shape,
            lambda *at: reducers.max(source(*windows.element(at)), axis=windows.over),
            "pool_max",
            "pool_max",
            {"schedule_rule": "meta_schedule.pool_max"},
        )
    _require_mean(pool_type)
    total = named(
        shape, lambda *at: reducers.sum(source(*windows.element(at)), axis=windows.over), "pool_sum", "pool_sum"
    )
    whole = const(_volume(windows.kernel), data.shape[windows.axes[0]].dtype)

    def mean(*at: Expr) -> Expr:
        if not count_include_pad:
            number = windows.inside(at, before)
        else:
            number = windows.padded(at, before, after) if ceil_mode else whole
        return binary("Div", total(*at), cast(number, data.dtype))

    return named(shape, mean, "pool_avg", "pool_avg", {"schedule_rule": "meta_schedule.pool_avg"})


def _require_mean(pool_type: str) -> None:
    if pool_type != "avg":
        raise ValueError(f'"{pool_type}" is no kind of pooling: there are "max" and "avg"')


def _volume(kernel: Sequence[int]) -> int:
    count = 1
    for size in kernel:
        count *= size
    return count


def _around(
    data: Tensor, axes: Sequence[int], before: Sequence[ExprLike], after: Sequence[ExprLike], value: Expr
) -> Tensor:
    """The data padded where anything is to be added."""
    if all(known(one) == 0 for one in (*before, *after)):
        return data
    low, high = dict(zip(axes, before)), dict(zip(axes, after))
    numbers = range(data.ndim)
    names = [f"ax{at}" for at in numbers]
    first, last = [low.get(at, 0) for at in numbers], [high.get(at, 0) for at in numbers]
    return pad(data, first, last, value, "pad_temp", axis_names=names)


def adaptive_pool(data: Tensor, output_size: Sequence[int], pool_type: str, layout: str = "NCHW") -> Tensor:
    """Pooling with `output_size` windows along depth, height and width, those of them that the layout has, of sizes as equal as can be."""
    axes = [at for letter in "DHW" if (at := dimensions_of(layout).find(letter)) >= 0]
    sizes = dict(zip(axes, [required(convert(size), "output_size") for size in output_size]))
    shape = [const(sizes[at], size.dtype) if at in sizes else size for at, size in enumerate(data.shape)]

    def reduced(reducer: reducers.Reducer, *at: Expr) -> Expr:
        place, summed = list(at), list[IterVar]()
        for number, axis in enumerate(axes):
            start, extent = _window(at[axis], data.shape[axis], sizes[axis])
            summed.append(reduce_axis((0, extent), f"rv{number}"))
            place[axis] = start + summed[-1].var
        return reducer(data(*place), axis=summed)

    if pool_type == "max":
        attrs = {"schedule_rule": "meta_schedule.adaptive_pool_max"}
        return named(shape, lambda *at: reduced(reducers.max, *at), "adaptive_pool_max", "adaptive_pool_max", attrs)
    _require_mean(pool_type)
    total = named(shape, lambda *at: reduced(reducers.sum, *at), "adaptive_pool_sum", "adaptive_pool_sum")

    def mean(*at: Expr) -> Expr:
        extents = [_window(at[axis], data.shape[axis], sizes[axis])[1] for axis in axes]
        return binary("Div", total(*at), simplified(product([cast(extent, data.dtype) for extent in extents])))

    attrs = {"schedule_rule": "meta_schedule.adaptive_pool_avg"}
    return named(shape, mean, "adaptive_pool_avg", "adaptive_pool_avg", attrs)


def _window(at: Expr, size: Expr, count: int) -> tuple[Expr, Expr]:
    """The first position of window `at` of `count` on an axis of that size, and its length."""
    whole = known(size)
    if whole is not None and whole % count == 0:
        return at * (whole // count), const(whole // count, size.dtype)
    start, stop = at * size // count, (at + 1) * size
    end = Select(binary("EQ", stop % count, const(0, stop.dtype)), stop // count, stop // count + 1)
    return start, end - start


def global_pool(data: Tensor, pool_type: str, layout: str = "NCHW") -> Tensor:
    """Pooling of depth, height and width as one window."""
    return adaptive_pool(data, [1] * sum(letter in "DHW" for letter in layout), pool_type, layout)
