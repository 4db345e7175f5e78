# Generated from tilewright.relax.analysis by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.analysis import all_global_vars as all_global_vars
from tilewright.relax.analysis import all_vars as all_vars
from tilewright.relax.analysis import bound_vars as bound_vars
from tilewright.relax.analysis import check_well_formed as check_well_formed
from tilewright.relax.analysis import computable_at_compile_time as computable_at_compile_time
from tilewright.relax.analysis import contains_impure_call as contains_impure_call
from tilewright.relax.analysis import definable_tir_vars_in_struct_info as definable_tir_vars_in_struct_info
from tilewright.relax.analysis import definable_tir_vars_in_type as definable_tir_vars_in_type
from tilewright.relax.analysis import defined_symbolic_vars as defined_symbolic_vars
from tilewright.relax.analysis import derive_call_ret_struct_info as derive_call_ret_struct_info
from tilewright.relax.analysis import derive_call_ret_type as derive_call_ret_type
from tilewright.relax.analysis import detect_recursion as detect_recursion
from tilewright.relax.analysis import erase_to_well_defined as erase_to_well_defined
from tilewright.relax.analysis import free_symbolic_vars as free_symbolic_vars
from tilewright.relax.analysis import free_vars as free_vars
from tilewright.relax.analysis import get_var2val as get_var2val
from tilewright.relax.analysis import has_reshape_pattern as has_reshape_pattern
from tilewright.relax.analysis import impure_calls as impure_calls
from tilewright.relax.analysis import name_to_binding as name_to_binding
from tilewright.relax.analysis import post_order_visit as post_order_visit
from tilewright.relax.analysis import remove_all_unused as remove_all_unused
from tilewright.relax.analysis import struct_info_base_check as struct_info_base_check
from tilewright.relax.analysis import struct_info_lca as struct_info_lca
from tilewright.relax.analysis import tir_vars_in_struct_info as tir_vars_in_struct_info
from tilewright.relax.analysis import tir_vars_in_type as tir_vars_in_type
from tilewright.relax.analysis import type_base_check as type_base_check
from tilewright.relax.analysis import type_lca as type_lca
from tilewright.relax.analysis import udchain as udchain
from tilewright.relax.analysis import used_vars as used_vars
from tilewright.relax.analysis import well_formed as well_formed

def __getattr__(name: _str) -> _Any: ...
