"""Codes for data types, ranks and shapes that do not fit."""

from __future__ import annotations

from tilewright.base.codes.code import Code

CODES: tuple[Code, ...] = ()
