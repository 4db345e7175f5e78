"""Arguments are known by the names that they have in TVM 0.27 as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tilewright
from tilewright import relax, te, tir, topi
from tilewright.arith import Analyzer, estimate_region_lower_bound, estimate_region_upper_bound
from tilewright.ir import Range
from tilewright.relax import analysis
from tilewright.relax.dpl import NotPattern, TupleGetItemPattern, wildcard

n = tir.Var("n", "int64")
info: Any = relax.TensorStructInfo((n, 4), "float32")
pattern = wildcard()
store = tir.Evaluate(tir.const(1, "int32"))
data = te.placeholder((4,), "float32")


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (analysis.tir_vars_in_struct_info, {"ty": info}),
        (analysis.definable_tir_vars_in_struct_info, {"ty": info}),
        (analysis.erase_to_well_defined, {"ty": info}),
        (analysis.get_static_type, {"ty": info}),
        (analysis.collect_non_negative_expressions, {"ty": info}),
        (pattern.has_struct_info, {"ty": info}),
        (NotPattern, {"to_reject": pattern}),
        (TupleGetItemPattern, {"tuple_value": pattern, "index": 0}),
        (relax.transform.UpdateParamStructInfo, {"ty_func": lambda _: None}),
        (tir.stmt_list, {"stmt": store}),
        (tilewright.device, {"device_type": "cpu", "index": 0}),
        (tir.max_value, {"dtype": "int8", "span": None}),
        (tir.min_value, {"dtype": "int8", "span": None}),
        (tir.infinity, {"dtype": "float32", "span": None}),
    ],
)
def test_arguments_have_both_names(function: Callable[..., object], names: dict[str, Any]) -> None:
    given, plain = function(**names), function(*names.values())
    assert type(given) is type(plain)
    assert str(given) == str(plain) or "object at" in str(given)


def test_a_module_is_made_of_an_expression() -> None:
    func = tir.PrimFunc([], store)
    assert tilewright.IRModule.from_expr(expr=func)["main"].body is store  # pyright: ignore[reportCallIssue]


def test_padding_has_a_name() -> None:
    assert topi.nn.reflect_pad(data, [1], [1], name="mirrored").op.name == "mirrored"


def test_an_analyzer_simplifies_what_maps_give() -> None:
    axis = tir.Var("axis", "int32")
    known = Analyzer()
    known.bind(axis, Range(0, 4))
    index_map = tir.IndexMap.from_func(lambda i: [i // 4, i % 4], index_dtype="int32")
    assert [str(e) for e in index_map.map_indices([axis])] == ["axis // 4", "axis % 4"]
    assert [str(e) for e in index_map.map_indices([axis], analyzer=known)] == ["0", "axis"]
    assert index_map.map_shape([16], analyzer=known) == index_map.map_shape([16])
    assert index_map.inverse([16], analyzer=known).is_equivalent_to(index_map.inverse([16]), analyzer=known)


def test_an_analyzer_simplifies_the_bounds_of_regions() -> None:
    start, known = tir.Var("start", "int32"), Analyzer()
    known.bind(start, Range(3, 4))
    inner = tir.Var("inner", "int32")
    region, domain = [Range.from_min_extent(start + inner, 2)], {inner: Range(0, 8)}
    (upper,) = estimate_region_upper_bound(region, domain, True, analyzer=known)
    assert (str(upper.min_value), str(upper.max_value)) == ("3", "11")
    lower = estimate_region_lower_bound(region, domain, True, analyzer=known)
    assert lower is None or str(lower[0].min_value) == "3"
