# Generated from tilewright.tir.analysis by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.analysis import OOBChecker as OOBChecker
from tilewright.tir.analysis import assert_pure_function as assert_pure_function
from tilewright.tir.analysis import calculate_allocated_bytes as calculate_allocated_bytes
from tilewright.tir.analysis import calculate_workspace_bytes as calculate_workspace_bytes
from tilewright.tir.analysis import detect_buffer_access_lca as detect_buffer_access_lca
from tilewright.tir.analysis import estimate_tir_flops as estimate_tir_flops
from tilewright.tir.analysis import expr_deep_equal as expr_deep_equal
from tilewright.analysis.anchor import find_anchor_block as find_anchor_block
from tilewright.tir.analysis import get_block_access_region as get_block_access_region
from tilewright.tir.analysis import get_block_read_write_region as get_block_read_write_region
from tilewright.tir.analysis import has_if_then_else as has_if_then_else
from tilewright.tir.analysis import is_pure_function as is_pure_function
from tilewright.tir.analysis import undefined_vars as undefined_vars
from tilewright.tir.analysis import verify_memory as verify_memory
from tilewright.analysis.ssa import verify_ssa as verify_ssa
from tilewright.tir.analysis import verify_well_formed as verify_well_formed

def __getattr__(name: _str) -> _Any: ...
