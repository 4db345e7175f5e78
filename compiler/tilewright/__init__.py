"""Tilewright: a compiler and language server for TVMScript."""

from __future__ import annotations

__version__ = "0.1.0"
