"""Codes for what an analysis of the whole function finds: bounds, races, reads and writes."""

from __future__ import annotations

from tilewright.base.codes.code import Code

CODES: tuple[Code, ...] = ()
