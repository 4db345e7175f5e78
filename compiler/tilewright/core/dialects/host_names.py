"""Names of Python code around scripts that the releases call differently: modules, functions and classes by dotted path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilewright.core.dialects.dialect import Dialect
from tilewright.core.dialects.pass_names import classic_pass_name, pass_name
from tilewright.core.dialects.s_tir import MOVED

# Packages that have moved as a whole, 0.22 -> 0.27.
PACKAGES: Final[Mapping[str, str]] = {
    "tvm.meta_schedule": "tvm.s_tir.meta_schedule",
    "tvm.dlight": "tvm.s_tir.dlight",
    "tvm.arith": "tvm.sym",
    **{
        f"tvm.contrib.{name}": f"tvm.support.{name}"
        for name in ("cc", "clang", "ndk", "nvcc", "popen_pool", "rocm", "tar", "utils", "xcode")
    },
}
# Functions and classes that are the same under another name, and are in one place only, in both releases.
_SAME: Final[Mapping[str, str]] = {
    **{
        f"tvm.ir.{name}": f"tvm_ffi.{name}"
        for name in ("structural_equal", "structural_hash", "get_first_structural_mismatch")
    },
    **{f"tvm.ir.{name}": f"tvm.relax.{name}" for name in ("DummyGlobalInfo", "VDevice")},
    "tvm.ir.register_intrin_lowering": "tvm.tirx.register_intrin_lowering",
}
# Those of `tvm.tir`.
_SAME_OF_TENSORIR: Final[Mapping[str, str]] = {
    "tvm.tir.BijectiveLayout": "tvm.s_tir.SBijectiveLayout",
    "tvm.tir.bijective_layout": "tvm.s_tir.sbijective_layout",
    "tvm.tir.Layout": "tvm.s_tir.SLayout",
    "tvm.tir.layout": "tvm.s_tir.slayout",
    "tvm.tir.BlockDependenceInfo": "tvm.s_tir.SBlockDependenceInfo",
    "tvm.tir.BlockScope": "tvm.s_tir.SBlockScope",
    "tvm.tir.StringImm": "tvm.ir.StringImm",
    "tvm.tir.analysis.expr_deep_equal": "tvm.ir.prim.expr_deep_equal",
    "tvm.tir.block_scope": "tvm.s_tir.sblock_scope",
    "tvm.tir.schedule.BlockRV": "tvm.s_tir.schedule.SBlockRV",
    "tvm.tir.schedule.schedule.BlockRV": "tvm.s_tir.schedule.schedule.SBlockRV",
    "tvm.tir.schedule.BlockScope": "tvm.s_tir.schedule.SBlockScope",
    "tvm.tir.transform.CommonSubexprElimTIR": "tvm.tirx.transform.CommonSubexprElim",
    "tvm.tir.transform.Simplify": "tvm.tirx.transform.StmtSimplify",
    "tvm.tir.transform.SimplifyConfig": "tvm.tirx.transform.StmtSimplifyConfig",
    **{
        f"tvm.tir.transform.{name}": f"tvm.s_tir.transform.{name}"
        for name in (
            "HoistedConditionals",
            "HoistedLetBindings",
            "InjectDoubleBufferConfig",
            "LoopPartitionConfig",
            "VerifyVTCMLimit",
        )
    },
}
_STRUCT_INFO: Final[Mapping[str, str]] = {
    f"tvm.relax.{kind}StructInfo": f"tvm.relax.{kind}Type" for kind in ("Tensor", "Shape", "Tuple", "Func", "Object")
}
_TENSORS: Final[Mapping[str, str]] = {
    f"tvm.{module}.{before}": f"tvm.runtime.{after}"
    for module in ("nd", "runtime.ndarray", "runtime")
    for before, after in (("array", "tensor"), ("empty", "empty"), ("NDArray", "Tensor"))
    if (module, before) != ("runtime", "empty")
}
_LATER: Final[Mapping[str, str]] = {
    "tvm.tir": "tvm.tirx",
    **MOVED,
    **PACKAGES,
    **_STRUCT_INFO,
    **_TENSORS,
    **_SAME,
    **_SAME_OF_TENSORIR,
    **{
        before.replace("tvm.ir.", "tvm.ir.base.", 1): after for before, after in _SAME.items() if "structural" in before
    },
    "tvm.register_func": "tvm.register_global_func",
    "tvm.relax.StringImm": "tvm.ir.StringImm",
    "tvm.relax.expr.Call": "tvm.relax.Call",
    "tvm.tir.function.TensorIntrin": "tvm.s_tir.TensorIntrin",
    "tvm.tir.stmt_functor.renew_defs": "tvm.s_tir.renew_defs",
}
# Paths of 0.22 in 0.27: packages, modules, classes and functions; what is below one that has moved goes with it.
LATER: Final[Mapping[str, str]] = {
    **{
        before.replace("tvm.tir.", "tvm.tirx.", 1): after  # as the releases between the two have them
        for before, after in _LATER.items()
        if before.startswith("tvm.tir.")
    },
    **_LATER,
}
# And the way back; tensors have the later names in 0.22, too.
EARLIER: Final[Mapping[str, str]] = {
    "tvm.tirx": "tvm.tir",
    "tvm.s_tir": "tvm.tir",
    "tvm.tirx.Layout": "tvm.tirx.Layout",  # another class than that of 0.22
    **{
        after: before
        for before, after in {**MOVED, **PACKAGES, **_STRUCT_INFO, **_SAME, **_SAME_OF_TENSORIR}.items()
        if after != "tvm.ir.StringImm"
    },
}


def moved(path: str, names: Mapping[str, str]) -> str:
    """A dotted path of one release in the other, by `LATER` or `EARLIER`: its longest beginning that has moved decides.  Names of `tilewright` move as those of `tvm` do."""
    root, dot, rest = path.partition(".")
    if root == "tilewright":
        made = moved(f"tvm{dot}{rest}", names)
        return f"tilewright{made.removeprefix('tvm')}" if made.partition(".")[0] == "tvm" else path
    parts = path.split(".")
    for end in range(len(parts), 1, -1):
        found = names.get(".".join(parts[:end]))
        if found is not None:
            return ".".join([found, *parts[end:]])
    return path


# Attributes that values have under another name, of which the text does not say what the value is.
LATER_ATTRIBUTES: Final[Mapping[str, str]] = {"struct_info": "ty"}
# Options of passes and attributes that are those of `s_tir`, where the others are those of `tirx`.
_TEXT_OF_BLOCKS: Final = frozenset(
    {"instr_siblings", "lwp_disable_func_prof", "lwp_max_depth", "lwp_min_height", "reset_start_id"}
)


def moved_text(text: str, dialect: Dialect) -> str:
    """The name in the release of a dialect of an attribute, operator, pass or option, "tir.noalias"."""
    if dialect.name != "tirx":
        return classic_pass_name(text)
    own = text.removeprefix("tir.")
    return f"s_tir.{own}" if own in _TEXT_OF_BLOCKS else pass_name(text, dialect)
