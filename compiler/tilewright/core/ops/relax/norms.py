"""Normalisations."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.ops.relax_op import Fields, RelaxOp, relax


def batch_norm(fields: Fields) -> str:
    """The normalised tensor and both statistics, which training moves."""
    data, axis, mean, var = fields["data"], fields["axis"], fields["moving_mean"], fields["moving_var"]
    scale = fields["gamma"] if fields["scale"] else "None"
    shift = fields["beta"] if fields["center"] else "None"
    moved = f"{data}.movedim({axis}, 1)"
    if not fields["training"]:
        inner = f"F.batch_norm({moved}, {mean}, {var}, {scale}, {shift}, eps={fields['epsilon']})"
        return f"({inner}.movedim(1, {axis}), {mean}, {var})"
    inner = f"F.batch_norm({moved}, None, None, {scale}, {shift}, training=True, eps={fields['epsilon']})"
    flat = f"{data}.movedim({axis}, 0).flatten(1)"
    share = fields["momentum"]
    return (
        f"({inner}.movedim(1, {axis}), torch.lerp({mean}, {flat}.mean(1), {share}), "
        f"torch.lerp({var}, {flat}.var(1, correction=0), {share}))"
    )


def _over_last(call: str, data: str, axes: tuple[int, ...]) -> str:
    """A call on `{x}` that works on the last dimensions, on others."""
    last = tuple(range(-len(axes), 0))
    if axes == last:
        return call.replace("{x}", data)
    return f"{call.replace('{x}', f'{data}.movedim({axes}, {last})')}.movedim({last}, {axes})"


def layer_norm(fields: Fields) -> str:
    """Over the last dimensions, to which the axes are moved."""
    gamma = fields["gamma"]
    scale = gamma if fields["scale"] else "None"
    shift = fields["beta"] if fields["center"] else "None"
    call = f"F.layer_norm({{x}}, {gamma}.shape, {scale}, {shift}, {fields['epsilon']})"
    return _over_last(call, str(fields["data"]), tuple(fields["axes"]))


def rms_norm(fields: Fields) -> str:
    """Like `layer_norm`."""
    weight = fields["weight"]
    call = f"F.rms_norm({{x}}, {weight}.shape, {weight}, {fields['epsilon']})"
    return _over_last(call, str(fields["data"]), tuple(fields["axes"]))


def _channel_norm(name: str, *settings: str) -> Callable[[Fields], str]:
    """`group_norm` and `instance_norm`, whose channels stand second in PyTorch."""

    def torch_form(fields: Fields) -> str:
        axis = int(fields["channel_axis"])
        data = str(fields["data"]) if axis == 1 else f"{fields['data']}.movedim({axis}, 1)"
        given = "".join(f"{fields[setting]}, " for setting in settings)
        scale = fields["gamma"] if fields["scale"] else "None"
        shift = fields["beta"] if fields["center"] else "None"
        call = f"F.{name}({data}, {given}weight={scale}, bias={shift}, eps={fields['epsilon']})"
        return call if axis == 1 else f"{call}.movedim(1, {axis})"

    return torch_form


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "nn.batch_norm(data, gamma, beta, moving_mean, moving_var, axis: int, epsilon: float = 1e-05, center: bool = True, scale: bool = True, momentum: float = 0.1, training: bool = True)",
        "batch_norm",
        "Normalised over all dimensions but `axis`: the result, the new moving mean and the new moving variance.",
        group="nn",
        torch="torch.nn.functional.batch_norm",
        torch_form=batch_norm,
        layout="batch_norm",
        params={"beta": "What is added to the normalised elements."},
    ),
    relax(
        "nn.layer_norm(data, gamma, beta, axes: ints, epsilon: float = 1e-05, center: bool = True, scale: bool = True)",
        "over_axes",
        "Normalised over `axes`.",
        group="nn",
        torch="torch.nn.functional.layer_norm",
        torch_form=layer_norm,
        layout="layer_norm",
        precision="follow",
        params={"beta": "What is added to the normalised elements."},
    ),
    relax(
        "nn.group_norm(data, gamma, beta, num_groups: int, channel_axis: int, axes: ints, epsilon: float = 1e-05, center: bool = True, scale: bool = True)",
        "over_channels",
        "Normalised over groups of channels.",
        group="nn",
        torch="torch.nn.functional.group_norm",
        torch_form=_channel_norm("group_norm", "num_groups"),
        layout="over_channels",
        precision="follow",
        params={"beta": "What is added to the normalised elements."},
    ),
    relax(
        "nn.instance_norm(data, gamma, beta, channel_axis: int, axes: ints, epsilon: float = 1e-05, center: bool = True, scale: bool = True)",
        "over_channels",
        "Normalised over each channel of each item.",
        group="nn",
        torch="torch.nn.functional.instance_norm",
        torch_form=_channel_norm("instance_norm"),
        layout="over_channels",
        precision="follow",
        params={"beta": "What is added to the normalised elements."},
    ),
    relax(
        "nn.rms_norm(data, weight, axes: ints = -1, epsilon: float = 1e-05)",
        "over_axes",
        "Divided by the root of the mean square over `axes`.",
        group="nn",
        torch="torch.nn.functional.rms_norm",
        torch_form=rms_norm,
        layout="over_axes",
        precision="follow",
    ),
)
