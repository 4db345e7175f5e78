"""TVM's own test files with Tilewright under the name tvm: the rate of each group, as `docs/compatibility.md` keeps it.

    python tests/peers/suites.py [TREE] [--release 0.27] [--groups ir,relax]

TREE is a folder like TVM's `tests/python`.  Without one the tests come from PyPI, where the source distribution of tilelang holds TVM's: pip downloads
it once to `.cache/peers`, and for release 0.27 names of that state are changed to those of the release.  Each file runs in a process of its own, with a
limit; tests that need a device are skipped by their own marks.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".cache" / "peers"
DISTRIBUTION = "tilelang==0.1.14"
GROUPS = (
    *("arith", "ir", "te", "tirx-base", "tirx-analysis", "tirx-transform", "tvmscript", "relax"),
    *("s_tir/schedule", "s_tir/transform", "s_tir/analysis"),
)
# Files that need other packages, devices or servers as a whole.
_ELSEWHERE = re.compile(r"frontend|nccl|cutlass|cublas|cudnn|hipblas|rpc|flashinfer|hexagon|tensorrt|coreml|clml")
_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed)")
_LIMIT = 600  # seconds a file
# What names of the state whose tests PyPI holds are called in 0.27.
_RENAMED = (
    (r"@T\.prim_func(?:\(\))?(?=\s)", "@T.prim_func(s_tir=True)"),
    (r"@T\.prim_func\((?!s_tir|\))", "@T.prim_func(s_tir=True, "),
    (r"@tvm\.script\.tirx\.prim_func(?=\s)", "@tvm.script.tirx.prim_func(s_tir=True)"),
    (r"\btirx\.transform\.Simplify\b", "tirx.transform.StmtSimplify"),
    (r'"tirx\.Simplify"', '"tirx.StmtSimplify"'),
    (r"\btvm\.arith\b", "tvm.sym"),
    (r"from tvm import arith\b", "from tvm import sym as arith"),
    (r"\bObjectStructInfo\b", "AnyType"),
    (r"\b(?:rx|relax|tvm\.relax)\.PrimStructInfo\b", "tvm.ir.PrimType"),
    (r"\bPrimStructInfo\b", "PrimType"),
    (r"\bR\.Object\b", "R.Any"),
    (r"\banalysis\.well_formed\(", "analysis.check_well_formed("),
    (r"\bcheck_struct_info=", "check_ty="),
    (r"\bsinfo_args\b", "ty_args"),
    (r"\bout_sinfo\b", "out_ty"),
    (r"\bvisit_struct_info_", "visit_ty_"),
    (r"\binclude_struct_info_annotations\b", "include_ty_annotations"),
    (r"\bshow_all_struct_info\b", "show_all_ty"),
    (r"\bVar\(name_hint=", "Var(name="),
    (r"\bPrimExpr\(value=", "Expr(value="),
    (r"\b(Tensor|Shape|Tuple|Func|DTensor)StructInfo\b", r"\1Type"),
    (r"\btvm\.relax\.struct_info\.infer_view_sinfo\b", "tvm.relax.type.infer_view_ty"),
    (r"\bStructInfoPattern\b", "TypePattern"),
    (r"\bStructInfo\b", "Type"),
    (r"\bret_struct_info\b", "ret_ty"),
    (r"\bstruct_info_?\b", "ty"),
    (r"\b_update_struct_info\b", "_update_type"),
    (r"\bstruct_info_lca\b", "type_lca"),
    (r"\bhas_struct_info\b", "has_ty"),
    (r"(?m)^(\s+\w+): T\.((?:u?int|float|bool|bfloat|handle)\w*(?:\([^()]*\))?) = ", r"\1: T.let[T.\2] = "),
)

# The functions of `T` whose results a PrimFunc gives names to.
_NUMBER = r"T\.(Cast|cast|ceil|cos|exp|sin|sqrt|log2|call_extern|if_then_else|reinterpret|min|max|bitwise_\w+|shift_\w+|u?int\d+|float\d+)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", nargs="?", type=Path)
    parser.add_argument("--release", default="0.27")
    parser.add_argument("--groups", default=",".join(GROUPS))
    given = parser.parse_args()
    tree = given.tree or fetched()
    if given.tree is None and given.release == "0.27":
        tree = renamed(tree)
    print("| group | passed | failed | skipped | rate |\n|---|---|---|---|---|")
    with ThreadPoolExecutor(2) as pool:
        for group in given.groups.split(","):
            counts = sum(pool.map(lambda file: run(tree, file, given.release), files(tree / group)), Counter[str]())
            ran = counts["passed"] + counts["failed"]
            rate = f"{100 * counts['passed'] / ran:.1f} %" if ran else "-"
            print(f"| {group} | {counts['passed']} | {counts['failed']} | {counts['skipped']} | {rate} |", flush=True)


def files(group: Path) -> Iterator[Path]:
    """The test files of a group."""
    return (file for file in sorted(group.glob("test_*.py")) if not _ELSEWHERE.search(file.name))


def run(tree: Path, file: Path, release: str) -> Counter[str]:
    """How the tests of a file ended; one that does not end in its time, or cannot be read, counts as one failure."""
    plugin = ("-p", "tilewright.core.testing.plugin", "--as-tvm", "-p", "no:cacheprovider", "--rootdir", str(tree))
    own = ("-c", os.devnull)  # the tree may lie in this repository, whose settings are not for it
    environment = {"TILEWRIGHT_TVM_RELEASE": release, "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-rN", *own, *plugin, str(file)]
    try:
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=_LIMIT)
    except subprocess.TimeoutExpired:
        return Counter(failed=1)
    found: Counter[str] = Counter()
    for number, kind in _COUNT.findall(done.stdout.strip().rpartition("\n")[2]):
        found["failed" if kind.startswith("error") else kind] += int(number)
    return found or Counter(failed=1)


def fetched() -> Path:
    """The tests in the source distribution, which pip downloads when they are not there yet."""
    tests = CACHE / "tests" / "python"
    if not tests.is_dir():
        CACHE.mkdir(parents=True, exist_ok=True)
        name = DISTRIBUTION.partition("==")[0]
        pip = (sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", name)
        subprocess.run([*pip, "--dest", str(CACHE), DISTRIBUTION], check=True)
        with tarfile.open(next(CACHE.glob(f"{name}-*.tar.gz"))) as archive:
            for member in archive:
                inside = member.name.partition("/3rdparty/tvm/")[2]
                if inside.startswith("tests/python/") and member.isfile():
                    target = CACHE / inside
                    target.parent.mkdir(parents=True, exist_ok=True)
                    source = archive.extractfile(member)
                    target.write_bytes(b"" if source is None else source.read())
    return tests


def renamed(tree: Path) -> Path:
    """A copy of the tests with the names of 0.27, which is made when it is not there yet."""
    copy = CACHE / "renamed" / "python"
    if not copy.is_dir():
        for file in sorted(tree.rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            for older, newer in _RENAMED:
                text = re.sub(older, newer, text)
            text = text if "tvmscript" in file.name else bound(text)  # those test the language itself
            target = copy / file.relative_to(tree)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
    return copy


def bound(text: str) -> str:
    """The text with `x: T.let = value` for each `x = value` of a PrimFunc, which in 0.27 makes a scalar that can be stored to.

    A file that is not Python stays as it is.
    """
    try:
        names = list(_bound_names(ast.parse(text)))
    except SyntaxError:
        return text
    lines = text.encode().split(b"\n")
    for name in names:
        end = name.end_col_offset
        assert end is not None
        lines[name.lineno - 1] = lines[name.lineno - 1][:end] + b": T.let" + lines[name.lineno - 1][end:]
    return b"\n".join(lines).decode()


def _bound_names(tree: ast.Module) -> Iterator[ast.Name]:
    """The names of numbers in PrimFuncs, each of which gets one value."""
    for func in ast.walk(tree):
        if isinstance(func, ast.FunctionDef) and any("prim_func" in ast.unparse(made) for made in func.decorator_list):
            stored = [node for node in ast.walk(func) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
            times = Counter(name.id for name in stored)
            for node in ast.walk(func):
                if isinstance(node, ast.Assign) and _is_number(node.value):
                    yield from (name for name in node.targets if isinstance(name, ast.Name) and times[name.id] == 1)


def _is_number(value: ast.expr) -> bool:
    """Whether the value is written as a number, rather than as a buffer, an axis or a variable."""
    if isinstance(value, ast.Call):
        return bool(value.args) and re.fullmatch(_NUMBER, ast.unparse(value.func)) is not None
    constant = isinstance(value, ast.Constant) and isinstance(value.value, (int, float))
    return constant or isinstance(value, (ast.BinOp, ast.BoolOp, ast.Compare))


if __name__ == "__main__":
    main()
