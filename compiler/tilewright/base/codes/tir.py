"""Codes for the statements and frames of TensorIR."""

from __future__ import annotations

from tilewright.base.codes.code import Code

CODES: tuple[Code, ...] = ()
