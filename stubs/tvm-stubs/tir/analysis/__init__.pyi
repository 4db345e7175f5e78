# Generated from tilewright.tir.analysis by `make stubs`; do not edit.
from typing import Any

from tilewright.tir.analysis import expr_deep_equal as expr_deep_equal
from tilewright.tir.analysis import get_block_access_region as get_block_access_region
from tilewright.tir.analysis import undefined_vars as undefined_vars
from tilewright.analysis.ssa import verify_ssa as verify_ssa
from tilewright.tir.analysis import verify_well_formed as verify_well_formed

def __getattr__(name: str) -> Any: ...
