"""Rows of `T.nki`: instructions of Trainium, which work on parts of tensors."""

from __future__ import annotations

from tilewright.core.ops.device_row import device_op as _op

ROWS = (
    _op("nki.load", "res, data", "void", "Load `data` from the memory of the device."),
    _op("nki.store", "res, data", "void", "Store `data` to the memory of the device."),
    _op("nki.tensor_copy", "res, data", "void", "Copy on the device."),
    _op("nki.matmul", "res, lhs, rhs, accum=True", "void", "The matrix product, added to `res` if `accum`."),
    _op(
        "nki.activation",
        "result, data, opcode, bias=0.0, scale=1.0",
        "void",
        "`opcode` of `data * scale + bias`, elementwise.",
    ),
    _op(
        "nki.activation_reduce",
        "reduce_res, act_res, data, opcode, reduce_opcode, bias=0.0, scale=1.0",
        "void",
        "`T.nki.activation`, and its result reduced.",
    ),
    _op("nki.reciprocal", "result, data", "void", "One over each element."),
    _op("nki.tensorreduce", "result, data, opcode, negate, *axes", "void", "`data` reduced over `axes` by `opcode`."),
    _op("nki.tensortensor", "result, operand0, operand1, opcode", "void", "`opcode` of two tensors, elementwise."),
    _op(
        "nki.tensorscalar",
        "result, operand0, operand1, opcode, reverse=False",
        "void",
        "`opcode` of a tensor and a scalar.",
    ),
    _op(
        "nki.tensorscalar_reduce",
        "reduce_res, tensorscalar_res, operand0, operand1, opcode, reduce_opcode, reverse=False",
        "void",
        "`T.nki.tensorscalar`, and its result reduced.",
    ),
    _op(
        "nki.scalar_tensor_tensor",
        "result, data, operand0, operand1, opcode0, opcode1, reverse0=False, reverse1=False",
        "void",
        "`opcode0` with a scalar, then `opcode1` with a tensor.",
    ),
    _op(
        "nki.scalar_tensor_scalar",
        "result, data, operand0, operand1, opcode0, opcode1, reverse0=False, reverse1=False",
        "void",
        "`opcode0` with a scalar, then `opcode1` with another.",
    ),
    _op("nki.memset", "result, value", "void", "Fill with one value."),
    _op("nki.identity", "result, size", "void", "An identity matrix."),
    _op(
        "nki.affine_select",
        "result, pred, true_value, false_value",
        "void",
        "One of two values, by a condition on the indices.",
    ),
)
