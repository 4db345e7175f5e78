"""Networks as classes: what is exported of them, as it prints, and what parameters and containers do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.nn_cases import cases
from tilewright import relax, tir
from tilewright.ir import assert_structural_equal
from tilewright.relax import analysis
from tilewright.relax.frontend import nn
from tilewright.relax.frontend.nn import core, op, spec
from tilewright.runtime import Tensor
from tilewright.script import from_source

CASES = cases(nn, tir)


@pytest.mark.parametrize("name", list(CASES))
def test_what_is_exported_is_well_formed_and_reads_back(name: str) -> None:
    network, methods, debug = CASES[name]
    module, params = network.export_tvm(methods, debug=debug)
    assert analysis.well_formed(module)
    assert dict(params) == network.state_dict()
    assert_structural_equal(from_source(module.script(show_meta=True)), module)


class Block(nn.Module):
    def __init__(self) -> None:
        self.layers = nn.ModuleList([nn.Linear(4, 8), nn.SiLU()])
        self.out = nn.Linear(8, "vocab", bias=False)

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        return self.out(self.layers(x))


def exported(network: nn.Module, methods: dict[str, Any], **options: Any) -> str:
    lines = network.export_tvm(methods, **options)[0].script().splitlines()
    return "\n".join(lines[next(at for at, line in enumerate(lines) if line.startswith("@I")) :])


def test_weights_are_parameters_named_by_their_paths() -> None:
    assert (
        exported(Block(), {"forward": {"x": spec.Tensor(("n", 4), "float32")}})
        == """\
@I.ir_module
class Module:
    @R.function
    def forward(x: R.Tensor(("n", 4), dtype="float32"), layers_0_weight: R.Tensor((8, 4), dtype="float32"), layers_0_bias: R.Tensor((8,), dtype="float32"), out_weight: R.Tensor(("vocab", 8), dtype="float32")) -> R.Tensor(("n", "vocab"), dtype="float32"):
        n = T.int64()
        vocab = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            permute_dims: R.Tensor((4, 8), dtype="float32") = R.permute_dims(layers_0_weight, axes=None)
            matmul: R.Tensor((n, 8), dtype="float32") = R.matmul(x, permute_dims, out_dtype="void")
            add: R.Tensor((n, 8), dtype="float32") = R.add(matmul, layers_0_bias)
            silu: R.Tensor((n, 8), dtype="float32") = R.nn.silu(add)
            permute_dims1: R.Tensor((8, vocab), dtype="float32") = R.permute_dims(out_weight, axes=None)
            matmul1: R.Tensor((n, vocab), dtype="float32") = R.matmul(silu, permute_dims1, out_dtype="void")
            gv: R.Tensor((n, vocab), dtype="float32") = matmul1
            R.output(gv)
        return gv"""
    )


class Counter(nn.Module):
    def __init__(self) -> None:
        self.cache = nn.KVCache(2, [4])
        self.scale = nn.Parameter((4,))

    def step(self, x: nn.Tensor, length: tir.Var) -> nn.Tensor:
        self.cache.append(x * self.scale)
        return self.cache.view(length)


def test_states_go_through_functions_and_may_be_packed() -> None:
    methods = {"x": spec.Tensor((1, 4), "float32"), "length": int}
    modes = {"param_mode": "packed", "effect_mode": "packed"}
    assert (
        exported(Counter(), {"step": {**methods, "$": modes}})
        == """\
@I.ir_module
class Module:
    @R.function
    def _initialize_effect() -> R.Tuple(R.Object):
        with R.dataflow():
            lv: R.Tensor((2, 4), dtype="float32") = R.zeros(R.shape([2, 4]), dtype="float32")
            cache: R.Object = R.call_pure_packed("vm.builtin.attention_kv_cache_create", lv, R.shape([2, 4]), R.prim_value(0), sinfo_args=(R.Object,))
            lv1: R.Tuple(R.Object) = (cache,)
            gv: R.Tuple(R.Object) = lv1
            R.output(gv)
        return gv

    @R.function
    def step(x: R.Tensor((1, 4), dtype="float32"), length_1: R.Shape(["length"]), packed_effects: R.Tuple(R.Object), packed_params: R.Tuple(R.Tensor((4,), dtype="float32"))) -> R.Tuple(R.Tensor(("length", 4), dtype="float32"), R.Tuple(R.Object)):
        length = T.int64()
        R.func_attr({"num_input": 3})
        with R.dataflow():
            cache1: R.Object = packed_effects[0]
            scale: R.Tensor((4,), dtype="float32") = packed_params[0]
            mul: R.Tensor((1, 4), dtype="float32") = R.multiply(x, scale)
            lv2: R.Object = R.call_inplace_packed("vm.builtin.attention_kv_cache_append", cache1, mul, inplace_indices=[0], sinfo_args=(R.Object,))
            lv3: R.Tensor((length, 4), dtype="float32") = R.call_pure_packed("vm.builtin.attention_kv_cache_view", lv2, R.shape([length, 4]), sinfo_args=(R.Tensor((length, 4), dtype="float32"),))
            gv1: R.Tuple(R.Tensor((length, 4), dtype="float32"), R.Tuple(R.Object)) = (lv3, (lv2,))
            R.output(gv1)
        return gv1"""
    )


class Gate(nn.Module):
    define_subroutine = True

    def __init__(self, size: int) -> None:
        self.weight = nn.Parameter((size,))

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        return nn.sigmoid(x * self.weight)


class Gates(nn.Module):
    def __init__(self) -> None:
        self.gates = nn.ModuleDict({"a": Gate(4), "b": Gate(4), "c": Gate(2)})

    def forward(self, x: nn.Tensor, y: nn.Tensor) -> Any:
        return self.gates["b"](self.gates["a"](x)), self.gates["c"](y)


def test_modules_of_one_shape_share_their_subroutine() -> None:
    methods = {
        "x": spec.Tensor(("n", 4), "float32"),
        "y": spec.Tensor((3, 2), "float32"),
        "$": {"param_mode": "packed"},
    }
    module, _ = Gates().export_tvm({"forward": methods})
    assert sorted(variable.name_hint for variable in module.functions) == ["forward", "gate", "gate1"]
    assert analysis.well_formed(module)
    assert 'gate_output1: R.Tensor((n, 4), dtype="float32") = cls.gate(gate_output, gates_b_weight)' in module.script()


def kernel_network() -> nn.Module:
    twice: Any = from_source(
        """
        from tvm.script import tir as T

        @T.prim_func(private=True)
        def twice(a: T.handle, b: T.handle, n: T.int64):
            A = T.match_buffer(a, (n,), "float32")
            B = T.match_buffer(b, (n,), "float32")
            for i in range(n):
                with T.block("B"):
                    v = T.axis.spatial(n, i)
                    B[v] = A[v] * T.float32(2)
        """
    )

    class Kernels(nn.Module):
        def forward(self, x: nn.Tensor, n: tir.Var) -> Any:
            made = op.tensor_ir_op(twice, "twice", [x, n], nn.Tensor.placeholder((n,), "float32"))
            return op.tensor_ir_inplace_op(twice, "twice", [x, n], [-1], nn.Tensor.placeholder((n,), "float32")) + made

    return Kernels()


def test_functions_in_tensor_ir_take_tensors_and_then_sizes() -> None:
    text = exported(kernel_network(), {"forward": {"x": spec.Tensor(("n",), "float32"), "n": int}})
    result = 'out_sinfo=R.Tensor((n,), dtype="float32")'
    assert f"R.call_tir(cls.twice, (x,), {result}, tir_vars=R.shape([n]))" in text
    assert f"R.call_tir_inplace(cls.twice, (x,), {result}, inplace_indices=[-1], tir_vars=R.shape([n]))" in text
    assert text.count("def twice") == 1


def test_tensors() -> None:
    tensor = nn.Tensor.placeholder((2, "n"), "float16")
    assert repr(nn.Tensor.from_const(np.zeros((1, 10)))) == 'Tensor([1, 10], "float32")'
    assert repr(nn.Tensor.from_scalar(1.5, "float16")) == 'Tensor([], "float16")'
    assert (tensor.ndim, tensor.dtype, str(tensor.shape)) == (2, "float16", "[2, n]")
    with pytest.raises(ValueError, match=r"-1 stands in the shape \[2, -1\]"):
        nn.Tensor.placeholder((2, -1), "float32")
    with pytest.raises(TypeError, match="int64, and `n` is int32"):
        nn.Tensor.placeholder((tir.Var("n", "int32"),), "float32")
    with pytest.raises(RuntimeError, match="`add` was called outside"):
        nn.add(nn.Tensor.placeholder((2,), "float32"), nn.Tensor.placeholder((2,), "float32"))


def test_parameters_take_elements_of_their_shape_and_type() -> None:
    weight = nn.Parameter((2, 3))
    weight.to("float16")
    weight.data = np.ones((2, 3), "float16")
    assert isinstance(weight.data, Tensor)
    for wrong, message in (
        (np.ones((3, 2), "float16"), r"Shape mismatch: expected \(2, 3\), got \(3, 2\)"),
        (np.ones((2, 3), "float32"), "Dtype mismatch: expected float16, got float32"),
    ):
        with pytest.raises(ValueError, match=message):
            weight.data = wrong
    with pytest.raises(TypeError, match="an array or a tensor, not list"):
        weight.data = [1, 2]
    with pytest.raises(ValueError, match="change the type before"):
        weight.to("float32")
    weight.data = None
    weight.to("float32")
    assert weight.dtype == "float32"


def test_the_default_type_of_parameters() -> None:
    core.set_default_dtype("float16")
    try:
        assert nn.Linear(2, 2).weight.dtype == "float16"
    finally:
        core.set_default_dtype("float32")
    layer = nn.Linear(2, 2, out_dtype="float32")
    layer.to("float16")
    assert layer.bias is not None
    assert (layer.weight.dtype, layer.bias.dtype) == ("float16", "float32")


def test_state_dicts() -> None:
    source, target = Block(), Block()
    names = ["layers.0.weight", "layers.0.bias", "out.weight"]
    assert list(source.state_dict()) == names
    assert [name for name, _ in source.named_parameters("model.")] == [f"model.{name}" for name in names]
    source.out = target.out = nn.Linear(8, 2, bias=False)
    for parameter in source.parameters():
        parameter.data = np.full(parameter.shape, 2, "float32")
    state = source.state_dict()
    assert target.load_state_dict(state) == ([], [])
    assert all(float(np.min(parameter.data.numpy())) == 2 for parameter in target.parameters() if parameter.data)
    extra = {**state, "more": state.pop("out.weight")}
    assert target.load_state_dict({k: v for k, v in extra.items() if k != "out.weight"}, strict=False) == (
        ["out.weight"],
        ["more"],
    )
    with pytest.raises(KeyError, match="Missing keys"):
        target.load_state_dict(state)
    with pytest.raises(ValueError, match=r"Parameter layers\.0\.weight is not set"):
        target.load_state_dict(Block().state_dict())


def test_containers() -> None:
    modules = nn.ModuleDict({"a": nn.ReLU()})
    modules.update({"b": nn.SiLU()})
    assert list(modules.keys()) == ["a", "b"]
    assert [type(module) for module in modules] == [nn.ReLU, nn.SiLU]
    assert "b" in modules
    assert modules.get("c") is None
    assert isinstance(modules.pop("b"), nn.SiLU)
    weights = nn.ParameterList([nn.Parameter((2,))])
    weights.append(nn.Parameter((3,)))
    named = nn.ParameterDict({"w": nn.Parameter((4,))})

    class Holder(nn.Module):
        def __init__(self) -> None:
            self.weights, self.named = weights, named

    holder = Holder()
    holder.to("float16")
    assert [(name, p.shape, p.dtype) for name, p in holder.named_parameters()] == [
        ("weights.0", [2], "float16"),
        ("weights.1", [3], "float16"),
        ("named.w", [4], "float16"),
    ]
    wrong: Any = nn.ReLU()
    with pytest.raises(TypeError, match=r"ParameterList elements must be nn\.Parameter, but got ReLU"):
        weights.append(wrong)
    with pytest.raises(TypeError, match=r"ParameterDict values must be nn\.Parameter"):
        named["w"] = wrong


def test_mutators_replace_what_they_visit() -> None:
    visited: list[str] = []

    class Widened(nn.Mutator):
        def visit_module(self, name: str, node: nn.Module) -> Any:
            visited.append(name)
            return nn.Linear(8, 16) if isinstance(node, nn.Linear) else self.visit(name, node)

        def visit_param(self, name: str, node: nn.Parameter) -> Any:
            visited.append(name)
            return nn.Parameter((5,))

        def visit_effect(self, name: str, node: nn.Effect) -> Any:
            visited.append(name)
            return nn.KVCache(8, [4])

    network = Widened().visit("", Block())
    assert [p.shape for p in network.parameters()] == [[16, 8], [16], [16, 8], [16]]
    counter = Widened().visit_module("", Counter())
    assert (counter.scale.shape, counter.cache.init_seq_len) == ([5], 8)
    assert visited == ["layers.0", "layers.1", "out", "", "cache", "scale"]


def test_specifications() -> None:
    methods = {"forward": {"x": spec.Tensor((1, 4), "float32")}}
    assert str(spec.ModuleSpec.from_raw(methods, Block())) == "ModuleSpec:\n  forward(x: Tensor([1, 4], 'float32'))"
    step = spec.MethodSpec.from_raw({"x": (int, spec.Tensor((1,), "float32")), "length": "int"}, Counter().step)
    assert str(step) == "MethodSpec(x: (int, Tensor([1], 'float32')), length: int)"
    with pytest.raises(ValueError, match="Invalid param_mode: loose; it is one of plain, packed, none"):
        spec.MethodSpec.from_raw({"$": {"param_mode": "loose"}}, Block().forward)
    with pytest.raises(ValueError, match="no parameter `y`; it has x"):
        spec.MethodSpec.from_raw({"y": int}, Block().forward)
    with pytest.raises(TypeError, match="Invalid spec for argument x: 3"):
        spec.MethodSpec.from_raw({"x": 3}, Block().forward)


def test_debugging_needs_an_export_for_it() -> None:
    class Shown(nn.Module):
        def forward(self, x: nn.Tensor) -> nn.Tensor:
            op.print_(x)
            return x

    methods = {"forward": {"x": spec.Tensor((1,), "float32")}}
    with pytest.raises(RuntimeError, match="only supported when debug mode is on"):
        Shown().export_tvm(methods)
    assert "test_frontend_nn.py:" in exported(Shown(), methods, debug=True)


def test_modules_without_forward_say_so() -> None:
    class Empty(nn.Module):
        pass

    with pytest.raises(NotImplementedError, match="does not have a `forward` method"):
        Empty()(1)


class External(nn.Module):
    def __init__(self, code: str = "") -> None:
        self.functions = nn.SourceModule(
            {"added": lambda a, b: nn.Tensor.placeholder(a.shape, "float32")}, source_code=code, source_format="cpp"
        )

    def forward(self, a: nn.Tensor, b: nn.Tensor) -> nn.Tensor:
        nn.add_extern(self.functions)
        return self.functions["added"](a, b)

    def again(self, a: nn.Tensor, b: nn.Tensor) -> nn.Tensor:
        return self.forward(a, b)


ADDED = {"forward": {"a": spec.Tensor(("n",), "float32"), "b": spec.Tensor(("n",), "float32")}}


def test_external_modules_are_exported_where_that_is_allowed() -> None:
    network = External()
    module, _, externs = network.export_tvm(ADDED, allow_extern=True)
    assert externs == [network.functions]
    assert 'added = R.call_dps_packed("added", (a, b), out_sinfo=R.Tensor((n,), dtype="float32"))' in module.script()
    with pytest.raises(ValueError, match="allow_extern=True"):
        network.export_tvm(ADDED)
    with pytest.raises(ValueError, match=r"Duplicate symbols: \['added'\]"):
        network.export_tvm({**ADDED, "again": ADDED["forward"]}, allow_extern=True)
    with pytest.raises(RuntimeError, match="only be invoked when exporting"):
        nn.add_extern(network.functions)
    with pytest.raises(ValueError, match="Tilewright builds for the CPU"):
        nn.SourceModule({}, "", "cu")
    with pytest.raises(ValueError, match="Not a file"):
        nn.ObjectModule({}, "nowhere.o")


def test_sizes_and_axes_are_given_one_by_one_or_together() -> None:
    x = nn.Tensor.placeholder([2, 3, 4], "float32")
    builder = relax.BlockBuilder()
    with builder.function("main", [x._expr]):
        assert x.reshape(6, 4).shape == x.reshape((6, 4)).shape == x.reshape([6, 4]).shape == [6, 4]
        assert x.permute_dims(2, 0, 1).shape == x.permute_dims([2, 0, 1]).shape == [4, 2, 3]
        builder.emit_func_output(x._expr)
