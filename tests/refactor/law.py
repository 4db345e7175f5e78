"""The law of rewriting: what an offer makes of a file has no new diagnostics and computes the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import ml_dtypes
import numpy as np

from tilewright.core.analyze import Analysis, analyze
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.interpret import run
from tilewright.core.interpret.memory import Memory
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.refactor.offers import carried_out, offers

PLACES = (SymbolKind.LOOP, SymbolKind.BLOCK, SymbolKind.FUNCTION)
SYMBOLIC = 6


def rewritten(analysis: Analysis, offset: int, key: str) -> str:
    """The text of the file after an offer."""
    made = carried_out(analysis, offset, key)
    assert made is not None, f"{key} is offered and cannot be carried out"
    text = analysis.source.text
    for change in sorted(made, key=lambda each: -each.start):
        text = text[: change.start] + change.text + text[change.end :]
    return text


def places(analysis: Analysis) -> Iterator[int]:
    """Where the loops, blocks and functions of a file stand."""
    for definition, symbol in analysis.symbols():
        if symbol.kind in PLACES and symbol.start >= 0:
            yield symbol.start + definition.base


def results(func: PrimFunc) -> list[np.ndarray]:
    """The arguments of a function after a call with numbers that depend on nothing but their places."""
    arrays = [_array(func, at) for at in range(len(func.params))]
    vectors = [func.buffer_map[param].dtype.is_vector for param in func.params]
    run(func, *[Memory.of_array(array) if vector else array for array, vector in zip(arrays, vectors)])
    return arrays


def _array(func: PrimFunc, at: int) -> np.ndarray:
    buffer = func.buffer_map[func.params[at]]
    shape = tuple(size.value if isinstance(size, IntImm) else SYMBOLIC for size in buffer.shape)
    numbers = np.random.default_rng(at)
    name = str(buffer.dtype)
    lanes = re.fullmatch(r"(\w+?)x(\d+)", name)
    if lanes is not None:
        name, shape = lanes[1], (*shape, int(lanes[2]))
    if name.startswith("int"):
        return numbers.integers(0, 8, shape).astype(name)
    return np.sort(numbers.random(shape)).astype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


def keeps_the_law(text: str) -> int:
    """Try every offer in a file; the number of those that were made."""
    analysis = analyze(text)
    expected = {name: results(func) for name, func in analysis.functions.items()}
    before = Counter(each.code for each in analysis.diagnostics)
    made = 0
    for offset in places(analysis):
        for offer in offers(analysis, offset):
            if offer.reason is None:
                again = analyze(rewritten(analysis, offset, offer.key))
                assert not Counter(each.code for each in again.diagnostics) - before, offer.title
                _computes(again, expected, offer.title)
                made += 1
    return made


def _computes(analysis: Analysis, expected: dict[str, list[np.ndarray]], title: str) -> None:
    for name, arrays in expected.items():
        found = results(analysis.functions[name])
        for one, other in zip(found, arrays, strict=True):
            np.testing.assert_allclose(
                one.astype("float64"),
                other.astype("float64"),
                1e-2 if one.dtype == ml_dtypes.bfloat16 else 1e-5,
                err_msg=title,
            )
