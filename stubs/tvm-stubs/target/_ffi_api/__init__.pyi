# Generated from tilewright.target.codegen by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.target.codegen import llvm_cpu_has_features as llvm_cpu_has_features
from tvm.target.codegen import llvm_get_cpu_archlist as llvm_get_cpu_archlist
from tvm.target.codegen import llvm_get_cpu_features as llvm_get_cpu_features
from tvm.target.codegen import llvm_get_intrinsic_name as llvm_get_intrinsic_name
from tvm.target.codegen import llvm_get_system_cpu as llvm_get_system_cpu
from tvm.target.codegen import llvm_get_system_triple as llvm_get_system_triple
from tvm.target.codegen import llvm_get_system_x86_vendor as llvm_get_system_x86_vendor
from tvm.target.codegen import llvm_get_targets as llvm_get_targets
from tvm.target.codegen import llvm_get_vector_width as llvm_get_vector_width
from tvm.target.codegen import llvm_lookup_intrinsic_id as llvm_lookup_intrinsic_id
from tvm.target.codegen import llvm_version_major as llvm_version_major
from tvm.target.codegen import target_has_features as target_has_features

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
