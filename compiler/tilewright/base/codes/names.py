"""Codes for names: unknown, defined twice, used outside their scope."""

from __future__ import annotations

from tilewright.base.codes.code import Code

CODES = (
    Code(
        "undefined-name",
        "error",
        "A name is used that nothing defines here.",
        "Names are looked up in the function's own scopes, then in the enclosing Python scopes, then in the builtins. A loop variable or a block axis "
        "ends with its loop or block.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = B[0]\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32'), B: T.Buffer((4,), 'float32')):\n    A[0] = B[0]\n",
    ),
)
