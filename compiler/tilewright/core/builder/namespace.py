"""The members of `T` and `I`: the one list of names, each with its value, signature and documentation.

Parser, stubs, hover, completion and signature help read only this.  Ops come from their rows, forms from the functions of the builder,
data types from their table; a name stands here once.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from tilewright.core.builder import (
    allocations,
    block_forms,
    blocks,
    buffers,
    computed,
    dtypes,
    frames,
    functions,
    intrinsics,
    loops,
    module,
    pointers,
    statements,
    stores,
    values,
)
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.node.fields import given
from tilewright.core.ops.describe import documentation
from tilewright.core.ops.describe import signature as row_signature
from tilewright.core.ops.device_row import GROUP
from tilewright.core.ops.op import CallEffectKind, Op
from tilewright.core.ops.table import BY_NODE, OPS

# A text, or the function that makes it when somebody reads it.
LazyText = str | Callable[[], str]


class Member:
    """One name of a namespace.

    `kind`: "op" (a row of the table), "form" (a function of the builder), "dtype", "class" (a node class), "namespace".  `signature` is one
    line, `T.grid(*extents: Expr | int) -> ForFrame`; `doc` is Markdown; `group` is what completion lists it under.  The two texts may be given as functions:
    a parse reads those of no member.
    """

    __slots__ = ("_doc", "_signature", "group", "kind", "name", "namespace", "value")

    def __init__(
        self, name: str, namespace: str, kind: str, value: Any, signature: LazyText, doc: LazyText, group: str
    ) -> None:
        self.name: Final = name
        self.namespace: Final = namespace
        self.kind: Final = kind
        self.value: Final = value
        self.group: Final = group
        self._signature = signature
        self._doc = doc

    @property
    def signature(self) -> str:
        """A call of it with the types of its parameters, on one line."""
        if not isinstance(self._signature, str):
            self._signature = self._signature()
        return self._signature

    @property
    def doc(self) -> str:
        """Its documentation."""
        if not isinstance(self._doc, str):
            self._doc = self._doc()
        return self._doc


class Namespace:
    """Names with their members; an attribute is the value of the member of that name.

    `unlisted` makes the members of names that are understood and stand in no list, such as the vector types of any number of lanes.
    """

    __slots__ = ("_make", "_members", "name", "unlisted")

    def __init__(
        self,
        name: str,
        members: Iterable[Member],
        unlisted: Callable[[str], Member | None] = lambda name: None,
    ) -> None:
        self.name = name
        self.unlisted = unlisted
        self._make: Callable[[], Iterable[Member]] | None = None
        self._members = _sorted(name, members)

    @classmethod
    def later(
        cls, name: str, make: Callable[[], Iterable[Member]], unlisted: Callable[[str], Member | None]
    ) -> Namespace:
        """A namespace whose members are made when the first is asked for."""
        made = cls(name, (), unlisted)
        made._make = make
        return made

    @property
    def members(self) -> Mapping[str, Member]:
        """The members by name."""
        make = self._make  # read once: another thread may finish meanwhile, and has made equal ones
        if make is not None:
            self._members, self._make = _sorted(self.name, make()), None
        return self._members

    def member(self, name: str) -> Member | None:
        """The member of that name, listed or not."""
        found = (self._members if self._make is None else self.members).get(name)
        return self.unlisted(name) if found is None else found

    def __getattr__(self, name: str) -> Any:
        found = self.member(name)
        if found is None:
            raise AttributeError(f"{self.name} has no member {name!r}")
        return found.value

    def __dir__(self) -> list[str]:
        return list(self.members)

    def __iter__(self) -> Iterator[Member]:
        return iter(self.members.values())

    def __repr__(self) -> str:
        return self.name


def _sorted(space: str, members: Iterable[Member]) -> Mapping[str, Member]:
    found: dict[str, Member] = {}
    for member in members:
        if member.name in found:
            raise ValueError(f"{space}.{member.name} stands in the namespace twice")
        found[member.name] = member
    return dict(sorted(found.items()))


def form(space: str, group: str, value: Any, name: str | None = None, like: Callable[..., Any] | None = None) -> Member:
    """A function as a member; `like` is the function whose signature and documentation describe it, when `value` is not one itself."""
    called = name or value.__name__
    described = like or value
    return Member(
        called,
        space,
        "form",
        value,
        lambda: f"{space}.{called}{_signature(described)}",
        lambda: inspect.cleandoc(described.__doc__ or ""),
        group,
    )


def _signature(function: Any) -> str:
    shown = inspect.signature(function)
    parts = [parameter.replace(annotation=_text(parameter.annotation)) for parameter in shown.parameters.values()]
    return str(shown.replace(parameters=parts, return_annotation=_text(shown.return_annotation))).replace("'", '"')


class _Text(str):
    """An annotation that is shown without quotes."""

    def __repr__(self) -> str:
        return str(self)


def _text(annotation: object) -> Any:
    """The text of a parameter's type: a field's constructor type, as people read it."""
    return _Text(given(annotation)) if isinstance(annotation, str) else annotation


def _forms(space: str, group: str, *items: object) -> list[Member]:
    return [form(space, group, value) for value in items]


def _ops() -> list[Member]:
    return [_op(row, row.script) for row in OPS.values() if row.script not in (None, row.node) and row.group != GROUP]


def _op(row: Op, name: str) -> Member:
    value = intrinsics.op_function(row, name)
    shown, doc = partial(row_signature, row, f"T.{name}"), partial(documentation, row)
    return Member(name, "T", "op", value, shown, doc, row.group)


# Names under which TVM knows an op besides that of its row.
_ALIASES = {
    "abs": "tir.fabs",
    "tvm_call_packed": "tir.tvm_call_packed",
    "tvm_call_cpacked": "tir.tvm_call_cpacked",
    "tvm_call_packed_lowered": "tir.tvm_call_packed_lowered",
    "tvm_call_cpacked_lowered": "tir.tvm_call_cpacked_lowered",
}

_CLASSES = (
    "Add And Broadcast BufferLoad Call Cast CommReducer Div EQ FloatImm FloorDiv FloorMod GE GT IntImm IterVar LE LT Max Min Mod Mul NE Not "
    "Or ProducerLoad Ramp Reduce Select Shuffle SizeVar StringImm Sub Var"
).split()


def _class(value: Any, name: str, space: str = "T", group: str = "node classes") -> Member:
    def shown() -> str:
        return f"{space}.{name}{_signature(value).removesuffix('None')}{value.__name__}"

    def doc() -> str:
        text = inspect.cleandoc(value.__doc__ or "")
        row = BY_NODE.get(value.__name__)
        return text if row is None else f"`{text}`\n\n{documentation(row)}"

    return Member(name, space, "class", value, shown, doc, group)


def _classes() -> list[Member]:
    made = [_class(getattr(nodes, name), name) for name in _CLASSES]
    effect = "T.CallEffectKind"
    made.append(
        Member("CallEffectKind", "T", "class", CallEffectKind, effect, CallEffectKind.__doc__ or "", "node classes")
    )
    made.append(_class(nodes.Ramp, "ramp", group="vectors"))
    made.append(_class(nodes.Broadcast, "broadcast", group="vectors"))
    return made


def _dtypes() -> list[Member]:
    return [_dtype(name, form) for name, form in dtypes.DTYPE_FORMS.items()]


def _dtype(name: str, form: dtypes.DTypeForm) -> Member:
    return Member(name, "T", "dtype", form, lambda: f"T.{name}{_signature(form)}", lambda: form.__doc__, "data types")


def unlisted_dtype(name: str) -> Member | None:
    """The vector type called `name`: there are too many numbers of lanes to list."""
    form = dtypes.vector_form(name)
    return None if form is None else _dtype(name, form)


def _prim_func(
    func: Callable[..., Any] | None = None,
    private: bool = False,
    check_well_formed: bool = True,
    capture: Sequence[Any] | None = None,
) -> Any:
    """Make a Python function a TensorIR function: `@T.prim_func` or `@T.prim_func(private=True)`.

    Its parameters are annotated with `T.Buffer(...)`, `T.handle` or a data type.  A private function has no `global_symbol`; only the functions of
    its module can call it.  `capture` lists the Python functions and objects that the script may use; without it all that Python would see are.
    """


def _ir_module(mod: type | None = None, check_well_formed: bool = True) -> Any:
    """Make a Python class a module: each function of it, decorated with `@T.prim_func`, is a function of the module."""


def _axis() -> Namespace:
    names = ("spatial", "reduce", "scan", "opaque", "remap")
    members = [form("T.axis", "blocks", getattr(blocks.axis, name)) for name in names]
    members.append(form("T.axis", "blocks", blocks.axis.S, "S"))
    members.append(form("T.axis", "blocks", blocks.axis.R, "R"))
    return Namespace("T.axis", members)


def _nested(space: str, name: str, value: Namespace, doc: str, group: str) -> Member:
    return Member(name, space, "namespace", value, f"{space}.{name}", doc, group)


def _script_forms() -> list[Member]:
    return [
        form("T", "functions", functions.prim_func, "prim_func", _prim_func),
        *_forms(
            "T", "functions", functions.func_name, functions.arg, functions.func_attr, functions.func_ret, values.macro
        ),
        form("T", "buffers", buffers.BufferForm(), "Buffer", buffers.buffer),
        *_forms(
            "T",
            "buffers",
            buffers.buffer,
            buffers.buffer_decl,
            buffers.match_buffer,
            buffers.alloc_buffer,
            buffers.decl_buffer,
        ),
        *_forms(
            "T", "buffers", allocations.allocate, allocations.allocate_const, allocations.realize, stores.buffer_store
        ),
        form("T", "buffers", computed.BufferFromForm(), "BufferFrom", computed.buffer_from),
        form("T", "buffers", computed.compute),
        form("T", "buffers", pointers.PtrForm(), "Ptr", pointers.buffer_var),
        *_forms("T", "buffers", pointers.ptr, pointers.buffer_var, pointers.handle),
        *_forms(
            "T", "blocks", block_forms.block, blocks.init, blocks.where, blocks.reads, blocks.writes, blocks.block_attr
        ),
        _nested("T", "axis", _axis(), inspect.cleandoc(blocks.axis.__doc__ or ""), "blocks"),
        *_forms(
            "T", "loops", loops.serial, loops.parallel, loops.vectorized, loops.unroll, loops.thread_binding, loops.grid
        ),
        *_forms(
            "T", "statements", statements.Assert, statements.LetStmt, statements.Let, statements.let, statements.attr
        ),
        *_forms(
            "T", "statements", statements.While, statements.If, statements.Then, statements.Else, statements.evaluate
        ),
        *_forms("T", "statements", statements.env_thread, statements.launch_thread),
        *_forms("T", "values", values.Range, values.cast, values.ceildiv, values.truncdiv, values.var, values.iter_var),
        *_forms("T", "values", values.comm_reducer, values.index_map, values.target, values.meta_var),
        *_forms("T", "values", dtypes.max_value, dtypes.min_value, dtypes.infinity),
        *_forms("T", "calls", intrinsics.call_intrin, intrinsics.llvm_lookup_intrinsic_id, values.call_kernel),
    ]


def _tir() -> Namespace:
    aliases = [_op(OPS[row], name) for name, row in _ALIASES.items()]
    return Namespace("T", [*_script_forms(), *_ops(), *aliases, *_classes(), *_dtypes()], unlisted_dtype)


def _ir() -> Namespace:
    declared = _forms("I", "functions", module.decl_function, module.def_function)
    attributes = _forms("I", "attributes", module.module_attrs, module.module_get_attr, module.module_set_attr)
    infos = _forms(
        "I",
        "global information",
        module.module_global_infos,
        module.vdevice,
        module.lookup_vdevice,
        module.dummy_global_info,
    )
    made = form("I", "modules", module.ir_module, "ir_module", _ir_module)
    python = form("I", "functions", module.pyfunc)
    frame = _class(frames.IRModuleFrame, "IRModuleFrame", "I", "modules")
    functions_ = [*declared, *attributes, *infos]
    return Namespace(
        "I",
        [
            *functions_,
            made,
            python,
            frame,
            form("I", "values", values.Range),
            form("I", "values", values.meta_var),
            form("I", "functions", module.global_var, "GlobalVar"),
            _nested("I", "ir", Namespace("I.ir", functions_), "The functions of the builder of modules.", "modules"),
            _nested("I", "frame", Namespace("I.frame", [frame]), "The frames of the builder of modules.", "modules"),
            _nested("I", "entry", Namespace("I.entry", [made, python]), "The decorators of modules.", "modules"),
        ],
    )


TIR = _tir()
IR = _ir()
