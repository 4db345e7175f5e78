"""Codes for functions and modules, and what is said about them."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_HEAD = "@T.prim_func\ndef f(A: T.Buffer((16,), 'float32')):\n"
_STORE = "    A[0] = 0.0\n"
_MODULE = "@I.ir_module\nclass Module:\n"
_MEMBER = "    @T.prim_func\n    def f(A: T.Buffer((16,), 'float32')):\n        A[0] = 0.0\n"
_BUILDER = "from tvm.script.ir_builder import IRBuilder, ir as I, tir as T\n\n"
_FUNCTION = "from tvm.script import tir\n\n@tir.prim_func\ndef f(n: tir.int32):\n    tir.evaluate(n)\n\n"
CODES = (
    Code(
        "outside-function",
        "error",
        "A statement that describes a function is not inside a function.",
        "`T.func_attr`, `T.func_name`, `T.func_ret`, `T.arg`, `T.env_thread` and `T.launch_thread` belong inside a function.",
        _BUILDER + "with IRBuilder():\n    T.func_attr({'tir.noalias': True})\n",
        _BUILDER
        + "with IRBuilder():\n    with T.prim_func():\n        T.func_attr({'tir.noalias': True})\n        T.evaluate(0)\n",
        found="run",
    ),
    Code(
        "not-at-function-top",
        "error",
        "A statement that describes a whole function is nested in a loop or block.",
        "The statement applies to the whole function. Move it to the top of the function's body.",
        _HEAD + "    for i in range(4):\n        T.func_attr({'tir.noalias': True})\n        A[i] = 0.0\n",
        _HEAD + "    T.func_attr({'tir.noalias': True})\n    for i in range(4):\n        A[i] = 0.0\n",
    ),
    Code(
        "duplicate-function-attr",
        "error",
        "A function attribute has two different values.",
        "A key may be repeated with the same value, but not with another. Keep one of the values.",
        _HEAD + "    T.func_attr({'a': 1})\n    T.func_attr({'a': 2})\n" + _STORE,
        _HEAD + "    T.func_attr({'a': 1})\n" + _STORE,
    ),
    Code(
        "private-global-symbol",
        "error",
        "A private function has a `global_symbol`.",
        "`global_symbol` is the name under which a function is linked, and a private function is not linked by name. Remove one of the two.",
        _HEAD.replace("func\n", "func(private=True)\n") + "    T.func_attr({'global_symbol': 'f'})\n" + _STORE,
        _HEAD + "    T.func_attr({'global_symbol': 'f'})\n" + _STORE,
    ),
    Code(
        "duplicate-function-name",
        "error",
        "A function has two different names.",
        "With the builder, call `T.func_name` once; in a script the `def` names the function.",
        _HEAD + "    T.func_name('g')\n" + _STORE,
        _HEAD + _STORE,
    ),
    Code(
        "duplicate-return-type",
        "error",
        "The return type of a function is given twice.",
        "Write it after `->`, or once with `T.func_ret`.",
        "@T.prim_func\ndef f(n: T.int32) -> T.int32:\n    T.func_ret(T.int32)\n    T.ret(n)\n",
        "@T.prim_func\ndef f(n: T.int32) -> T.int32:\n    T.ret(n)\n",
    ),
    Code(
        "python-function",
        "error",
        "A module has Python functions, but its class does not inherit from `BasePyModule`.",
        "Python functions run on instances of the module. Let the class inherit from `tvm.relax.BasePyModule`, which makes them.",
        _MODULE + "    @I.pyfunc\n    def g(self, x):\n        return x\n\n" + _MEMBER,
        _MODULE.replace("class Module:", "class Module(BasePyModule):")
        + "    @I.pyfunc\n    def g(self, x):\n        return x\n\n"
        + _MEMBER,
    ),
    Code(
        "unnamed-function",
        "error",
        "A function of a module has no name.",
        "With the builder, call `T.func_name` in each function of a module.",
        _BUILDER
        + "with IRBuilder():\n    with I.ir_module():\n        with T.prim_func():\n            T.evaluate(0)\n",
        _BUILDER
        + "with IRBuilder():\n    with I.ir_module():\n        with T.prim_func():\n            T.func_name('f')\n            T.evaluate(0)\n",
        found="run",
    ),
    Code(
        "duplicate-function",
        "error",
        "A module has two functions with the same name.",
        "Functions of a module are called by name. Rename one of them.",
        _MODULE + _MEMBER + "\n" + _MEMBER,
        _MODULE + _MEMBER,
    ),
    Code(
        "undeclared-function",
        "error",
        "A function of a module is declared but not defined, or defined but not declared.",
        "With the builder, each `I.decl_function` is followed by an `I.def_function` of the same name.",
        _BUILDER + _FUNCTION + "with IRBuilder():\n    with I.ir_module():\n        I.def_function('f', f)\n",
        _BUILDER
        + _FUNCTION
        + "with IRBuilder():\n    with I.ir_module():\n        I.decl_function('f', f)\n        I.def_function('f', f)\n",
        found="run",
    ),
    Code(
        "outside-module",
        "error",
        "A statement that describes a module is not inside a module.",
        "`I.module_attrs`, `I.module_global_infos` and `I.module_set_attr` belong in the class under `@I.ir_module`.",
        _HEAD + "    I.module_attrs({'a': 1})\n" + _STORE,
        _MODULE + "    I.module_attrs({'a': 1})\n\n" + _MEMBER,
    ),
    Code(
        "duplicate-module-attrs",
        "error",
        "The attributes or the global information of a module are given twice.",
        "List them all in one call.",
        _MODULE + "    I.module_attrs({'a': 1})\n    I.module_attrs({'b': 2})\n\n" + _MEMBER,
        _MODULE + "    I.module_attrs({'a': 1, 'b': 2})\n\n" + _MEMBER,
    ),
    Code(
        "no-such-device",
        "error",
        "The module declares no such device.",
        'Declare devices with `I.module_global_infos({"vdevice": [I.vdevice("llvm")]})`.',
        _MODULE + "    d = I.lookup_vdevice('llvm', 0)\n\n" + _MEMBER,
        _MODULE + "    I.module_global_infos({'vdevice': [I.vdevice('llvm')]})\n\n" + _MEMBER,
    ),
)
