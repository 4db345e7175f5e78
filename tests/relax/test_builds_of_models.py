"""What building a model does once: constants, kernels that several calls share, and the cache of whole builds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tilewright import relax
from tilewright.core.driver.stored_executable import StoredExecutable
from tilewright.ir import IRModule
from tilewright.ir.function import PrimFunc
from tilewright.relax.transform import LegalizeOps, MergeKernels
from tilewright.runtime import load_module, tensor

Body = Callable[[Any, Any], Any]


def model(shape: tuple[Any, ...], body: Body) -> IRModule:
    """The function `main` of one float32 tensor."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo(shape, "float32"))
    with builder.function("main", [x]):
        with builder.dataflow():
            result = builder.emit_output(body(builder, x))
        builder.emit_func_output(result)
    return builder.get()


def random(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng((seed, *shape)).standard_normal(shape).astype("float32")


def run(executable: Any, x: np.ndarray) -> np.ndarray:
    return relax.VirtualMachine(executable)["main"](x).numpy()


def called(executable: Any) -> list[str]:
    """The names of the kernels that `main` calls."""
    return [
        item.value.args[0].name_hint
        for block in executable.ir_mod["main"].body.blocks
        for item in block.bindings
        if isinstance(item.value, relax.Call)
    ]


def conv(x: np.ndarray, w: np.ndarray, stride: int, pad: tuple[int, ...], step: int) -> np.ndarray:
    top, left, bottom, right = pad
    x = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)))
    high, wide = ((size - (kernel - 1) * step - 1) // stride + 1 for size, kernel in zip(x.shape[2:], w.shape[2:]))
    made = np.zeros((x.shape[0], w.shape[0], high, wide), "float32")
    for ky, kx in np.ndindex(*w.shape[2:]):
        part = x[:, :, ky * step :, kx * step :][:, :, : high * stride : stride, : wide * stride : stride]
        made += np.einsum("nihw,oi->nohw", part, w[:, :, ky, kx])
    return made


# Constants


@pytest.mark.parametrize(
    ("center", "scale", "axis"),
    [(True, True, 1), (False, True, 1), (True, False, 1), (False, False, 3), (True, True, -1)],
)
def test_a_batch_norm_by_constants_is_a_factor_and_an_offset(center: bool, scale: bool, axis: int) -> None:
    count = (5, 4)[axis in (3, -1)]
    gamma, beta, mean, variance = (random(count, seed=seed) for seed in range(4))
    variance = variance**2 + np.float32(0.1)

    def body(builder: Any, x: Any) -> Any:
        given = [relax.const(each) for each in (gamma, beta, mean, variance)]
        norm = relax.op.nn.batch_norm(x, *given, axis=axis, center=center, scale=scale, training=False)
        return builder.emit(relax.TupleGetItem(builder.emit(norm), 0))

    x = random(2, 5, 3, 4)
    wide = [1, 1, 1, 1]
    wide[axis] = count
    wanted = (x - mean.reshape(wide)) / np.sqrt(variance.reshape(wide) + 1e-5)
    wanted = wanted * gamma.reshape(wide) if scale else wanted
    wanted = wanted + beta.reshape(wide) if center else wanted
    executable = relax.build(model((2, 5, 3, 4), body))
    np.testing.assert_allclose(run(executable, x), wanted, rtol=2e-5, atol=2e-5)
    assert not any("batch_norm" in name for name in executable.native.function_names)


@pytest.mark.parametrize("groups", [1, 2])
def test_a_batch_norm_goes_into_the_weights_of_a_convolution(groups: int) -> None:
    weight = random(6, 4 // groups, 3, 3)
    gamma, beta, mean, variance = (random(6, seed=seed) for seed in range(4))
    variance = variance**2 + np.float32(0.1)

    def body(builder: Any, x: Any) -> Any:
        made = builder.emit(relax.op.nn.conv2d(x, relax.const(weight), groups=groups))
        norm = relax.op.nn.batch_norm(made, *map(relax.const, (gamma, beta, mean, variance)), axis=1, training=False)
        return builder.emit(relax.TupleGetItem(builder.emit(norm), 0))

    x = random(1, 4, 8, 8)
    each = [slice(at * 4 // groups, (at + 1) * 4 // groups) for at in range(groups)]
    parts = [
        conv(x[:, part], weight[at * 6 // groups : (at + 1) * 6 // groups], 1, (0,) * 4, 1)
        for at, part in enumerate(each)
    ]
    made = np.concatenate(parts, 1)
    wanted = (made - mean[:, None, None]) / np.sqrt(variance + 1e-5)[:, None, None] * gamma[:, None, None]
    executable = relax.build(model((1, 4, 8, 8), body))
    np.testing.assert_allclose(run(executable, x), wanted + beta[:, None, None], rtol=1e-4, atol=1e-4)
    names = " ".join(executable.native.function_names)
    assert "multiply" not in names
    assert "batch_norm" not in names


def test_a_norm_of_a_convolution_that_others_read_keeps_its_weights() -> None:
    weight, ones = random(6, 4, 3, 3), np.ones(6, "float32")

    def body(builder: Any, x: Any) -> Any:
        made = builder.emit(relax.op.nn.conv2d(x, relax.const(weight)))
        given = [relax.const(each) for each in (ones * 2, ones, ones, ones)]
        norm = builder.emit(relax.op.nn.batch_norm(made, *given, axis=1, training=False))
        return builder.emit(relax.op.add(builder.emit(relax.TupleGetItem(norm, 0)), made))

    x = random(1, 4, 8, 8)
    made = conv(x, weight, 1, (0,) * 4, 1)
    wanted = (made - 1) / np.sqrt(np.float32(1 + 1e-5)) * 2 + 1 + made
    np.testing.assert_allclose(run(relax.build(model((1, 4, 8, 8), body)), x), wanted, rtol=1e-4, atol=1e-4)


def test_what_depends_on_constants_alone_is_computed_once() -> None:
    weight = random(7, 5)

    def body(builder: Any, x: Any) -> Any:
        return builder.emit(relax.op.matmul(x, builder.emit(relax.op.permute_dims(relax.const(weight)))))

    executable = relax.build(model((3, 5), body))
    assert called(executable) == ["matmul"]
    np.testing.assert_allclose(run(executable, random(3, 5)), random(3, 5) @ weight.T, rtol=1e-5, atol=1e-5)


def test_a_wide_broadcast_of_a_constant_is_not_stored() -> None:
    def body(builder: Any, x: Any) -> Any:
        wide = builder.emit(relax.op.broadcast_to(relax.const(random(1, 512)), (512, 512)))
        return builder.emit(relax.op.matmul(x, wide))

    executable = relax.build(model((2, 512), body))
    assert len(called(executable)) == 2
    wanted = random(2, 512) @ np.broadcast_to(random(1, 512), (512, 512))
    np.testing.assert_allclose(run(executable, random(2, 512)), wanted, rtol=1e-4, atol=1e-3)


def test_a_constant_that_is_returned_stays_a_result() -> None:
    def body(builder: Any, x: Any) -> Any:
        turned = builder.emit(relax.op.permute_dims(relax.const(random(3, 5))))
        return relax.Tuple([turned, builder.emit(relax.op.add(x, x))])

    found = relax.VirtualMachine(relax.build(model((2,), body)))["main"](random(2))
    np.testing.assert_array_equal(found[0].numpy(), random(3, 5).T)


@pytest.mark.parametrize(
    ("stride", "pad", "step", "kernel"),
    [
        (1, (1, 1, 1, 1), 1, 3),
        (2, (3, 3, 3, 3), 1, 7),
        (1, (0, 0, 0, 0), 1, 1),
        (2, (1, 0, 2, 1), 1, 3),
        (1, (2, 2, 2, 2), 2, 3),
        (2, (0, 0, 0, 0), 1, 1),
        (3, (1, 2, 1, 0), 1, 1),
        (1, (3, 1, 2, 2), 1, 3),
    ],
)
def test_a_convolution_computes_panels_of_channels(stride: int, pad: tuple[int, ...], step: int, kernel: int) -> None:
    weight = random(64, 40, kernel, kernel)

    def body(builder: Any, x: Any) -> Any:
        made = relax.op.nn.conv2d(x, relax.const(weight), strides=stride, padding=pad, dilation=step)
        return builder.emit(relax.op.nn.relu(builder.emit(made)))

    executable = relax.build(model((2, 40, 11, 13), body))
    assert "packed" in called(executable)[0]
    x = random(2, 40, 11, 13)
    wanted = np.maximum(conv(x, weight, stride, pad, step), 0)
    np.testing.assert_allclose(run(executable, x), wanted, rtol=1e-4, atol=1e-3)


def test_pixels_that_a_convolution_reads_with_steps_are_copied_to_be_neighbours() -> None:
    def body(builder: Any, x: Any) -> Any:
        return builder.emit(relax.op.nn.conv2d(x, relax.const(random(32, 64, 1, 1)), strides=2))

    executable = relax.build(model((1, 64, 13, 13), body))
    assert "alloc_buffer((1, 64, 7, 7))" in executable.ir_mod[called(executable)[0]].script()


def test_channels_of_a_padded_image_do_not_share_few_places_of_the_caches() -> None:
    def body(builder: Any, x: Any) -> Any:
        return builder.emit(relax.op.nn.conv2d(x, relax.const(random(32, 64, 3, 3)), padding=1))

    executable = relax.build(model((1, 64, 14, 14), body))
    assert "alloc_buffer((1, 64, 17, 16))" in executable.ir_mod[called(executable)[0]].script()
    executable = relax.build(model((1, 64, 12, 12), body))
    assert "alloc_buffer((1, 64, 14, 14))" in executable.ir_mod[called(executable)[0]].script()


# Kernels


def layers(builder: Any, x: Any) -> Any:
    for seed in range(6):
        x = builder.emit(relax.op.nn.softmax(builder.emit(relax.op.matmul(x, relax.const(random(64, 64, seed=seed))))))
    return x


def test_layers_of_one_form_share_their_kernels() -> None:
    executable = relax.build(model((64, 64), layers))
    assert sorted(set(called(executable))) == ["matmul", "softmax"]
    assert len(called(executable)) == 12
    x = wanted = random(64, 64)
    for seed in range(6):
        power = wanted @ random(64, 64, seed=seed)
        power = np.exp(power - power.max(1, keepdims=True))
        wanted = power / power.sum(1, keepdims=True)
    np.testing.assert_allclose(run(executable, x), wanted, rtol=1e-4, atol=1e-5)


def test_only_small_kernels_are_merged() -> None:
    def body(builder: Any, x: Any) -> Any:
        small = builder.emit(relax.op.nn.softmax(builder.emit(relax.op.sum(x, axis=1))))
        return builder.emit(relax.op.matmul(x, builder.emit(relax.op.nn.relu(small))))

    legal = LegalizeOps()(model((8, 8), body))
    merged = MergeKernels(max_work=100)(legal)
    (name,) = [variable.name_hint for variable in merged.functions if variable.name_hint.startswith("main_native")]
    assert "matmul" not in merged[name].script()
    assert any(v.name_hint == "matmul" for v, f in merged.functions.items() if isinstance(f, PrimFunc))


def test_a_chain_of_calls_compiles_each_kernel_once() -> None:
    def body(builder: Any, x: Any) -> Any:
        weight = relax.const(random(40, 40))
        for _ in range(100):
            x = builder.emit(relax.op.nn.softmax(builder.emit(relax.op.matmul(x, weight))))
        return x

    assert len(relax.build(model((40, 40), body)).native.function_names) == 3


# The cache of builds


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_CACHE_DIR", str(tmp_path))
    return tmp_path


def network(seed: int, size: Any = 2) -> IRModule:
    """Convolution, norm, and a dense layer large enough for panels."""
    weight, dense = random(64, 8, 3, 3, seed=seed), random(256, 64, seed=seed)
    parts = [np.abs(random(64, seed=seed + each)) for each in range(4)]

    def body(builder: Any, x: Any) -> Any:
        made = builder.emit(relax.op.nn.conv2d(x, relax.const(weight), padding=1))
        norm = builder.emit(relax.op.nn.batch_norm(made, *map(relax.const, parts), axis=1, training=False))
        last = builder.emit(relax.op.permute_dims(builder.emit(relax.TupleGetItem(norm, 0)), [0, 2, 3, 1]))
        flat = builder.emit(relax.op.reshape(last, (size * 36, 64)))
        return builder.emit(relax.op.matmul(flat, builder.emit(relax.op.permute_dims(relax.const(dense)))))

    return model((size, 8, 6, 6), body)


def test_a_second_build_is_not_lowered_again(folder: Path) -> None:
    first, second = relax.build(network(0)), relax.build(network(0))
    assert not isinstance(first, StoredExecutable)
    assert isinstance(second, StoredExecutable)
    x = random(2, 8, 6, 6)
    np.testing.assert_array_equal(run(first, x), run(second, x))
    assert second.params_of("main") == ("x",)
    assert second.function_names == ("main",)


def test_a_build_without_computed_constants_is_kept_where_a_transpose_is_not_needed(folder: Path) -> None:
    weight, x = random(65, 256), random(1, 256)

    def body(builder: Any, given: Any) -> Any:
        turned = builder.emit(relax.op.permute_dims(relax.const(weight)))
        return builder.emit(relax.op.matmul(given, turned))

    made = [relax.build(model((1, 256), body)) for _ in range(2)]
    assert [isinstance(each, StoredExecutable) for each in made] == [False, True]
    for each in made:
        np.testing.assert_allclose(run(each, x), x @ weight.T, rtol=1e-4, atol=1e-4)


def test_other_weights_use_the_same_record(folder: Path) -> None:
    relax.build(network(0))
    stored = relax.build(network(1))
    assert isinstance(stored, StoredExecutable)
    x = random(2, 8, 6, 6)
    found = run(stored, x)
    folder.joinpath("other").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_CACHE_DIR", str(folder / "other"))
        wanted = relax.build(network(1))
    assert not isinstance(wanted, StoredExecutable)
    np.testing.assert_array_equal(found, run(wanted, x))


def test_small_constants_are_part_of_the_name(folder: Path) -> None:
    def adding(number: float) -> IRModule:
        return model((4,), lambda builder, x: builder.emit(relax.op.add(x, relax.const(number, "float32"))))

    relax.build(adding(1))
    assert run(relax.build(adding(2)), np.zeros(4, "float32"))[0] == 2


def test_what_is_not_stored_is_built_when_asked_for(folder: Path, tmp_path: Path) -> None:
    first, second = relax.build(network(0)), relax.build(network(0))
    assert isinstance(second, StoredExecutable)
    assert second.as_text() == first.as_text()
    assert second.stats() == first.stats()
    x = random(2, 8, 6, 6)
    second.export_library(tmp_path / "model.so")
    np.testing.assert_allclose(run(load_module(tmp_path / "model.so"), x), run(first, x), rtol=1e-5)
    assert "matmul" in str(relax.VirtualMachine(second).profile("main", tensor(x)))


def test_wrong_arguments_are_named_as_before(folder: Path) -> None:
    first, second = relax.build(network(0)), relax.build(network(0))
    said: list[str] = []
    for each in (first, second):
        with pytest.raises((TypeError, ValueError)) as caught:
            run(each, random(2, 8, 6, 7))
        said.append(str(caught.value))
    assert said[0] == said[1]


def test_a_broken_record_is_replaced(folder: Path) -> None:
    relax.build(network(0))
    for file in folder.iterdir():
        file.write_bytes(file.read_bytes()[:-9])
    assert not isinstance(relax.build(network(0)), StoredExecutable)
    assert isinstance(relax.build(network(0)), StoredExecutable)


def test_settings_and_unknown_sizes_have_records_of_their_own_or_none(folder: Path) -> None:
    from tilewright import transform
    from tilewright.tir import Var

    relax.build(network(0))
    with transform.PassContext(opt_level=0):
        assert not isinstance(relax.build(network(0)), StoredExecutable)
    assert not isinstance(relax.build(network(0), relax_pipeline="zero"), StoredExecutable)
    count = Var("n", "int64")
    relax.build(network(0, count))
    assert not isinstance(relax.build(network(0, count)), StoredExecutable)
