"""Ops that sort, look up and list elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, at_run_time
from tilewright.core.topi import elementwise, sorting

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.te.tensor import Tensor


def _sort(builder: BlockBuilder, call: Call) -> RelaxExpr:
    ascending = not call.attrs["descending"]
    return builder.call_te(sorting.sort, call.args[0], int(call.attrs["axis"]), ascending, primfunc_name_hint="sort")


def _argsort(builder: BlockBuilder, call: Call) -> RelaxExpr:
    ascending = not call.attrs["descending"]
    given = {"axis": int(call.attrs["axis"]), "is_ascend": ascending, "dtype": _argument_dtype(call)}
    return builder.call_te(sorting.argsort, call.args[0], **given, primfunc_name_hint="argsort")


def _argument_dtype(call: Call) -> str:
    asked = str(call.attrs["dtype"])
    return "int32" if asked == "void" else asked


def _topk(builder: BlockBuilder, call: Call) -> RelaxExpr:
    given = {
        "k": call.attrs["k"],
        "axis": int(call.attrs["axis"]),
        "ret_type": str(call.attrs["ret_type"]),
        "is_ascend": not call.attrs["largest"],
        "dtype": _argument_dtype(call),
    }
    return builder.call_te(sorting.topk, call.args[0], **given, primfunc_name_hint="topk")


def _bucketize(builder: BlockBuilder, call: Call) -> RelaxExpr:
    values, boundaries = call.args
    given = (boundaries, values, bool(call.attrs["right"]), bool(call.attrs["out_int32"]))
    return builder.call_te(_searched, *given, primfunc_name_hint="searchsorted")


def _searched(boundaries: Tensor, values: Tensor, right: bool, narrow: bool) -> Tensor:
    """Looked up as int64, which may be too much."""
    found = sorting.searchsorted(boundaries, values, right, "int64")
    return elementwise.cast(found, "int32") if narrow else found


RULES: dict[str, Legalization] = {
    "bucketize": _bucketize,
    "sort": _sort,
    "argsort": _argsort,
    "topk": _topk,
    "unique": at_run_time("relax.run.unique"),
    "nonzero": at_run_time("relax.run.nonzero"),
}
