"""Codes for text that is not Python, or Python that is not TVMScript."""

from __future__ import annotations

from tilewright.base.codes.code import Code

CODES = (
    Code(
        "syntax-error",
        "error",
        "The text is not Python.",
        "TVMScript is embedded in Python, so every file must be Python that parses. The rest of the file is still checked: "
        "only the smallest suite around the mistake is left out.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = (1.0 +\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 1.0\n",
    ),
)
