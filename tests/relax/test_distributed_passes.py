"""Passes on tensors over meshes of devices: from wishes for some tensors to what each worker runs."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright import relax
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T

passes = relax.distributed.transform


@I.ir_module
class Wished:
    I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2)), R.device_mesh((2,), I.Range(2, 4))]})

    @R.function
    def main(
        x: R.Tensor((8, 16), "float32"), a: R.Tensor((16, 32), "float32"), b: R.Tensor((32, 4), "float32")
    ) -> R.Tensor((8, 4), "float32"):
        h = R.matmul(x, a)
        g = R.multiply(R.nn.gelu(h), R.const(2.0, "float32"))
        k = R.dist.annotate_sharding(g, "mesh[0]", "S[1]")
        y = R.matmul(k, b)
        return y


def layouts(mod: IRModule) -> dict[str, str]:
    """The placement of each parameter and variable of `main`."""
    func: Any = mod["main"]
    variables = [*func.params, *(item.var for block in func.body.blocks for item in block.bindings)]
    return {var.name_hint: str(getattr(var.struct_info, "placement", "")) for var in variables}


def test_a_wish_spreads_in_both_directions_along_the_axes_that_run_together() -> None:
    found = layouts(passes.PropagateSharding()(Wished))
    assert (found["x"], found["a"], found["b"]) == ("R", "S[1]", "S[0]")
    assert (found["h"], found["g"], found["y"]) == ("S[1]", "S[1]", "R")
    assert "k" not in found  # a wish that is met falls away


def test_what_spreads_is_what_each_operator_infers() -> None:
    made = passes.PropagateSharding()(Wished)
    assert_structural_equal(from_source(made.script()), made)
    assert 'R.dist.const(2.0, R.DTensor((), "float32", "mesh[0]", "R"))' in made.script()


def test_another_layout_is_a_redistribution() -> None:
    mod = from_source(
        Wished.script()
        .replace(
            "return y", 'z = R.dist.annotate_sharding(y, device_mesh="mesh[1]", placement="S[0]")\n        return z'
        )
        .replace('-> R.Tensor((8, 4), dtype="float32")', "")
    )
    made = passes.PropagateSharding()(mod)
    assert 'R.dist.redistribute(y, device_mesh="mesh[1]", placement="S[0]")' in made.script()


def test_a_function_without_wishes_stays() -> None:
    mod = from_source(
        Wished.script().replace('R.dist.annotate_sharding(g, device_mesh="mesh[0]", placement="S[1]")', "g")
    )
    assert passes.PropagateSharding()(mod) is mod


def test_axes_run_together_through_reshapes_transposes_and_functions() -> None:
    @I.ir_module
    class Mod:
        I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})

        @T.prim_func(private=True)
        def merged(A: T.Buffer((4, 8, 6), "float32"), B: T.Buffer((4, 48), "float32")):
            for i, j in T.grid(4, 48):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj // 6, vj % 6]

        @R.function
        def main(x: R.Tensor((4, 48), "float32")) -> R.Tensor((48, 4), "float32"):
            cls = Mod
            a = R.reshape(x, R.shape([4, 8, 6]))
            b = R.nn.softmax(a, axis=-1)
            c = R.call_tir(cls.merged, (b,), out_sinfo=R.Tensor((4, 48), "float32"))
            d = R.permute_dims(c)
            e = R.dist.annotate_sharding(d, "mesh[0]", "S[0]")
            return e

    found = layouts(passes.PropagateSharding()(Mod))
    assert found == {"x": "S[1]", "a": "S[1]", "b": "S[1]", "c": "S[1]", "d": "S[0]"}


GLOBAL = """
from tilewright.script import ir as I, relax as R, tir as T

@I.ir_module
class Mod:
    I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})

    @T.prim_func(private=True)
    def matmul(A: T.Buffer((8, 16), "float32"), B: T.Buffer((16, 4), "float32"), C: T.Buffer((8, 4), "float32")):
        for i, j, k in T.grid(8, 4, 16):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

    @R.function
    def main(x: R.DTensor((8, 16), "float32", "mesh[0]", "S[1]"), w: R.DTensor((16, 4), "float32", "mesh[0]", "S[0]")) -> R.DTensor((8, 4), "float32", "mesh[0]", "R"):
        cls = Mod
        y = R.dist.call_tir(cls.matmul, (x, w), out_sinfo=R.DTensor((8, 4), "float32", "mesh[0]", "R"))
        return y
"""


def test_a_sum_over_a_cut_axis_is_summed_over_the_workers() -> None:
    mod = passes.LowerGlobalViewToLocalView()(from_source(GLOBAL))
    part: Any = mod["matmul1"]
    assert [[int(size) for size in part.buffer_map[param].shape] for param in part.params] == [[8, 8], [8, 4], [8, 4]]
    assert 'R.ccl.allreduce(gv, op_type="sum", in_group=False)' in mod.script()
    assert "R.dist.call_tir_local_view(cls.matmul1, (x, w)" in mod.script()


def test_a_function_that_uses_a_cut_axis_as_a_number_is_refused() -> None:
    text = GLOBAL.replace("A[vi, vk] * B[vk, vj]", 'A[vi, vk] * B[vk, vj] * T.Cast("float32", vk)')
    with pytest.raises(ValueError, match="uses an axis that is cut as a whole"):
        passes.LowerGlobalViewToLocalView()(from_source(text))


def test_parts_must_be_equal() -> None:
    text = GLOBAL.replace("(2,), I.Range(0, 2)", "(3,), I.Range(0, 3)")
    with pytest.raises(ValueError, match="16 elements cannot be cut into 3 equal parts"):
        passes.LowerGlobalViewToLocalView()(from_source(text))


@pytest.mark.parametrize(("workers", "is_refused"), [(3, False), (2, True)])
def test_what_repeats_is_cut_between_its_repetitions(workers: int, is_refused: bool) -> None:
    mod = from_source(f"""from tvm.script import ir as I, relax as R, tir as T
@I.ir_module
class Module:
    I.module_global_infos({{"mesh": [R.device_mesh(({workers},), I.Range(0, {workers}))]}})
    @T.prim_func(private=True)
    def tile(A: T.Buffer((4,), "float32"), B: T.Buffer((12,), "float32")):
        for i in range(12):
            with T.block("B"):
                v = T.axis.spatial(12, i)
                B[v] = A[v % 4]
    @R.function
    def main(x: R.DTensor((4,), "float32", "mesh[0]", "R")):
        y = R.dist.call_tir(Module.tile, (x,), out_sinfo=R.DTensor((12,), "float32", "mesh[0]", "S[0]"))
        return y
""")
    if is_refused:
        with pytest.raises(ValueError, match="an axis that repeats after 4 elements cannot be cut into parts of 6"):
            passes.LowerGlobalViewToLocalView()(mod)
        return
    part: Any = passes.LowerGlobalViewToLocalView()(mod)["tile1"]
    assert [[int(size) for size in part.buffer_map[param].shape] for param in part.params] == [[4], [4]]


def test_workers_receive_their_parts_from_the_first() -> None:
    mod = passes.LowerDistIR()(passes.LowerGlobalViewToLocalView()(from_source(GLOBAL)))
    text = mod.script()
    assert "R.ccl.scatter_from_worker0(x, num_workers=2, axis=1)" in text
    assert "R.ccl.scatter_from_worker0(w, num_workers=2, axis=0)" in text
    assert "DTensor" not in text
    assert 'out_sinfo=R.Tensor((8, 4), dtype="float32")' in text
    assert_structural_equal(mod["main"].ret_struct_info, R.Tensor((8, 4), "float32"))


def test_a_tuple_of_weights_is_received_field_by_field() -> None:
    @I.ir_module
    class Mod:
        I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})

        @R.function
        def main(
            w: R.Tuple(R.DTensor((8,), "float32", "mesh[0]", "S[0]"), R.DTensor((8,), "float32", "mesh[0]", "R")),
        ) -> R.DTensor((8,), "float32", "mesh[0]", "S[0]"):
            a = w[0]
            b = R.exp(a)
            return b

    text = passes.LowerDistIR()(Mod).script()
    assert "R.ccl.scatter_from_worker0(gv, num_workers=2, axis=0)" in text
    assert "R.ccl.broadcast_from_worker0" in text
    assert 'b: R.Tensor((4,), dtype="float32") = R.exp(' in text


def test_redistribution_of_a_whole_tensor_is_the_choice_of_a_part() -> None:
    @I.ir_module
    class Mod:
        I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})

        @R.function
        def main(x: R.DTensor((8, 4), "float32", "mesh[0]", "R"), y: R.DTensor((8, 4), "float32", "mesh[0]", "S[0]")):
            a = R.dist.redistribute(x, "mesh[0]", "S[1]")
            b = R.dist.redistribute(y, "mesh[0]", "S[0]")
            return (a, b)

    text = passes.LegalizeRedistribute()(Mod).script()
    assert "R.dist.redistribute_replica_to_shard(x, num_workers=2, axis=1)" in text
    assert '"S[0]") = y' in text


def test_a_tensor_in_parts_is_not_exchanged() -> None:
    @I.ir_module
    class Mod:
        I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})

        @R.function
        def main(x: R.DTensor((8, 4), "float32", "mesh[0]", "S[0]")):
            a = R.dist.redistribute(x, "mesh[0]", "R")
            return a

    with pytest.raises(ValueError, match='from "S\\[0\\]" to "R"'):
        passes.LegalizeRedistribute()(Mod)


def test_placements_fit_the_mesh_and_the_tensor() -> None:
    mesh = relax.distributed.DeviceMesh((2, 2), I.Range(0, 4))
    with pytest.raises(ValueError, match="a mesh of 2 dimensions"):
        relax.distributed.DTensorStructInfo(
            R.Tensor((4, 4), "float32"), mesh, relax.distributed.Placement.from_text("R")
        )
    with pytest.raises(ValueError, match="is not cut along axis 3"):
        relax.distributed.DTensorStructInfo(
            R.Tensor((4, 4), "float32"), mesh, relax.distributed.Placement.from_text("S[3], R")
        )


def _wished(sizes: str, lines: str) -> IRModule:
    """Two square tensors on a mesh of these sizes."""
    head = f"""from tvm.script import ir as I, relax as R
@I.ir_module
class Module:
    I.module_global_infos({{"mesh": [R.device_mesh({sizes}, I.Range(0, 4))]}})
    @R.function
    def main(x: R.Tensor((8, 8), "float32"), y: R.Tensor((8, 8), "float32")):
"""
    return from_source(head + "".join(f"        {line}\n" for line in lines.splitlines()))


@pytest.mark.parametrize(
    ("sizes", "lines", "sentence"),
    [
        (
            "(4,)",
            """a = R.dist.annotate_sharding(x, "mesh[0]", "S[0]")
t = R.permute_dims(a)
z = R.add(a, t)
return z""",
            "cut along its axes 0 and 1 by one dimension",
        ),
        (
            "(2, 2)",
            """a = R.dist.annotate_sharding(x, "mesh[0]", "S[0], R")
b = R.dist.annotate_sharding(y, "mesh[0]", "R, S[0]")
z = R.add(a, b)
return z""",
            "axis 0 is to be cut along dimension 1 of the mesh and runs together",
        ),
    ],
    ids=["two axes that run together", "two wishes"],
)
def test_wishes_that_contradict_each_other_are_refused(sizes: str, lines: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        passes.PropagateSharding()(_wished(sizes, lines))


@pytest.mark.parametrize(
    ("begin", "end"),
    [("3", ""), ("0", "C[v] = C[v] + D[v]"), ("0", "D[v] = T.float32(1)")],
    ids=["a sum that begins with a number", "a bias behind the sum", "another result"],
)
def test_what_workers_would_add_several_times_is_refused(begin: str, end: str) -> None:
    behind = (
        f"""
        for i in range(8):
            with T.block("behind"):
                v = T.axis.spatial(8, i)
                {end}"""
        if end
        else ""
    )
    mod = from_source(f"""from tvm.script import ir as I, relax as R, tir as T
@I.ir_module
class Module:
    I.module_global_infos({{"mesh": [R.device_mesh((2,), I.Range(0, 2))]}})
    @T.prim_func(private=True)
    def sums(A: T.Buffer((8, 8), "float32"), D: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
        for i, j in T.grid(8, 8):
            with T.block("sum"):
                v, k = T.axis.remap("SR", [i, j])
                with T.init():
                    C[v] = T.float32({begin})
                C[v] = C[v] + A[v, k]{behind}
    @R.function
    def main(x: R.Tensor((8, 8), "float32"), d: R.Tensor((8,), "float32")):
        a = R.dist.annotate_sharding(x, "mesh[0]", "S[1]")
        y = R.call_tir(Module.sums, (a, d), out_sinfo=R.Tensor((8,), "float32"))
        return y
""")
    spread = passes.PropagateSharding()(mod)
    with pytest.raises(ValueError, match="what the block `sum` reduces along a cut axis is not a result"):
        passes.LowerGlobalViewToLocalView()(spread)


def test_parameters_that_are_tuples_in_tuples_are_refused() -> None:
    mod = from_source("""from tvm.script import ir as I, relax as R
@I.ir_module
class Module:
    I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})
    @R.function
    def main(p: R.Tuple(R.Tuple(R.Tensor((8, 8), "float32")))):
        q = p[0]
        x = q[0]
        a = R.dist.annotate_sharding(x, "mesh[0]", "S[0]")
        z = R.add(a, a)
        return z
""")
    with pytest.raises(ValueError, match="the parameter `p` has tensors over a mesh in a tuple in a tuple"):
        passes.LowerDistIR()(passes.PropagateSharding()(mod))
