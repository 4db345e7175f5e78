"""Programs of one dataflow block, as text: for passes that are shown by what was before and what is after."""

from __future__ import annotations

HEAD = "from tvm.script import ir as I, relax as R, tir as T\n\n@I.ir_module\nclass Module:\n"


def program(params: str, lines: str, attrs: str = "") -> str:
    """A module with one function of float32 tensors, `x: (4, 8); i: (3,) int64`, of these lines, that gives `z`."""
    typed = ", ".join(_param(part) for part in params.split("; "))
    head = f"\n    @R.function\n    def main({typed}):\n{attrs}        with R.dataflow():\n"
    body = "".join(f"            {line.strip()}\n" for line in lines.split("; "))
    return f"{head}{body}            R.output(z)\n        return z\n"


def _param(text: str) -> str:
    name, _, rest = text.partition(": ")
    shape, _, dtype = rest.rpartition(")")
    return f'{name}: R.Tensor({shape}), "{dtype.strip() or "float32"}")'
