"""A network compiled as model compilers do it: weights quantized by groups, passes of one's own in a pipeline of one's own, then memory and the machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import IRModule, dlight, relax, te, tir
from tilewright.relax.dpl import is_op, wildcard
from tilewright.relax.expr_functor import PyExprMutator, PyExprVisitor, mutator, visitor
from tilewright.relax.frontend import nn
from tilewright.runtime import Tensor
from tilewright.target import Target

pytestmark = pytest.mark.slow  # builds a network twice

GROUP, WORD = 32, 8  # weights that share a scale; weights of 4 bits in a word
ZERO = 7
LLVM = Target("llvm")


def quantized(weight: te.Tensor) -> Sequence[te.Tensor]:
    """The words, and the scale of each group."""
    rows, columns = weight.shape
    groups = tir.ceildiv(columns, GROUP)
    k = te.reduce_axis((0, GROUP), "k")
    largest = te.compute(
        (rows, groups),
        lambda i, g: te.max(
            tir.if_then_else(g * GROUP + k < columns, te.abs(weight[i, g * GROUP + k]), te.min_value("float32")), axis=k
        ),
        "largest",
    )
    scale = te.compute((rows, groups), lambda i, g: largest[i, g] / tir.const(ZERO, "float32"), "scale")

    def digit(i: tir.Var, j: Any) -> tir.PrimExpr:
        near = tir.round(weight[i, j] / scale[i, j // GROUP] + tir.const(ZERO, "float32"))
        return tir.min(tir.max(near, tir.const(0, "float32")), tir.const(2 * ZERO, "float32")).astype("uint32")

    b = te.reduce_axis((0, WORD), "b")
    words = te.compute(
        (rows, groups * (GROUP // WORD)),
        lambda i, j: te.sum(
            tir.if_then_else(
                j * WORD + b < columns, digit(i, j * WORD + b) << (b.var * 4).astype("uint32"), tir.const(0, "uint32")
            ),
            axis=b,
        ),
        "words",
    )
    return words, scale


def unpacked(words: te.Tensor, scale: te.Tensor, columns: int) -> te.Tensor:
    """The weights that words and scales stand for."""

    def weight(i: tir.Var, j: tir.Var) -> tir.PrimExpr:
        digit = tir.bitwise_and(
            tir.shift_right(words[i, j // WORD], (j % WORD * 4).astype("uint32")), tir.const(15, "uint32")
        )
        return (digit.astype("float32") - tir.const(ZERO, "float32")) * scale[i, j // GROUP]

    return te.compute((words.shape[0], columns), weight, "unpacked")


class QuantizedLinear(nn.Module):
    """A linear layer that unpacks its weights."""

    def __init__(self, linear: nn.Linear) -> None:
        rows, self.columns = linear.weight.shape
        groups = -(-self.columns // GROUP)
        self.words = nn.Parameter((rows, groups * (GROUP // WORD)), "uint32")
        self.scale = nn.Parameter((rows, groups), "float32")

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        weight = nn.op.tensor_expr_op(
            lambda words, scale: unpacked(words, scale, self.columns), "unpacked", args=[self.words, self.scale]
        )
        return nn.op.matmul(x, nn.op.permute_dims(weight))


class Quantizer(nn.Mutator):
    """Puts quantized layers into the place of linear ones."""

    def visit_module(self, name: str, node: nn.Module) -> Any:
        return QuantizedLinear(node) if isinstance(node, nn.Linear) else self.visit(name, node)


class Network(nn.Module):
    def __init__(self) -> None:
        self.norm = nn.RMSNorm(48, -1, 1e-5, bias=False)
        self.up = nn.Linear(48, 2 * 64, bias=False)
        self.down = nn.Linear(64, 48, bias=False)

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        gate, value = nn.op.split(self.up(self.norm(x)), 2, axis=-1)
        return self.down(nn.op.silu(gate) * value) + x


def transposed_product() -> tuple[str, Any]:
    return "own.transposed", is_op("relax.matmul")(wildcard(), is_op("relax.permute_dims")(wildcard()))


@mutator
class AsOneKernel(PyExprMutator):
    """Products with a transposed matrix as one kernel each."""

    def visit_call_(self, call: relax.Call) -> relax.Expr:
        if isinstance(call.op, relax.GlobalVar):
            attrs = self.builder_.get()[call.op].attrs
            if attrs and attrs.get("Composite") == "own.transposed":
                matrix, x = sorted(call.args, key=lambda each: each.struct_info.ndim)
                return self.builder_.call_te(self.product, x, matrix, primfunc_name_hint="product")
        return super().visit_call_(call)

    @staticmethod
    def product(x: te.Tensor, matrix: te.Tensor) -> te.Tensor:
        k = te.reduce_axis((0, matrix.shape[1]), "k")
        return te.compute(
            (*x.shape[:-1], matrix.shape[0]), lambda *at: te.sum(x(*at[:-1], k) * matrix[at[-1], k], axis=k), "product"
        )


@tilewright.transform.module_pass(opt_level=0, name="FuseTransposed")
class FuseTransposed:
    def transform_module(self, mod: IRModule, _ctx: Any) -> IRModule:
        mod = relax.transform.FuseOpsByPattern([transposed_product()])(mod)
        kernels = AsOneKernel(mod)
        for variable, func in mod.functions_items():
            if isinstance(func, relax.Function) and "Composite" not in (func.attrs or {}):
                kernels.builder_.update_func(variable, kernels.visit_expr(func))
        return relax.transform.DeadCodeElimination(["forward"])(kernels.builder_.get())


@tilewright.transform.module_pass(opt_level=0, name="BoundSizes")
class BoundSizes:
    def __init__(self, bounds: dict[str, int]) -> None:
        self.bounds = bounds

    def transform_module(self, mod: IRModule, _ctx: Any) -> IRModule:
        for variable, func in mod.functions_items():
            if isinstance(func, relax.Function):
                mod[variable] = func.with_attr("tir_var_upper_bound", self.bounds)
        return mod


@visitor
class Memory(PyExprVisitor):
    """The bytes of the storage that a function plans."""

    def __init__(self) -> None:
        self.bytes = 0

    def visit_call_(self, call: relax.Call) -> None:
        if call.op == tilewright.ir.Op.get("relax.memory.alloc_storage"):
            self.bytes += int(call.args[0].values[0])
        super().visit_call_(call)


def compiled(mod: IRModule, memory: Memory) -> relax.VirtualMachine:
    @tilewright.transform.module_pass(opt_level=0)
    def measured(mod: IRModule, _ctx: Any) -> IRModule:
        memory.visit_expr(mod["forward"])
        return mod

    @tilewright.transform.module_pass(opt_level=0)
    def pipeline(mod: IRModule, _ctx: Any) -> IRModule:
        passes = relax.transform
        return tilewright.transform.Sequential(
            [
                *[BoundSizes({"n": 16}), FuseTransposed(), passes.LegalizeOps(), passes.AnnotateTIROpPattern()],
                *[passes.FuseOps(), passes.FuseTIR(), passes.DeadCodeElimination()],
                *[dlight.ApplyDefaultSchedule(dlight.cpu.GEMV()), passes.RewriteDataflowReshape()],
                *[passes.ToNonDataflow(), passes.RemovePurityChecking(), passes.CallTIRRewrite()],
                *[passes.StaticPlanBlockMemory(), measured, passes.LowerAllocTensor(), passes.KillAfterLastUse()],
                *[passes.LowerRuntimeBuiltin(), passes.VMShapeLower(), passes.AttachGlobalSymbol()],
            ]
        )(mod)

    with LLVM:
        mod = pipeline(mod)
    return relax.VirtualMachine(relax.build(mod, LLVM), tilewright.cpu())


def quantize(weight: np.ndarray) -> tuple[Tensor, Tensor]:
    builder = relax.BlockBuilder()
    given = relax.Var("weight", relax.TensorStructInfo(weight.shape, "float32"))
    with builder.function("main", [given]):
        with builder.dataflow():
            made = builder.emit_output(builder.emit_te(quantized, given))
        builder.emit_func_output(made)
    words, scale = relax.VirtualMachine(relax.build(builder.finalize(), LLVM), tilewright.cpu())["main"](weight)
    return words, scale


def standing_for(words: np.ndarray, scale: np.ndarray, columns: int) -> np.ndarray:
    digits = np.stack([words >> np.uint32(4 * at) & np.uint32(15) for at in range(WORD)], -1).reshape(len(words), -1)
    return ((digits.astype("float32") - ZERO) * np.repeat(scale, GROUP, 1))[:, :columns]


def forward(x: np.ndarray, norm: np.ndarray, up: np.ndarray, down: np.ndarray) -> np.ndarray:
    rows = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * norm
    gate, value = np.split(rows @ up.T, 2, -1)
    return gate / (1 + np.exp(-gate)) * value @ down.T + x


@pytest.mark.parametrize("is_quantized", [False, True])
def test_a_network_through_a_pipeline_of_ones_own(is_quantized: bool) -> None:
    draw = np.random.default_rng(0)
    weights = {name: draw.standard_normal(shape).astype("float32") for name, shape in SHAPES.items()}
    network: nn.Module = Quantizer().visit("", Network()) if is_quantized else Network()
    spec = {"forward": {"x": nn.spec.Tensor([1, "n", 48], "float32"), "$": {"param_mode": "packed"}}}
    module, parameters = network.export_tvm(spec=spec)  # type: ignore[misc]
    memory = Memory()
    machine = compiled(module, memory)
    given = {name: tilewright.runtime.tensor(weight) for name, weight in weights.items()}
    if is_quantized:
        for name in ("up", "down"):
            words, scale = quantize(weights[f"{name}.weight"])
            given |= {f"{name}.words": words, f"{name}.scale": scale}
            columns = weights[f"{name}.weight"].shape[1]
            weights[f"{name}.weight"] = standing_for(words.numpy(), scale.numpy(), columns)
    packed = [given[name] for name, _ in parameters]
    for rows in (1, 5, 16):
        x = draw.standard_normal((1, rows, 48)).astype("float32")
        expected = forward(x, *weights.values())
        np.testing.assert_allclose(machine["forward"](x, packed).numpy(), expected, rtol=1e-3, atol=1e-3)
    assert memory.bytes


SHAPES = {"norm.weight": (48,), "up.weight": (128, 48), "down.weight": (48, 64)}
