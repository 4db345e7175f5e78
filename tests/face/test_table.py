"""The table of TVM's names: every name that a row lists is there, from where the row says, and nothing else writes the public modules."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from tilewright.face.install import real_name
from tilewright.face.opening import children, listed
from tilewright.face.rows import Face, home_module
from tilewright.face.table import TOPICS, aliases, face, faces

ROWS = [row for row in faces() if row.summary]


def module_of(row: Face) -> ModuleType:
    return import_module(f"tilewright.{row.name}".rstrip("."))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name or "tvm")
def test_every_name_is_there(row: Face) -> None:
    module = module_of(row)
    for name, home, there in row.homes():
        if ":" not in home:
            assert getattr(module, name) is getattr(import_module(home_module(home)), there)
        else:
            assert getattr(module, name) is not None
    for name, other in row.modules.items():
        assert getattr(module, name) is import_module(f"tilewright.{other}".rstrip("."))
    assert set(module.__all__) == {*listed(row), *row.modules}
    for other in (face(source) for source in row.rest if ":" not in source):
        assert other is not None
        assert set(module_of(other).__all__) - set(other.modules) - children(row.name) <= set(module.__all__)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name or "tvm")
def test_names_that_are_absent_say_why(row: Face) -> None:
    module = module_of(row)
    for name, reason in row.absent.items():
        asked = "Anything" if name == "*" else name
        with pytest.raises((AttributeError, ImportError)) as caught:
            getattr(module, asked)
        assert f"TVM's {f'{row.name}.{asked}'.lstrip('.')} is not in Tilewright: {reason}" == str(caught.value)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name or "tvm")
def test_a_name_that_is_nowhere_is_missed_in_the_public_module(row: Face) -> None:
    for name in ("nowhere_at_all", "requires_nowhere"):
        with pytest.raises((AttributeError, ImportError)) as caught:
            getattr(module_of(row), name)
        assert "tilewright.core" not in str(caught.value)


def test_no_name_is_listed_twice() -> None:
    for row in ROWS:
        names = [name for name, _, _ in row.homes()]
        assert len(names) == len(set(names)), row.name


def test_no_module_has_two_rows() -> None:
    names = [row.name for row in faces()]
    assert len(names) == len(set(names))
    assert {name.partition(".")[0] for name in names} == TOPICS.keys()


def test_aliases_lead_to_rows() -> None:
    for path, name in aliases().items():
        row = face(name)
        assert row is not None
        assert real_name(path if path == "tvm_ffi" else f"tvm.{path}").removeprefix("tilewright.") == row.name


def test_a_name_that_nobody_has_is_told_with_the_nearest() -> None:
    from tilewright import tir

    with pytest.raises(
        AttributeError, match=r"module 'tilewright\.tir' has no attribute 'PrimFunk'; did you mean PrimFunc\?"
    ):
        tir.PrimFunk  # noqa: B018
