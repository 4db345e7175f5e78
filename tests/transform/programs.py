"""Programs as text, arguments for them, and the case files: programs before and after a pass.

A case file holds the cases of one pass:

    #### what the case shows
    @T.prim_func
    def main(...): ...
    ---- after
    @T.prim_func
    def main(...): ...

`python tests/transform/programs.py` writes what the passes give now into the files; read the difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from tilewright.core.base.dtype import DType
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse
from tilewright.core.interpret import run
from tilewright.core.passes.tir import PASSES
from tilewright.ir.expr import IntImm
from tilewright.ir.function import IRModule, PrimFunc

CASES = Path(__file__).parent / "cases"
IMPORTS = "from tvm.script import ir as I\nfrom tvm.script import tir as T\n\n\n"
_SIZES = 7


@dataclass(frozen=True)
class Case:
    """One program and what a pass makes of it."""

    pass_name: str
    title: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.pass_name}: {self.title}"


def cases() -> list[Case]:
    """The cases of all files."""
    return [case for path in sorted(CASES.glob("*.tir")) for case in cases_of(path)]


def cases_of(path: Path) -> list[Case]:
    parts = re.split(r"^#### (.*)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    found: list[Case] = []
    for title, body in zip(parts[::2], parts[1::2]):
        before, _, after = body.partition("---- after\n")
        found.append(Case(path.stem, title, before.strip() + "\n", after.strip() + "\n"))
    return found


def write(path: Path, found: list[Case]) -> None:
    text = [f"#### {case.title}\n{case.before}---- after\n{case.after}" for case in found]
    path.write_text("\n".join(text), encoding="utf-8")


def passed(case: Case) -> str:
    """What the pass gives now."""
    return text_of(PASSES[case.pass_name](program(case.before)))


def program(text: str) -> IRModule:
    """The module of the one function (or module) that the text defines."""
    parsed = parse(Source(IMPORTS + text), Static(), check=False)
    assert not parsed.diagnostics, [str(diagnostic) for diagnostic in parsed.diagnostics]
    (value,) = parsed.values.values()
    if isinstance(value, PrimFunc):
        return IRModule({"main": value.with_attr("global_symbol", "main")})
    return value


def text_of(module: IRModule) -> str:
    """The script of the one function of a module, without the comments that begin it."""
    (func,) = module.functions.values()
    lines = func.script().splitlines()
    return "\n".join(lines[next(i for i, line in enumerate(lines) if line.startswith("@")) :]) + "\n"


def arguments(func: PrimFunc, seed: int = 0) -> list[Any]:
    """Arrays and numbers that the function can be called with; symbolic sizes are 7."""
    random = np.random.default_rng(seed)
    return [_argument(func, param, random) for param in func.params]


def _argument(func: PrimFunc, param: Any, random: np.random.Generator) -> Any:
    buffer = func.buffer_map.get(param)
    if buffer is None:
        return 1.5 if param.dtype.is_float else 3
    sizes = [size.value if isinstance(size, IntImm) else _SIZES for size in buffer.shape]
    lanes = [buffer.dtype.lanes] if buffer.dtype.is_vector else []
    return _array([*sizes, *lanes], buffer.dtype.element, random)


def _array(shape: list[int], type_: DType, random: np.random.Generator) -> Any:
    if type_.is_bool:
        return np.asarray(random.random(shape) < 0.5)
    if type_.is_float:
        numbers = np.asarray(random.random(shape) + 0.5)
        return numbers.astype(ml_dtypes.bfloat16 if type_.kind == "bfloat" else str(type_))
    return np.asarray(random.integers(0, 4, shape)).astype(str(type_))


def results(module: IRModule, call: Any = None) -> list[Any]:
    """What the arguments are after a run (with the interpreter, unless `call` is given)."""
    func = next(iter(module.functions.values()))
    assert isinstance(func, PrimFunc)
    given = arguments(func)
    returned = run(module, *given) if call is None else call(*given)
    return [*given, returned]


def assert_same(expected: list[Any], actual: list[Any], loose: bool = False) -> None:
    """The same numbers; `loose` for programs whose sums round differently."""
    tolerance = 2e-2 if loose else 1e-5
    for a, b in zip(expected, actual):
        if a is None:
            assert b is None
        else:
            np.testing.assert_allclose(np.asarray(b, "float64"), np.asarray(a, "float64"), tolerance, tolerance)


def update() -> None:
    """Write what the passes give now into the case files."""
    for path in sorted(CASES.glob("*.tir")):
        write(path, [Case(case.pass_name, case.title, case.before, passed(case)) for case in cases_of(path)])


if __name__ == "__main__":
    update()
