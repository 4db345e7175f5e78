# Generated from tilewright.relax.analysis by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import StructInfo as _StructInfo
from tilewright.core.analysis.struct_info import BaseCheckResult as BaseCheckResult
from tvm.relax.analysis import definable_tir_vars_in_struct_info as _definable_tir_vars_in_type_

definable_tir_vars_in_type = _definable_tir_vars_in_type_
from tvm.relax.analysis import derive_call_ret_struct_info as _derive_call_ret_type_

derive_call_ret_type = _derive_call_ret_type_
from tvm.relax.analysis import tir_vars_in_struct_info as _tir_vars_in_type_

tir_vars_in_type = _tir_vars_in_type_
from tvm.relax.analysis import struct_info_base_check as _type_base_check_

type_base_check = _type_base_check_
from tvm.relax.analysis import struct_info_lca as _type_lca_

type_lca = _type_lca_

def all_global_vars(expr: _Any) -> _Any:
    """The functions of the module that are mentioned."""

def all_vars(expr: _Any) -> _Any:
    """All variables, defined or used."""

def bound_vars(expr: _Any) -> _Any:
    """The variables that are defined: parameters and bindings."""

def check_well_formed(obj: _Any, check_struct_info: _Any = ..., check_ty: _Any = ...) -> _Any:
    """Whether a program is well formed; what is wrong is logged.  Arguments as those of `well_formed`."""

def collect_non_negative_expressions(sinfo: _Any) -> _Any:
    """The symbolic sizes of tensors and shapes in a struct info, which are not negative; each once, in order."""

def computable_at_compile_time(func: _Any) -> _Any:
    """The parameters after the first `num_input`, and the variables that depend on them alone, also in their symbolic sizes."""

def contains_impure_call(expr: _Any, own_name: _Any = ...) -> _Any:
    """Whether something in it may have a side effect."""

def definable_tir_vars_in_struct_info(sinfo: _Any) -> _Any:
    """The symbolic variables that a value of it tells."""

def defined_symbolic_vars(func: _Any) -> _Any:
    """The symbolic variables that the parameters and casts of a function define."""

def derive_call_ret_struct_info(func_sinfo: _Any, call: _Any, ctx: _Any = ...) -> _StructInfo | _Any:
    """The struct info of a call of a function of which `func_sinfo` is known."""

def detect_recursion(mod: _Any) -> _Any:
    """Groups of functions that call one another in a circle."""

erase_to_well_defined: _Any
"""The struct info without variables but those of `shape_var_map` and, where they hold shapes, of `var_map`, which are replaced by what these say."""

def estimate_memory_usage(mod: _Any) -> _Any:
    """A report of the memory that each function of Relax allocates, tensor by tensor and as planned by `StaticPlanBlockMemory`.

    Branches and calls are not looked at: every allocation counts once.  Raises `TypeError` for an allocation whose shape is not written out.
    """

def free_symbolic_vars(func: _Any) -> _Any:
    """The symbolic variables that a function mentions and does not define."""

def free_vars(expr: _Any) -> _Any:
    """The variables that are used and not defined."""

def get_static_type(info: _Any) -> _StructInfo | _Any:
    """The static part of `info`: dtypes and ranks, no sizes."""

def get_var2val(func: _Any) -> _Any:
    """The value of each variable that is bound."""

def has_reshape_pattern(func: _Any) -> _Any:
    """Whether a TensorIR function only copies the elements in their order into another shape."""

def impure_calls(expr: _Any, own_name: _Any = ...) -> _Any:
    """The calls in it that may have a side effect; `own_name` is taken to have none."""

def is_impure_call(call: _Any, own_name: _Any = ...) -> _Any:
    """Whether a call may have a side effect; one of `own_name` is taken to have none."""

def name_to_binding(func: _Any) -> _Any:
    """The bindings of each name."""

def post_order_visit(expr: _Any, fvisit: _Any) -> _Any:
    """Call `fvisit` on every expression, parts before wholes; variables where they are used, not where they are defined."""

def remove_all_unused(func: _Any) -> _Any:
    """The function, or sequence or block of one, without them; also in branches and inner functions."""

def struct_info_base_check(base: _Any, derived: _Any) -> _Any:
    """Whether every value of `derived` is one of `base`; else whether some is."""

def struct_info_lca(lhs: _Any, rhs: _Any) -> _StructInfo | _Any:
    """The narrowest struct info that holds the values of both."""

def suggest_layout_transforms(func: _Any, write_buffer_transforms: _Any) -> _Any:
    """The layouts that follow when the last parameters of `func` take new ones, given as maps or as functions of their indices.

    By block, the map of its axes under the block itself and those of its buffers, as `Schedule.transform_block_layout` and
    `Schedule.transform_layout` take them.  Blocks that cannot follow are not in the result.
    """

def tir_vars_in_struct_info(sinfo: _Any) -> _Any:
    """The symbolic variables that it mentions."""

def udchain(dfb: _Any) -> _Any:
    """For each variable those that are computed from it."""

def used_vars(expr: _Any) -> _Any:
    """The variables that are used."""

well_formed: _Any
"""Whether variables are defined once and before they are used, values are in normal form and what is called pure is; what is wrong is logged.

In TVM 0.27 `well_formed` raises `TVMError` of a program that is not, and `check_well_formed` answers; so it is here, in the release that the process stands for.
`check_struct_info` (`check_ty` in TVM since 0.25) asks as well that every variable has its struct info and that calls of TensorIR functions fit them.
"""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
