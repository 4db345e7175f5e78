# Generated from tilewright.target.codegen by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def llvm_cpu_has_features(cpu_features: _Any, target: _Any = ...) -> _Any:
    """Whether the processor of the target has all of the features, whatever its options switch on."""

def llvm_get_cpu_archlist(target: _Any = ...) -> _Any:
    """The names of processors of the architecture of the target, those whose features are known."""

def llvm_get_cpu_features(target: _Any = ...) -> _Any:
    """The features of the processor of the target, as the keys of a dictionary."""

def llvm_get_intrinsic_name(intrin_id: _Any) -> _Any:
    """The name of an intrinsic whose number `llvm_lookup_intrinsic_id` gave; raises `ValueError` for any other."""

def llvm_get_system_cpu() -> _Any:
    """LLVM's name of this processor."""

def llvm_get_system_triple() -> _Any:
    """LLVM's triple of this machine."""

def llvm_get_system_x86_vendor() -> _Any:
    """The vendor of this processor; "generic" when it is no x86 or does not say."""

def llvm_get_targets() -> _Any:
    """The architectures that LLVM compiles for, as they begin a triple."""

def llvm_get_vector_width(target: _Any = ...) -> _Any:
    """The number of bits that vectors of the target may have, as TVM assumes it; the option `vector-width` has the last word."""

def llvm_lookup_intrinsic_id(name: _Any) -> _Any:
    """A number that stands for the LLVM intrinsic `name` in `T.call_llvm_intrin`, as long as this process runs."""

def llvm_version_major(allow_none: _Any = ...) -> _Any:
    """The first number of LLVM's version."""

def target_has_features(cpu_features: _Any, target: _Any = ...) -> _Any:
    """Whether all of the features are there: the processor has them or `-mattr` switches them on, and none is switched off."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
