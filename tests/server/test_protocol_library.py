"""lsprotocol's classes are completed when they are first used, since the server uses few of them."""

from __future__ import annotations

import subprocess
import sys

import attrs

from tilewright_server.protocol_library import completed_when_used


@attrs.define
class Whole:
    start: int
    end: int = 0


with completed_when_used():

    @attrs.define
    class Late:
        start: int
        end: int = 0

    @attrs.define
    class Inside:
        start: int

    @attrs.define
    class Above(Inside):
        name: str = ""

    @attrs.define(frozen=True)
    class Frozen:
        start: int


def said(cls: type) -> list[tuple[object, ...]]:
    return [(each.name, each.type, each.default) for each in attrs.fields(cls)]


def test_a_class_behaves_like_one_that_was_completed_at_once() -> None:
    late, whole = Late(1), Whole(1)
    assert repr(late) == repr(whole).replace("Whole", "Late")
    assert (late == Late(1, 0), late == Late(2), late.end) == (True, False, 0)
    assert attrs.asdict(late) == attrs.asdict(whole)
    assert said(Late) == said(Whole)


def test_fields_are_known_before_there_is_an_object_and_inherited() -> None:
    assert [field.name for field in attrs.fields(Above)] == ["start", "name"]
    assert Above(1, "x") == Above(start=1, name="x")


def test_classes_with_options_are_made_at_once() -> None:
    assert Frozen.__setattr__ is not object.__setattr__


CODE = """
import tilewright_server.__main__
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from tilewright_server.protocol_library import FIELDS, Unfinished
classes = [each for each in vars(lsp).values() if isinstance(each, type) and FIELDS in vars(each)]
print(len(classes), sum(isinstance(vars(each)[FIELDS], Unfinished) for each in classes))
converter = get_converter()
said = {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 3}}
found = converter.structure(said, lsp.Range)
print(found, found.start < found.end, converter.unstructure(found) == said)
"""


def test_the_server_completes_few_of_the_classes_and_the_library_still_works() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=60, check=True)
    counted, found = done.stdout.splitlines()
    classes, unfinished = map(int, counted.split())
    assert unfinished > classes - 20 > 300
    assert found == "1:2-1:3 True True"
