"""float16 on processors without conversion instructions: the two functions that LLVM then calls, written in integer arithmetic.

They are defined in the module itself, under the names of the compiler's run-time library, which a Python process need not have.
"""

from __future__ import annotations

from tilewright.core.codegen.llvm.machine import Machine
from tilewright.core.codegen.llvm.writer import ModuleText


def half_helpers(module: ModuleText, machine: Machine) -> None:
    """Define the conversions when the machine lacks them and the module has float16."""
    if machine.has_half or not any("half" in text for text in module.definitions):
        return
    module.definitions += [_TO_FLOAT, _FROM_FLOAT]
    kept = "[2 x ptr] [ptr @__extendhfsf2, ptr @__truncsfhf2]"
    module.globals.append(f'@llvm.used = appending global {kept}, section "llvm.metadata"')


# Exponent and fraction move to their float32 places; multiplying by 2**112 corrects the exponent, for subnormal numbers too.
# Infinities and not-a-numbers are those that come out at 2**16 or above: they get the whole exponent.
_TO_FLOAT = """define weak float @__extendhfsf2(half %x) nounwind {
  %bits = bitcast half %x to i16
  %wide = zext i16 %bits to i32
  %size = and i32 %wide, 32767
  %moved = shl i32 %size, 13
  %small = bitcast i32 %moved to float
  %scaled = fmul float %small, 0x46F0000000000000
  %raw = bitcast float %scaled to i32
  %special = icmp uge i32 %size, 31744
  %full = or i32 %raw, 2139095040
  %value = select i1 %special, i32 %full, i32 %raw
  %sign = and i32 %wide, 32768
  %high = shl i32 %sign, 16
  %both = or i32 %value, %high
  %result = bitcast i32 %both to float
  ret float %result
}"""

# Three cases by size: what rounds to infinity, normal numbers (add half a unit less one, plus the last kept bit, and shift), and
# subnormal ones, which adding 0.5 rounds in the machine's own adder; their bits are then the low ones of the sum.
_FROM_FLOAT = """define weak half @__truncsfhf2(float %x) nounwind {
  %bits = bitcast float %x to i32
  %size = and i32 %bits, 2147483647
  %last = lshr i32 %size, 13
  %odd = and i32 %last, 1
  %bias = add i32 %odd, 3355447295
  %rounded = add i32 %size, %bias
  %normal = lshr i32 %rounded, 13
  %value = bitcast i32 %size to float
  %shifted = fadd float %value, 5.000000e-01
  %raw = bitcast float %shifted to i32
  %subnormal = sub i32 %raw, 1056964608
  %tiny = icmp ult i32 %size, 947912704
  %finite = select i1 %tiny, i32 %subnormal, i32 %normal
  %huge = icmp uge i32 %size, 1199570944
  %bounded = select i1 %huge, i32 31744, i32 %finite
  %nan = icmp ugt i32 %size, 2139095040
  %any = select i1 %nan, i32 32256, i32 %bounded
  %sign = lshr i32 %bits, 16
  %high = and i32 %sign, 32768
  %both = or i32 %any, %high
  %narrow = trunc i32 %both to i16
  %result = bitcast i16 %narrow to half
  ret half %result
}"""
