# Generated from tilewright.target.codegen by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


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

def llvm_lookup_intrinsic_id(name: _Any) -> _Any:
    """A number that stands for the LLVM intrinsic `name` in `T.call_llvm_intrin`, as long as this process runs."""

def llvm_version_major(allow_none: _Any = ...) -> _Any:
    """The first number of LLVM's version."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
