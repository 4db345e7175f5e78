"""Mistakes in the Python around kernels: helpers, lambdas, methods, names that nothing defines."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import Analysis, analyze

HEAD = "from tvm.script import tir as T\nimport numpy as np\n\n"
KERNEL = """
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
        for i in range(n):
            B[i] = act(A[i])
"""


def said(text: str, previous: Analysis | None = None) -> list[tuple[str, str]]:
    analysis = analyze(HEAD + text, "k.py", previous, shows_python=False)
    return [(found.code, found.span.text) for found in analysis.diagnostics]


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("def act(x):\n        return T.expp(x)", [("unknown-member", "expp")]),
        ("def act(x):\n        return T.exp(y)", [("undefined-name", "y")]),
        ("act = lambda x: T.expp(x)", [("unknown-member", "expp")]),
        ("act = lambda x: T.exp(z)", [("undefined-name", "z")]),
        ("act = lambda x: T.max(x)", [("missing-argument", "T.max(x)")]),
        ("act = lambda x, y: T.max(x, y)", [("missing-argument", "act(A[i])")]),
        ("act = {'a': lambda x: T.exp(x), 'b': lambda x: T.expp(x)}[kind]", [("unknown-member", "expp")]),
        ("def act(x):\n        return T.exp(x, x)", [("unexpected-argument", "x")]),
        ("act = lambda x, y=0: T.max(x, T.float32(0))", []),
        ("act = lambda x, *rest, **more: T.exp(x)", []),
        (
            "def act(x):\n        try:\n            return T.expp(x)\n        except AttributeError:\n            return x",
            [],
        ),
        ("act = lambda x: T.expp(x) if hasattr(T, 'expp') else T.exp(x)", []),
        ("act = lambda x: T.call_extern('float32', 'g', x, x, x)", []),
    ],
)
def test_helpers_are_checked(act: str, expected: list[tuple[str, str]]) -> None:
    assert said(f"def make(n, kind):\n    {act}\n{KERNEL}\n    return f\n") == expected


def test_the_names_of_a_factory_are_defined() -> None:
    assert said(f"def make(n, act):\n{KERNEL}\n    return ff\n") == [("undefined-name", "ff")]
    assert said(f"def make(n, act):\n{KERNEL}\n    return np.array(later(f))\n\ndef later(x):\n    return x\n") == []
    assert said("def plain(n):\n    return undefined\n") == []  # of no kernel


def test_a_file_may_give_itself_names() -> None:
    text = f"def make(n, act):\n{KERNEL}\n    return wrap_f(f)\n"
    assert said(text) == [("undefined-name", "wrap_f")]
    assert said(f"for name in 'fgh':\n    globals()[f'wrap_{{name}}'] = str\n\n{text}") == []
    assert said(f"{text}\nglobals().update(wrap_f=str)\n") == []


def test_a_name_that_any_statement_of_a_factory_binds_is_defined() -> None:
    text = f"""def make(n, act):
{KERNEL}
    with open("x") as file:
        rest = [line for line in file if (size := len(line))]
    try:
        import fast as module
    except ImportError as error:
        module = str(error)
    match n:
        case [first, *others]:
            rest = first, others
    return f, rest, module, size
"""
    assert said(text) == []


@pytest.mark.parametrize(
    ("helper", "expected"),
    [
        ("def act(x):\n    return T.exp(x)\n", []),
        ("def act(x, y):\n    return T.exp(x)\n", [("missing-argument", "act(A[i])")]),
        ("def act(x):\n    return other(x)\n\ndef other(x):\n    return x[0, 0]\n", []),
        ("def act(x):\n    return x * y\n", [("undefined-name", "act(A[i])")]),
        ("def act(x):\n    return T.expp(x)\n", [("unknown-member", "act(A[i])")]),
        ("def act(x):\n    return x * Y\n\nY = 2.0\n", []),
        ("def act(x):\n    return x * Y\n\nif np:\n    Y, Z = 2.0, 3.0\n", []),
        ("def act(x):\n    return x * Y\n\ndef init():\n    global Y\n    Y = 2.0\n", []),
        ("def act(x):\n    return x * Y\n\nfrom numbers import (\n    X,\n    Y,\n)\n", []),
        ("def act(x):\n    return act(x)\n", []),
        ("@decorated\ndef act(x, y):\n    return x\n\ndef decorated(g):\n    return lambda x: g(x, x)\n", []),
        ("if np:\n    def act(x, y):\n        return x\n", []),
        ("def act(x, y):\n    return x\n\ndef act(x):\n    return x\n", []),
    ],
)
def test_helpers_below_a_factory_are_known(helper: str, expected: list[tuple[str, str]]) -> None:
    assert said(f"def make(n):\n{KERNEL}\n    return f\n\n{helper}") == expected


def test_a_wrong_identity_is_found_though_the_value_comes_from_a_helper_below() -> None:
    text = """def make(n):
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), B: T.Buffer((1,), "float32")):
        for i in range(n):
            with T.block("b"):
                vi = T.axis.reduce(n, i)
                with T.init():
                    B[0] = T.max_value("float32")
                B[0] = T.max(B[0], act(A[vi]))
    return f

def act(x):
    return T.exp(x)
"""
    assert said(text) == [("wrong-identity", 'B[0] = T.max_value("float32")')]


def test_an_edit_of_a_helper_below_is_seen_above() -> None:
    text = f"def make(n):\n{KERNEL}\n    return f\n\ndef act(x):\n    return inner(x)\n\ndef inner(x):\n    return x\n"
    edited = text.replace("act(x):", "act(x, y):")
    before = analyze(HEAD + text, "k.py", shows_python=False)
    assert said(edited, before) == said(edited) == [("missing-argument", "act(A[i])")]
    after = analyze(HEAD + edited, "k.py", before, shows_python=False)
    assert said(text, after) == []


def test_python_sees_more_in_the_modules_than_scripts_do() -> None:
    text = "def build(n):\n    with T.frame_scope([n]):\n        return T.buffer_proxy(n), R.distributed.f\n"
    assert said(f"from tvm.script import relax as R\n{text}\ndef make(n, act):\n{KERNEL}\n    return f\n") == []
    assert said(f"from tvm.script import relax as R\ndef make(n, act):\n{KERNEL}\n    return f, R.distributed\n") == []


def test_arguments_that_are_not_known_are_counted() -> None:
    text = f"def make(n, other):\n    act = lambda x: T.max(other(x))\n{KERNEL}\n    return f\n"
    assert said(text) == [("missing-argument", "T.max(other(x))")]
    inside = KERNEL.replace("act(A[i])", "T.max(other(A[i]))")
    assert said(f"def make(n, other):\n{inside}\n    return f\n") == [("missing-argument", "T.max(other(A[i]))")]


CLASS = """class Kernels:
    def __init__(self, heads, dim):
        self.heads, self.dim = heads, dim

    def make(self, seq):
        heads, dim = self.heads, self.{name}
        @T.prim_func
        def f(Q: T.Buffer((heads, seq, dim), "float32"), S: T.Buffer((heads, seq, dim), "float32")):
            for h, i, d in T.grid(heads, seq, dim):
                S[h, i, d] = Q[h, {index}]
        return f
"""


def test_attributes_of_self_have_to_be_given() -> None:
    assert said(CLASS.format(name="dims", index="i, d")) == [("unknown-attribute", "dims")]
    assert said(CLASS.format(name="dim", index="i, d")) == []
    assert said(CLASS.format(name="dims", index="i, d").replace("class Kernels:", "class Kernels(Base):\n")) != [
        ("unknown-attribute", "dims")
    ]


def test_indices_in_the_wrong_order_are_found_in_methods() -> None:
    assert [code for code, _ in said(CLASS.format(name="dim", index="d, i"))] == ["index-out-of-bounds"]
