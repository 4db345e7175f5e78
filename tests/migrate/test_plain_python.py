"""Python files without a script, such as passes and schedules: names whose new home is known are rewritten, the rest is named, and nothing else changes."""

from __future__ import annotations

import ast
import random
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from tilewright.core.dialects.host_gaps import NOT_IN_LATER
from tilewright.core.dialects.host_names import LATER
from tilewright.core.migrate import Migrated, migrate, migrated
from tilewright.face.install import real_name

PASS = '''\
"""A pass, and what uses it."""

import tvm
from tvm import relax, tir  # the language
from tvm.relax import TensorStructInfo
from tvm.runtime import NDArray
from tvm.tir import (
    PrimFunc,
    Schedule,  # blocks
    stmt_functor,
)


@tvm.tir.transform.prim_func_pass(opt_level=0)
def drop(f: "tvm.tir.PrimFunc", mod, ctx) -> PrimFunc:
    body = stmt_functor.ir_transform(f.body, None, None, ["tir.Evaluate"])
    return f.with_body(tir.Evaluate(0) if body is None else body)


def tune(f: PrimFunc, x: NDArray, info: TensorStructInfo) -> Schedule:
    sch = tir.Schedule(f)
    sch.get_block("C")
    return sch if isinstance(info, (TensorStructInfo, relax.ShapeStructInfo)) else Schedule(f)
'''

LATER_PASS = '''\
"""A pass, and what uses it."""

import tvm
from tvm import relax, s_tir, tirx  # the language
from tvm.relax import TensorType
from tvm.runtime import Tensor
from tvm.s_tir import Schedule
from tvm.tirx import (
    PrimFunc,
      # blocks
    stmt_functor,
)


@tvm.tirx.transform.prim_func_pass(opt_level=0)
def drop(f: "tvm.tirx.PrimFunc", mod, ctx) -> PrimFunc:
    body = stmt_functor.ir_transform(f.body, None, None, ["tir.Evaluate"])
    return f.with_body(tirx.Evaluate(0) if body is None else body)


def tune(f: PrimFunc, x: Tensor, info: TensorType) -> Schedule:
    sch = s_tir.Schedule(f)
    sch.get_sblock("C")
    return sch if isinstance(info, (TensorType, relax.ShapeType)) else Schedule(f)
'''


def said(made: Migrated) -> list[str]:
    """What is to be looked at: the line and the sentence."""
    return [f"{each.line}: {each.said}" for each in made.leftovers]


def test_a_pass_and_a_schedule_get_the_names_of_the_release() -> None:
    made = migrated(PASS, "tirx")
    assert made.text == LATER_PASS
    assert said(made) == [
        "8: `tvm.tirx.stmt_functor` is not in 0.27; the nearest is `tvm_ffi.structural_walk` or `tvm_ffi.structural_map`",
        "17: `tvm.tirx.stmt_functor.ir_transform` is not in 0.27; the nearest is `tvm_ffi.structural_map`",
        '17: "tir.Evaluate" is "tirx.Evaluate" in 0.27 where it names an attribute, an operator, a pass or an option',
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import tvm.tir as t\nt.Schedule, t.PrimFunc",
            "import tvm.tirx as t\nfrom tvm import s_tir\ns_tir.Schedule, t.PrimFunc",
        ),
        ("from tvm import tir as t\nt.Var", "from tvm import tirx as t\nt.Var"),
        ("from tvm import tir\ntir.Schedule", "from tvm import s_tir\ns_tir.Schedule"),
        (
            "from tvm.tir import transform\ntransform.LowerInitBlock",
            "from tvm.s_tir import transform\ntransform.LowerInitBlock",
        ),
        (
            "from tvm.tir import transform\ntransform.LowerInitBlock, transform.Simplify",
            "from tvm.tirx import transform\nfrom tvm import s_tir\ns_tir.transform.LowerInitBlock, transform.StmtSimplify",
        ),
        (
            "import tvm\nfrom tvm.tir import Schedule, Var",
            "import tvm\nfrom tvm.s_tir import Schedule\nfrom tvm.tirx import Var",
        ),
        ("if x: from tvm.tir import Schedule, Var", "if x: from tvm.s_tir import Schedule; from tvm.tirx import Var"),
        (
            "from tvm.te import Tensor\nfrom tvm.runtime import NDArray\nNDArray",
            "from tvm.te import Tensor\nfrom tvm.runtime import Tensor as NDArray\nNDArray",
        ),
        ("from tvm.runtime import NDArray, Tensor\nNDArray, Tensor", "from tvm.runtime import Tensor\nTensor, Tensor"),
        (
            "__all__ = ['TensorStructInfo']\nfrom tvm.relax import TensorStructInfo",
            "__all__ = ['TensorStructInfo']\nfrom tvm.relax import TensorType as TensorStructInfo",
        ),
        (
            "def f():\n    from tvm import tir\n    return tir.Schedule, tir.Var",
            "def f():\n    from tvm import s_tir, tirx\n    return s_tir.Schedule, tirx.Var",
        ),
        ("from tilewright import tir\ntir.Var", "from tilewright import tirx\ntirx.Var"),
        (
            "import tvm\nx: 'list[tvm.tir.Var]' = tvm.tir.Layout",
            "import tvm\nx: 'list[tvm.tirx.Var]' = tvm.s_tir.SLayout",
        ),
        (
            "from tvm import tir\r\ntir.Schedule, tir.Var\r\n",
            "from tvm import s_tir, tirx\r\ns_tir.Schedule, tirx.Var\r\n",
        ),
    ],
)
def test_each_form_of_import(before: str, after: str) -> None:
    made = migrated(before, "tirx")
    assert made.text == after
    assert not made.leftovers


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("from tvm.tir import *", "1: every name of `tvm.tir` is below `tvm.tirx` in 0.27"),
        (
            "from tvm import tir\ndef f(tir):\n    return tir.Schedule",
            "3: `tir.Schedule` is `tvm.s_tir.Schedule` in 0.27; `tir` has more than one meaning in this file",
        ),
        (
            "try:\n    from tvm import tirx as tir\nexcept ImportError:\n    from tvm import tir\ntir.Var",
            "5: `tir.Var` is `tvm.tirx.Var` in 0.27; `tir` has more than one meaning in this file",
        ),
        (
            "try:\n    from tvm.runtime import NDArray\nexcept ImportError:\n    from tvm.nd import NDArray",
            "2: `NDArray` of `tvm.runtime` is `tvm.runtime.Tensor` in 0.27; `NDArray` has more than one meaning in this file",
        ),
        (
            'def f(g):\n    import tvm\n    return g.with_attr("tir.reset_start_id", 1)',
            '3: "tir.reset_start_id" is "s_tir.reset_start_id" in 0.27 where it names an attribute, an operator, a pass or an option',
        ),
    ],
)
def test_what_is_not_certain_stays_and_is_named(text: str, sentence: str) -> None:
    made = migrated(text, "tirx")
    assert made.text == text
    assert sentence in said(made)


def test_a_class_of_the_later_release_with_the_name_of_an_earlier_one_stays() -> None:
    made = migrated("from tvm.tirx import Layout, Var\n", "classic")
    assert made.text == "from tvm.tirx import Layout\nfrom tvm.tir import Var\n"
    assert said(made) == ["1: `tvm.tirx.Layout` is not in 0.22"]


# Classes and passes that Tilewright has once for each release.
DIFFERENT = ("tvm.tir.StringImm", "tvm.relax.StringImm", "tvm.tir.transform.")
# What TVM had in 0.22 and Tilewright has not, or not under that path.
NOT_HERE = (
    "tvm.contrib.nvcc",
    "tvm.contrib.rocm",
    "tvm.tir.block_scope",
    "tvm.tir.BlockDependenceInfo",
    "tvm.runtime.ndarray",
    "tvm.tir.analysis.verify_gpu_code",
)

_PATHS = sorted(
    path
    for path in {*LATER, "tvm.tir.PrimFunc", "tvm.tir.transform.FlattenBuffer", "tvm.relax.Function", "tvm.te.compute"}
    if not path.startswith(("tvm.tirx", *NOT_HERE)) and path.count(".") > 1
)


def file_of(seed: int) -> str:
    """A file that imports some names of the earlier release, each in one of the forms, and uses them."""
    rng = random.Random(seed)
    lines, uses = ["import tvm"], []
    for at, path in enumerate(rng.sample(_PATHS, 6)):
        module, _, name = path.rpartition(".")
        package, _, inner = module.rpartition(".")
        form = rng.randrange(5)
        if form == 0:
            uses.append(path)
        elif form == 1:
            lines.append(f"from {package} import {inner}")
            uses.append(f"{inner}.{name}")
        elif form == 2:
            lines.append(f"import {module} as m{at}")
            uses.append(f"m{at}.{name}")
        elif form == 3:
            lines.append(f"from {module} import {name}")
            uses.append(name)
        else:
            lines.append(f"from {module} import {name} as n{at}")
            uses.append(f"n{at}")
    return "\n".join([*dict.fromkeys(lines), "", "", "def used():", f"    return [{', '.join(uses)}]", ""])


@cache
def known(path: str) -> Any:
    """The object at a dotted path of TVM in Tilewright; raises `AttributeError` where there is none."""
    parts = path.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = import_module(real_name(".".join(parts[:end])))
        except ImportError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise AttributeError(path)


def meanings(text: str) -> list[str]:
    """The dotted paths that the function of a file gives."""
    tree, local = ast.parse(text), {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            local |= {
                alias.asname or alias.name.split(".")[0]: alias.name if alias.asname else alias.name.split(".")[0]
                for alias in node.names
            }
        elif isinstance(node, ast.ImportFrom):
            local |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    given = next(node for node in ast.walk(tree) if isinstance(node, ast.List))
    heads = (ast.unparse(each).partition(".") for each in given.elts)
    return [f"{local[head]}{dot}{rest}" for head, dot, rest in heads]


def is_absent(path: str) -> bool:
    return any(path == gap or path.startswith(f"{gap}.") for gap in NOT_IN_LATER)


@pytest.mark.parametrize("part", range(10))
def test_names_mean_the_same_and_come_back(part: int) -> None:
    for seed in range(part * 30, part * 30 + 30):
        text = file_of(seed)
        later = migrated(text, "tirx")
        left = "\n".join(said(later))
        for before, after in zip(meanings(text), meanings(later.text), strict=True):
            if f"`{after}`" in left or is_absent(after):
                assert left, later.text
            else:
                assert LATER.get(after, after) == after, later.text
                assert not f"{after}.".startswith(("tvm.tir.", "tvm.arith.", "tvm.nd."))
            assert _same(before, after), (before, after)
        back = migrate(later.text, "classic")
        assert all(_same(before, after) for before, after in zip(meanings(text), meanings(back), strict=True))
        assert meanings(migrate(back, "tirx")) == meanings(later.text)


def _same(before: str, after: str) -> bool:
    """Whether two paths lead to one object, or to two that the releases have under these names."""
    if before == after:
        return True
    left, right = known(before), known(after)
    return left is right or before.startswith(DIFFERENT)


def test_names_beside_a_function_that_stays_are_named() -> None:
    text = """\
import tvm
from tvm.script import tir as T


@T.prim_func
def bad(A: T.Buffer((64,), "float32")):
    A[0] = missing


sch = tvm.tir.Schedule(bad)
"""
    made = migrated(text, "tirx")
    assert made.text == text
    assert said(made) == ["10: `tvm.tir.Schedule` is `tvm.s_tir.Schedule` in 0.27: it stays, since `bad` does"]
    assert made.leftovers[0].is_certain
