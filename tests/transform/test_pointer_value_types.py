"""`PointerValueTypeRewrite` on programs that run."""

from __future__ import annotations

from tests.transform.programs import assert_same, program, results
from tilewright import tir
from tilewright.core.driver.build import build

TEXT = """@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((4,), "float32")):
    t_data = T.allocate([16], "float32", "local")
    t = T.decl_buffer((16,), data=t_data, scope="local")
    for i in range(4):
        t[i * 4:i * 4 + 4] = T.Broadcast(A[i], 4) + T.Broadcast(A[i + 4], 4)
    for i in range(4):
        B[i] = t[i * 4] + t[i * 4 + 3]
"""


def test_vectors_as_elements_compute_the_same() -> None:
    before = program(TEXT)
    made = tir.transform.PointerValueTypeRewrite()(before)
    assert "float32x4" in made.script()
    assert_same(results(before), results(before, build(made)))
