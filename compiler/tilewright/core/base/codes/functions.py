"""Codes for functions and modules, and what is said about them."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_HEAD = "@T.prim_func\ndef f(A: T.Buffer((16,), 'float32')):\n"
_STORE = "    A[0] = 0.0\n"
_MODULE = "@I.ir_module\nclass Module:\n"
_MEMBER = "    @T.prim_func\n    def f(A: T.Buffer((16,), 'float32')):\n        A[0] = 0.0\n"

CODES = (
    Code(
        "outside-function",
        "error",
        "A statement about a function is outside of any function.",
        "`T.func_attr`, `T.func_name`, `T.func_ret`, `T.arg`, `T.env_thread` and `T.launch_thread` belong to a function.",
        "with IRBuilder():\n    T.func_attr({'tir.noalias': True})\n",
        "with IRBuilder():\n    with T.prim_func():\n        T.func_attr({'tir.noalias': True})\n",
    ),
    Code(
        "not-at-function-top",
        "error",
        "A statement about a whole function is inside a block or loop of it.",
        "It would not depend on the loop or block, so it belongs at the top of the function.",
        _HEAD + "    for i in range(4):\n        T.func_attr({'tir.noalias': True})\n        A[i] = 0.0\n",
        _HEAD + "    T.func_attr({'tir.noalias': True})\n    for i in range(4):\n        A[i] = 0.0\n",
    ),
    Code(
        "duplicate-function-attr",
        "error",
        "A function attribute has two different values.",
        "The same key may be given again with the same value, not with another.",
        _HEAD + "    T.func_attr({'a': 1})\n    T.func_attr({'a': 2})\n" + _STORE,
        _HEAD + "    T.func_attr({'a': 1})\n" + _STORE,
    ),
    Code(
        "private-global-symbol",
        "error",
        "A private function has a `global_symbol`.",
        "`global_symbol` is the name a function is linked under, and a private one is not linked by name.",
        _HEAD.replace("func\n", "func(private=True)\n") + "    T.func_attr({'global_symbol': 'f'})\n" + _STORE,
        _HEAD + "    T.func_attr({'global_symbol': 'f'})\n" + _STORE,
    ),
    Code(
        "duplicate-function-name",
        "error",
        "A function is named twice.",
        "With the builder, `T.func_name` is said once; in a script the `def` names the function.",
        _HEAD + "    T.func_name('g')\n" + _STORE,
        _HEAD + _STORE,
    ),
    Code(
        "duplicate-return-type",
        "error",
        "The type that a function returns is given twice.",
        "Write it after `->`, or once with `T.func_ret`.",
        "@T.prim_func\ndef f(n: T.int32) -> T.int32:\n    T.func_ret(T.int32)\n    T.ret(n)\n",
        "@T.prim_func\ndef f(n: T.int32) -> T.int32:\n    T.ret(n)\n",
    ),
    Code(
        "python-function",
        "error",
        "A module has Python functions, and its class does not inherit `BasePyModule`.",
        "Python functions run on instances of the module, which `tvm.relax.BasePyModule` makes: let the class inherit it.",
        _MODULE + "    @I.pyfunc\n    def g(self, x):\n        return x\n\n" + _MEMBER,
        _MODULE.replace("class Module:", "class Module(BasePyModule):")
        + "    @I.pyfunc\n    def g(self, x):\n        return x\n\n"
        + _MEMBER,
    ),
    Code(
        "unnamed-function",
        "error",
        "A function of a module has no name.",
        "With the builder, say `T.func_name` in each function of a module.",
        "with IRBuilder():\n    with I.ir_module():\n        with T.prim_func():\n            T.evaluate(0)\n",
        "with IRBuilder():\n    with I.ir_module():\n        with T.prim_func():\n            T.func_name('f')\n            T.evaluate(0)\n",
    ),
    Code(
        "duplicate-function",
        "error",
        "A module has two functions of one name.",
        "Functions of a module are called by name, so each has its own.",
        _MODULE + _MEMBER + "\n" + _MEMBER,
        _MODULE + _MEMBER,
    ),
    Code(
        "undeclared-function",
        "error",
        "A function of a module is declared and not defined, or defined and not declared.",
        "With the builder, each `I.decl_function` is followed by an `I.def_function` of the same name.",
        "with IRBuilder():\n    with I.ir_module():\n        I.def_function('f', func)\n",
        "with IRBuilder():\n    with I.ir_module():\n        I.decl_function('f', func)\n        I.def_function('f', func)\n",
    ),
    Code(
        "outside-module",
        "error",
        "A statement about a module is outside of any module.",
        "`I.module_attrs`, `I.module_global_infos` and their like belong in a module.",
        _HEAD + "    I.module_attrs({'a': 1})\n" + _STORE,
        _MODULE + "    I.module_attrs({'a': 1})\n\n" + _MEMBER,
    ),
    Code(
        "duplicate-module-attrs",
        "error",
        "The attributes or the global information of a module are given twice.",
        "List them in one call.",
        _MODULE + "    I.module_attrs({'a': 1})\n    I.module_attrs({'b': 2})\n\n" + _MEMBER,
        _MODULE + "    I.module_attrs({'a': 1, 'b': 2})\n\n" + _MEMBER,
    ),
    Code(
        "no-such-device",
        "error",
        "The module has no device of that kind and number.",
        'Devices are listed with `I.module_global_infos({"vdevice": [I.vdevice("llvm")]})`.',
        _MODULE + "    d = I.lookup_vdevice('llvm', 0)\n\n" + _MEMBER,
        _MODULE + "    I.module_global_infos({'vdevice': [I.vdevice('llvm')]})\n\n" + _MEMBER,
    ),
)
