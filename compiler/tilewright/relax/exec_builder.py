"""Building executables of the virtual machine instruction by instruction, under TVM's names."""

from __future__ import annotations

from tilewright.core.vm.bytecode import VMFuncKind
from tilewright.core.vm.exec_builder import ExecBuilder, VMFuncScope

__all__ = ["ExecBuilder", "VMFuncKind", "VMFuncScope"]
