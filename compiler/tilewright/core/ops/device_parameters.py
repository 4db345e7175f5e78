"""Kinds of the parameters of ops of devices, by their names; `device_row` and `tile` read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

_LINES: Final = """
mask lane_mask guard: Which lanes take part, or the bits in which they differ.
pred predicate cond leader_cond: A condition.
value var x y z w v0 v1: A value.
a b c: An operand.
lane delta width: A number of lanes, or of one of them.
op: How values are combined.
num_warps num_groups group_id n_cta_groups: How many groups of threads, or which one.
scratch: Shared memory to meet in.
bar_no bar phase: A barrier, or its phase.
dst dst_ptr dst_addr res res_addr result output: Where the result goes.
src src_ptr src_addr data input: What is read.
ptr addr cluster_addr local_addr local_ptr smem_ptr: A pointer or an address.
a_ptr b_ptr acc_ptr: The pointer to an operand.
offset dst_offset src_offset local_offset smem_offset a_offset b_offset c_offset: The distance from the pointer, in elements.
byte_offset: The distance from the pointer, in bytes.
row_offset col_offset: The distance from the address, in rows or columns.
dst_stride stride ldo sdo: The distance between rows.
base: The pointer that the distance counts from.
scope space: Who takes part, or which memory.
ptx_type: The type that PTX gives the word.
backoff_ns time: A time in nanoseconds.
old_val new_val: The value that is expected, or stored.
args: The operands.
bits: The bits of the number.
reg_name: The name of the register.
reg: A register.
func_name name: A name.
fmt: The text, with places for values.
packed: Two numbers in one register.
desc: The descriptor, which is written.
sf_id: The number of the scale factors.
swizzle: How places in memory are permuted.
d_dtype a_dtype b_dtype c_dtype sfa_dtype sfb_dtype: The data type of an operand.
sfa_tmem_addr sfb_tmem_addr: Where the scale factors lie in tensor memory.
M N K mma_M mma_N mma_K m n: A size of the matrix product.
trans_a trans_b transpose_a transpose_b transpose_matrix transA transB transpose_A transpose_B trans: Whether a matrix is transposed.
neg_a neg_b negate: Whether a value is negated.
sat_d saturate: Whether the result stays within its type.
is_sparse: Whether a matrix is sparse.
profiler_buffer profiler_tag profiler_write_offset profiler_write_stride: The state of the profile.
event_type event_id payload token: What is recorded.
source_code: The source in CUDA.
local_size num: How many elements or matrices.
lhs rhs operand0 operand1 src1 src2: An operand.
accum: Whether the result is added to what is there.
opcode opcode0 opcode1 reduce_opcode operator: The name of the operation.
bias scale: A number that is added, or multiplied by.
reduce_res act_res tensorscalar_res: Where a result goes.
axes reduce_axes: The axes that are reduced.
reverse reverse0 reverse1: Whether the operands are swapped.
size: The number of rows.
true_value false_value: The value where the condition holds, or where it does not.
sig_addr signal sig_op: The signal, its value, and what is done to it.
pe: The number of the GPU.
ivar cmp cmp_value: What is compared, how, and with what.
type dtype: A data type.
nelems: How many elements.
shape: The shape.
a_layout b_layout: Whether a matrix is stored by rows or columns.
cp_size: How many bytes.
buffer_var: The pointer of the buffer.
is_string is_scalar: How the elements are written.
dim_num: The number of dimensions.
d index index_d index_a index_b index_c: A matrix, or its place in an array of them.
rows cols: The size of the matrix.
operand_role: Which operand of the matrix product it is.
reduce_op binary_op unary_op op0 op1: The name of a tile primitive.
binary_output reduce_output unary_output: The part of a buffer that a result goes to.
unary_input: The part of a buffer that is read.
A B C D SFA SFB: A matrix, or the factors of its blocks.
alpha beta: The factor of the product, or of the summand.
"""


def _read() -> Iterator[tuple[str, str]]:
    for line in _LINES.strip().splitlines():
        names, _, said = line.partition(": ")
        for name in names.split():
            yield name, said


DOCS: Final[Mapping[str, str]] = dict(_read())
