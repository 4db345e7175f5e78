"""What the source map knows: definitions with their kind, place and value, uses with their access, values of expressions."""

from __future__ import annotations

from tests.frontend.carets import program
from tilewright.core.analyze import analyze
from tilewright.core.builder.namespace import Member
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.buffer import Buffer
from tilewright.ir.expr import Add, IterVar, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import ForKind

TEXT = program(
    'def f(A: T.Buffer((8, 8), "float32"), n: T.int32):\n'
    '    Y = T.alloc_buffer((8,), "float32")\n'
    "    for i, j in T.grid(8, n):\n"
    '        with T.block("compute"):\n'
    '            vi, vj = T.axis.remap("SR", [i, j])\n'
    "            T.reads(A[vi, vj])\n"
    "            T.writes(Y[vi])\n"
    "            x = T.exp(A[vi, vj]) + Y[vi]\n"
    "            Y[vi] = x\n"
    "    for k in T.parallel(8):\n"
    "        A[k, 0] += Y[k]\n"
)


def symbols() -> dict[str, Symbol]:
    """The symbols of the function by name, the last of several."""
    return {symbol.name: symbol for _, symbol in analyze(TEXT).symbols() if symbol.start >= 0}


def test_every_definition_has_its_kind_and_place() -> None:
    found = symbols()
    kinds = {name: symbol.kind for name, symbol in found.items() if name not in ("T", "I")}
    assert kinds == {
        "f": SymbolKind.FUNCTION,
        "A": SymbolKind.BUFFER,
        "n": SymbolKind.PARAMETER,
        "Y": SymbolKind.BUFFER,
        "i": SymbolKind.LOOP,
        "j": SymbolKind.LOOP,
        "compute": SymbolKind.BLOCK,
        "vi": SymbolKind.AXIS,
        "vj": SymbolKind.AXIS,
        "x": SymbolKind.SCALAR,
        "k": SymbolKind.LOOP,
    }
    for definition, symbol in analyze(TEXT).symbols():
        if symbol.start >= 0:
            assert definition.source.text[symbol.start : symbol.end] == symbol.name
            assert symbol.extent[0] <= symbol.start <= symbol.end <= symbol.extent[1]


def test_definitions_have_values_and_bindings() -> None:
    found = symbols()
    assert isinstance(found["f"].value, PrimFunc)
    assert isinstance(found["A"].value, Buffer)
    axis = found["vj"].value
    assert isinstance(axis, IterVar)
    assert axis.iter_type.name == "CommReduce"
    assert isinstance(found["vj"].binding, Var)
    assert found["vj"].binding is found["j"].value
    low, extent, kind = found["k"].binding
    assert (int(low), int(extent), kind) == (0, 8, ForKind.PARALLEL)
    assert isinstance(found["x"].binding, Add)


def test_definitions_form_a_tree() -> None:
    found = symbols()
    inside = {name: {each.name for each in found.values() if each.parent is found[name]} for name in ("f", "compute")}
    assert inside == {"f": {"A", "n", "Y", "i", "j", "k"}, "compute": {"vi", "vj", "x"}}
    assert found["compute"].parent is found["i"]


def test_uses_have_their_access() -> None:
    found = symbols()
    assert [use.access for use in found["Y"].uses] == ["write", "read", "write", "read"]
    assert [use.access for use in found["A"].uses] == ["read", "read", "write"]
    assert len(found["vi"].uses) == 5


def test_values_of_expressions_are_recorded() -> None:
    analysis = analyze(TEXT)

    def at(text: str, inside: int = 0) -> object:
        placed = analysis.at(TEXT.index(text) + inside)
        assert placed is not None
        return placed.occurrence.value

    member = at("T.exp", 4)
    assert isinstance(member, Member)
    assert member.name == "exp"
    remap = at("T.axis.remap", 9)
    assert isinstance(remap, Member)
    assert (remap.namespace, remap.name) == ("T.axis", "remap")
    assert str(getattr(at("+ Y[vi]\n"), "dtype", None)) == "float32"


def test_names_are_visible_where_they_mean_something() -> None:
    analysis = analyze(TEXT)
    definition = analysis.definitions[-1]
    inside = TEXT.index("x = T.exp") - definition.base
    after = len(TEXT) - 1 - definition.base
    assert {"A", "n", "Y", "i", "j", "vi", "vj"} <= {symbol.name for symbol in definition.source_map.visible(inside)}
    later = {symbol.name for symbol in definition.source_map.visible(after)}
    assert {"A", "Y", "k"} <= later
    assert not {"i", "vi", "x"} & later


def test_a_name_in_a_comprehension_is_used_once() -> None:
    text = program("def f(B: T.Buffer((8,), 'int32')):\n    B[0] = sum([B[i] for i in range(4)])\n")
    uses = next(symbol for _, symbol in analyze(text).symbols() if symbol.name == "B").uses
    assert len(uses) == 2


def test_a_broken_statement_leaves_the_rest_of_the_map() -> None:
    text = TEXT.replace("x = T.exp(A[vi, vj]) + Y[vi]", "x = T.exq(A[vi, vj]) + )")
    names = {symbol.name for _, symbol in analyze(text).symbols()}
    assert {"f", "A", "Y", "i", "vi", "k"} <= names
