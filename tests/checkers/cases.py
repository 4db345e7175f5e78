"""Programs with scripts, each about one thing.  A comment `# found: mypy pylint` names the checkers that report its line; others must not, nor any line without."""

from __future__ import annotations

import re

HEADER = '''\
"""A program."""
import tvm
from tvm import tir
from tvm.script import ir as I
from tvm.script import tir as T
'''

ACCEPTED = {
    "bare_decorator": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")) -> None:
    for i in range(16):
        A[i] = T.float32(0)
""",
    "private": """
@T.prim_func(private=True)
def f(A: T.Buffer((16,), "float32")):
    for i in T.serial(16):
        A[i] = T.float32(0)
""",
    "class_of_passes": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)


@tvm.transform.module_pass(opt_level=0)
class Same:
    \"\"\"Gives what it is given.\"\"\"

    def transform_module(self, mod: tvm.IRModule, _ctx: tvm.transform.PassContext) -> tvm.IRModule:
        \"\"\"Asked for each module.\"\"\"
        return mod


same = Same()
same(tvm.IRModule({"main": f})).show()
""",
    "functions_of_passes": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)


@tvm.transform.module_pass(opt_level=0)
def same(mod: tvm.IRModule, _ctx: tvm.transform.PassContext) -> tvm.IRModule:
    \"\"\"Gives what it is given.\"\"\"
    return mod


@tvm.tir.transform.prim_func_pass(opt_level=0)
def seen(func: tvm.tir.PrimFunc, _mod: tvm.IRModule, _ctx: object) -> tvm.tir.PrimFunc:
    \"\"\"Asked for each function.\"\"\"
    return func


seen(same(tvm.IRModule({"main": f}))).show()
""",
    "one_type_of_two": '''
from tvm import relax


def module_of(program: tir.PrimFunc | tvm.IRModule) -> tvm.IRModule:
    """The module that a program is, or that it becomes."""
    if isinstance(program, tir.PrimFunc):
        return tvm.IRModule({"main": program})
    return program


def changed(value: tir.PrimExpr) -> tir.PrimExpr:
    """Whether two values differ, which is a value too."""
    return tir.Cast("int8", value) != tir.Cast("int8", value)


def called(value: relax.Var) -> relax.Call:
    """A call of a function of Python."""
    return relax.op.call_py_func("f", [value], relax.ObjectStructInfo())
''',
    "nodes_of_numbers": """
i = tir.Var("i", "int32")
loop = tir.For(i, 0, 16, 0, tir.Evaluate(tir.Add(i, 1)))
f = tir.PrimFunc([], tir.SeqStmt([loop, tir.Evaluate(0)]), attrs={"global_symbol": "f"})
print(tvm.IRModule({"f": f})["f"].body.seq[0].loop_var)
""",
    "numbers_beside_expressions": '''
from tvm.ir import Expr


ExprOrNumber = Expr


def halved(extent: tir.Var, scale: ExprOrNumber) -> list[str]:
    """The types of what numbers and expressions make together."""
    made = [2 * extent, extent // 2, 1.5 + scale, -extent, (1 < extent), extent % 3 >= 1]
    return [each.dtype for each in made] + [(2 * extent).dtype, (4 - scale).dtype]


print(halved(tir.Var("n", "int32"), tir.const(1)))
''',
    "brackets": """
@T.prim_func
def f(A: T.Buffer[(16,), "float32"]):
    A[0] = T.float32(0)
""",
    "handles": """
@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = A[vi]
""",
    "remap": """
@T.prim_func(private=True)
def f(A: T.Buffer((4, 4), "float32"), B: T.Buffer((4, 4), "float32")):
    for i, j in T.grid(4, 4):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]
""",
    "as_printed": f"""
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
      with T.block("root"):
            A[0] = T.float32(0)  # {"x" * 90}
""",
    "one_in_each_branch": '''
def make(extent: int) -> object:
    """A program of two."""
    if extent == 1:

        @T.prim_func
        def f(A: T.Buffer((1,), "float32")):
            A[0] = T.float32(0)

        return f

    @T.prim_func
    def f(A: T.Buffer((extent,), "float32")):
        for i in range(extent):
            A[i] = T.float32(0)

    return f
''',
    "opened_for_the_builder": '''
from tvm.script.ir_builder import IRBuilder


def built() -> object:
    """A program from the builder."""
    with IRBuilder() as builder, T.prim_func():
        T.func_name("main")
    return builder.get()
''',
    "captured": '''
def tripled(number: int) -> int:
    """Three times the number."""
    return number * 3


@T.prim_func(capture=[tripled])
def f(A: T.Buffer((16,), "int32")):
    A[0] = tripled(A[1])


print(f.script())
''',
    "deeply_nested": f"""
@T.prim_func
def f(A: T.Buffer((36,), "float32")):
    for i in range(36):
        A[i] = {"T.Select(i % 6 == 5, T.float32(1), " * 36}T.float32(0){")" * 36}
""",
    "module": """
@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32")):
        for i in range(16):
            A[i] = T.float32(0)
""",
    "module_of_private_functions": """
@tvm.script.ir_module
class Module:
    @T.prim_func(private=True)
    def first(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(0)

    @T.prim_func(private=True)
    def second(B: T.Buffer((16,), "float32")):
        B[0] = T.float32(0)
""",
    "module_is_indexed": """
@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(0)


print(Module["main"].script(), Module.script())
Module.show()
""",
    "function_prints": """
@T.prim_func(private=True)
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)


print(f.script(), f.attrs, f.params)
""",
    "built_and_called": """
@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    B[0] = A[0]


tvm.build(f)(1, 2)
""",
    "rebound": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)


f = f.with_attr("tir.noalias", True)
""",
    "nested": '''
def make(extent: int) -> object:
    """A function over a buffer of that extent."""

    @T.prim_func(private=True)
    def f(A: T.Buffer((extent,), "float32")):
        for i in range(extent):
            A[i] = T.float32(0)

    return f.script()
''',
    "nested_module": '''
def make() -> object:
    """A module."""

    @I.ir_module
    class Module:
        @T.prim_func
        def main(A: T.Buffer((16,), "float32")):
            A[0] = T.float32(0)

    return Module["main"]
''',
    "one_name_in_branches": """
if len(tvm.__name__) > 2:

    @T.prim_func
    def f(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(0)

else:

    @T.prim_func(private=True)
    def f(A: T.Buffer((32,), "float32")):
        A[0] = T.float32(0)
""",
    "ops_of_tir": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for i in range(16):
        A[i] = tir.exp(A[i])
""",
    "loop_variables_reused": """
@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32")):
    for i in range(16):
        x = A[i]
        A[i] = x
    for i in T.parallel(16):
        x = B[i]
        B[i] = x
""",
    "unused_names": """
@T.prim_func
def f(A: T.Buffer((16,), "float32"), unused: T.int32):
    for i in range(16):
        with T.block("nothing"):
            vi = T.axis.spatial(16, i)
            T.evaluate(0)
""",
    "functions_of_tests": '''
class TestPass:
    """A test of a pass, whose functions have no decorator."""

    def before(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(0)

    expected = before

    def check(self) -> object:
        """Not a script."""
        return self.expected

    def check_again(self) -> object:
        """Not a script either."""
        return self.before
''',
    "names_of_a_star": """
from tvm.relax.dpl import *  # noqa: F403  # pylint: disable=wildcard-import,unused-wildcard-import

print(is_op("relax.add")(wildcard(), wildcard()))
""",
    "nodes_are_read": '''
from tvm import relax


@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for i in T.serial(16):
        with T.block("A"):
            vi = T.axis.spatial(16, i)
            A[vi] = T.float32(0)


def read() -> object:
    """Attributes of attributes, and constructors given lists."""
    module = tvm.IRModule.from_expr(tir.PrimFunc([], tir.Evaluate(0)))
    x = relax.Var("x", relax.TensorStructInfo([4, 4], "float32"))
    first, second = relax.Tuple([x, x])
    return module["main"].body.value, first.struct_info.ndim, second.args[0].name_hint
''',
    "tests_of_a_pass": '''
class TestPass(tvm.testing.CompareBeforeAfter):
    """A test of a pass, whose functions have no decorator."""

    transform = tir.transform.Simplify()

    def before(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(0) + T.float32(0)

    def expected(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(0)
''',
    "functions_of_tests_without_calls": '''
class TestPass:
    """A test of a pass, whose functions have no decorator and no buffers."""

    def before():
        T.evaluate(0)

    def expected(a: T.handle):
        A = T.match_buffer(a, (16,), "float32")
        A[0] = T.float32(0)

    def check(self) -> object:
        """Not a script."""
        return self.before, self.expected
''',
    "parsers_namespaces": """
from tvm.script.parser import ir as PI
from tvm.script.parser import relax as PR
from tvm.script.parser import tir as PT


@PI.ir_module
class Module:
    @PT.prim_func
    def double(A: PT.Buffer((16,), "float32"), B: PT.Buffer((16,), "float32")):
        for i in range(16):
            B[i] = A[i] * PT.float32(2)

    @PR.function
    def main(x: PR.Tensor((16,), "float32")) -> PR.Tensor((16,), "float32"):
        cls = Module
        return PR.call_tir(cls.double, (x,), PR.Tensor((16,), "float32"))
""",
    "values_under_names_of_tirx": """
print(tvm.tirx.min(tir.const(1), 2), tvm.tirx.sum(tir.const(1)))
""",
    "rewriters": """
from tvm.script import relax as R


@R.rewriter
class Rewriter:
    @R.function
    def pattern(A: R.Tensor([16], "float32"), B: R.Tensor([16], "float32")):
        C = R.add(A, B)
        return C

    @R.function
    def replacement(A: R.Tensor([16], "float32"), B: R.Tensor([16], "float32")):
        C = R.call_pure_packed("optimized", A, B, sinfo_args=R.Tensor([16], "float32"))
        return C


print((Rewriter | Rewriter)(1))
""",
    "silenced_by_comment": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = missing  # type: ignore[tvmscript]  # ty: ignore[unresolved-reference]  # pylint: disable=tvmscript-error
""",
    "decorator_by_its_name": """
from tvm.script.tir import prim_func


@prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)
""",
    "no_scripts": '''
def double(number: int) -> int:
    """Twice the number."""
    return 2 * number
''',
}

MISTAKEN = {
    "undefined_buffer": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = B[0]  # found: mypy pylint ty pyrefly
""",
    "rank": """
@T.prim_func(private=True)
def f(A: T.Buffer((16,), "float32")):
    A[0, 1] = T.float32(0)  # found: mypy pylint
""",
    "unknown_member": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.no_such(1)  # found: mypy pylint ty
""",
    "unknown_axis": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("A"):
            vi = T.axis.no_such(16, i)  # found: mypy pylint
            A[vi] = T.float32(0)
""",
    "argument_count": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.exp()  # found: mypy pylint
""",
    "dtype": """
@T.prim_func
def f(A: T.Buffer((16,), "flaot32")):  # found: mypy pylint
    A[0] = T.float32(0)
""",
    "in_module": """
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def main(A: T.Buffer((16,), "float32")):
        A[0, 0] = T.float32(0)  # found: mypy pylint
""",
    "in_nested": '''
def make() -> object:
    """A function."""

    @T.prim_func(private=True)
    def f(A: T.Buffer((16,), "float32")):
        A[0] = missing  # found: mypy pylint ty pyrefly

    return f
''',
    "second_of_two": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)


@T.prim_func
def g(A: T.Buffer((16,), "float32")):
    A[0] = missing  # found: mypy pylint ty pyrefly
""",
    "attribute_of_function": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)


f.no_such()  # found: mypy pyright
""",
    "attribute_of_module": """
@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(0)


Module.no_such()  # found: mypy pyright pyrefly
""",
    "member_outside": """
T.no_such(1)  # found: mypy pyright ty
""",
    "axis_outside": """
T.axis.no_such(4, 0)  # found: mypy pyright
""",
    "arguments_outside": """
T.exp()  # found: mypy pyright
""",
    "parameter_outside": """
T.block(no_such_parameter=1)  # found: mypy pyright
""",
    "type_outside": """
T.grid("eight")  # found: mypy pyright
""",
    "python_types": '''
def half(number: int) -> int:
    """Half the number."""
    return "half" + number  # found: mypy pyright ty pyrefly
''',
    "python_names": """
print(nowhere)  # found: mypy pylint pyright ty pyrefly
""",
    "python_result": '''
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)


def text() -> int:
    """Not a number."""
    return "text"  # found: mypy pyright ty pyrefly
''',
    "unused_variable": '''
def wasteful() -> None:
    """Computes something."""
    waste = 1  # found: pylint
''',
    "unused_argument": '''
def indifferent(number: int) -> None:  # found: pylint
    """Takes a number."""
''',
    "method_without_self": '''
class Counter:
    """Counts."""

    def count() -> int:  # found: mypy pylint
        """The count."""
        return 1

    def again(self) -> int:
        """The count."""
        return 1
''',
    "call_in_another_annotation": '''
def odd(number: len("3")) -> int:  # found: mypy
    """Of what type the number is, nobody knows."""
    return number
''',
    "work_left_in_a_script": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)  # TODO: the others  # found: pylint
""",
    "script_written_over": """
@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)


@T.prim_func
def f(A: T.Buffer((16,), "float32")):  # found: pylint
    A[0] = T.float32(1)
""",
}

# What pyrefly says wrongly, whatever it is told: it takes text in brackets for a name, and a class for what it is without its decorator.  pyright takes a
# first parameter for `self`, and an option of a decorator for a reason to have one.  Without a plugin, an expression beside a number may be a number too.
REJECTED = {
    ("numbers_beside_expressions", "pyright"): {16},
    ("numbers_beside_expressions", "ty"): {16},
    ("numbers_beside_expressions", "pyrefly"): {16},
    ("brackets", "pyrefly"): {8},
    ("class_of_passes", "pyrefly"): {22},
    ("module_is_indexed", "pyrefly"): {14, 15},
    ("nested_module", "pyrefly"): {16},
    ("opened_for_the_builder", "pyright"): {12},
    ("rewriters", "pyrefly"): {23},
    ("functions_of_tests_without_calls", "pyright"): {13, 19},
}


def program(case: str) -> str:
    """The whole text of a case."""
    return HEADER + {**ACCEPTED, **MISTAKEN}[case]


def expected(case: str, checker: str) -> set[int]:
    """The lines that the checker must report."""
    marks = {
        number: re.search(r"# found: ([\w ]+)$", line) for number, line in enumerate(program(case).splitlines(), 1)
    }
    return {number for number, mark in marks.items() if mark is not None and checker in mark[1].split()}
