"""Names of ops, attributes, options and passes in either release."""

from __future__ import annotations


def classic_name(name: str) -> str:
    """The name under which an op, attribute, option or pass of tirx ("tirx.exp", "s_tir.LoopPartition") is kept: the classic one."""
    package, _, rest = name.partition(".")
    return f"tir.{rest}" if package in ("tirx", "s_tir") else name
