"""Codes for programs that are well formed but cannot be compiled for the target."""

from __future__ import annotations

from tilewright.base.codes.code import Code

CODES: tuple[Code, ...] = ()
