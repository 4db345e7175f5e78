"""Object files, bundles of them and libraries of others are loaded, and sessions on this machine run them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tilewright
from tilewright import rpc, runtime
from tilewright.contrib import cc
from tilewright.script import ir as I
from tilewright.script import tir as T

pytestmark = pytest.mark.skipif(cc.get_cc() is None, reason="no C compiler links")


@I.ir_module
class Two:
    @T.prim_func
    def one(A: T.Buffer((8,), "float32")) -> None:
        for i in T.parallel(8):
            A[i] = A[i] + T.float32(1)

    @T.prim_func
    def twice(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")) -> None:
        for i in range(8):
            B[i] = A[i] * T.float32(2)


def check(module: object) -> None:
    a, b = np.ones(8, "float32"), np.zeros(8, "float32")
    module["one"](a)  # pyright: ignore[reportIndexIssue]
    module["twice"](a, b)  # pyright: ignore[reportIndexIssue]
    np.testing.assert_array_equal(a, np.full(8, 2, "float32"))
    np.testing.assert_array_equal(b, np.full(8, 4, "float32"))


@pytest.mark.parametrize("name", ["x.o", "x.tar", "x.so"])
def test_every_form_of_a_file_is_loaded(name: str, tmp_path: Path) -> None:
    tilewright.build(Two).export_library(tmp_path / name)
    check(runtime.load_module(tmp_path / name))


def test_code_is_kept_as_bitcode(tmp_path: Path) -> None:
    tilewright.build(Two).write_to_file(tmp_path / "x.bc")
    assert (tmp_path / "x.bc").read_bytes()[:4] in (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")


def test_an_object_file_is_linked_by_the_program(tmp_path: Path) -> None:
    module = tilewright.build(Two)
    module.write_to_file(tmp_path / "x.o")
    cc.create_shared(str(tmp_path / "x.so"), [str(tmp_path / "x.o")])
    check(runtime.load_module(tmp_path / "x.so"))
    module.export_library(tmp_path / "y.so", fcompile=cc.create_shared)
    check(runtime.load_module(str(tmp_path / "y.so")))


PACKED = r"""
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct { int32_t type; uint32_t pad; union { int64_t i; double f; void *p; } v; } Any;
typedef struct { void *data; int32_t device[2]; int32_t ndim; uint8_t code, bits; uint16_t lanes; int64_t *shape, *strides; uint64_t offset; } Tensor;
int __tvm_ffi_add(void *self, const Any *args, int32_t count, Any *result) {
  if (count != 2) return -1;
  result->type = 3; result->v.f = (args[0].type == 3 ? args[0].v.f : args[0].v.i) + args[1].v.i;
  return 0;
}
int __tvm_ffi_fill(void *self, const Any *args, int32_t count, Any *result) {
  Tensor *t = (Tensor *)args[0].v.p; int64_t n = 1;
  for (int k = 0; k < t->ndim; ++k) n *= t->shape[k];
  for (int64_t k = 0; k < n; ++k) ((float *)t->data)[k] = args[1].v.f;
  return 0;
}
int __tvm_ffi_length(void *self, const Any *args, int32_t count, Any *result) {
  const char *s = (const char *)args[0].v.p; int64_t n = 0; while (s[n]) ++n;
  result->type = 1; result->v.i = args[1].type == 0 ? n : -n; return 0;
}
int __tvm_ffi_is(void *self, const Any *args, int32_t count, Any *result) { result->type = 2; result->v.i = args[0].v.i; return 0; }
int __tvm_ffi_object(void *self, const Any *args, int32_t count, Any *result) { result->type = 70; return 0; }
#ifdef __cplusplus
}
#endif
"""


def test_packed_functions_of_other_libraries_are_called(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text(PACKED)
    cc.create_shared(str(tmp_path / "f.so"), [str(tmp_path / "f.c")])
    module = runtime.load_module(tmp_path / "f.so")
    assert module["add"](1, 2) == 3.0
    assert module.get_function("add")(1.5, 2) == 3.5
    tensor = runtime.empty((2, 3), "float32")
    array = np.zeros((2, 2), "float32")
    for given in (tensor, array):
        assert module["fill"](given, 2.5) is None
        np.testing.assert_array_equal(np.asarray(given), np.full(given.shape, 2.5, "float32"))
    assert module.length("hello", None) == 5
    assert module["is"](True) is True
    assert module.implements_function("add")
    assert "nothing" not in module
    with pytest.raises(AttributeError, match="no symbol __tvm_ffi_nothing"):
        module["nothing"]
    with pytest.raises(RuntimeError, match="'add' of the library failed"):
        module["add"](1)
    with pytest.raises(RuntimeError, match="object of TVM's"):
        module["object"]()
    with pytest.raises(TypeError, match="not dict"):
        module["add"]({}, 1)


def test_a_session_on_this_machine(tmp_path: Path) -> None:
    session = rpc.LocalSession()
    tilewright.build(Two).export_library(tmp_path / "x.o")
    session.upload(tmp_path / "x.o")
    session.upload(bytearray(b"abc"), "data/f.bin")
    assert session.download("data/f.bin") == b"abc"
    assert session.listdir(".") == ["data", "x.o"]
    check(session.load_module("x.o"))
    assert session.download_linked_module("x.o")[:4] == b"\x7fELF"
    session.remove("data")
    assert "data" not in session.listdir(".")
    assert session.cpu(0) == session.device("cpu") == tilewright.cpu(0)
    assert not session.cuda(0).exist
    tilewright.register_global_func("session.next", lambda x: x + 1, override=True)
    assert session.get_function("session.next")(3) == 4
    with pytest.raises(ValueError, match="outside"):
        session.download("../secret")
    with pytest.raises(ValueError, match="target"):
        session.upload(b"abc")


@pytest.mark.parametrize("name", ["x.ll", "x.bc"])
def test_code_of_llvm_is_compiled_when_it_is_loaded(name: str, tmp_path: Path) -> None:
    tilewright.build(Two).write_to_file(tmp_path / name)
    loaded = runtime.load_module(tmp_path / name)
    check(loaded)
    a = np.ones(8, "float32")
    loaded["twice"](a, a)  # pyright: ignore[reportIndexIssue]
    np.testing.assert_array_equal(a, np.full(8, 2, "float32"))
