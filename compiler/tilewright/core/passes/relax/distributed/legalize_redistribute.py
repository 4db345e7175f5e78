"""`LegalizeRedistribute`: a change of placement becomes what each worker does for it."""

from __future__ import annotations

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.distributed import DTensorStructInfo, PlacementSpecKind
from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator


def LegalizeRedistribute() -> Pass:
    """Make `R.dist.redistribute` of a tensor that is whole on each device the choice of a part, and drop it where the placement stays.

    Raises `ValueError` for another mesh, and for a tensor that is in parts, which would have to be exchanged.
    """
    return Pass("LegalizeRedistribute", lambda mod: _Legalizer(mod).transform())


class _Legalizer(ModuleMutator):
    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if not isinstance(made, Call) or callee_name(made) != "relax.dist.redistribute":
            return made
        data, wanted = made.args[0], made.struct_info
        before = data.struct_info
        assert isinstance(wanted, DTensorStructInfo)
        if not isinstance(before, DTensorStructInfo) or not structural_equal(before.device_mesh, wanted.device_mesh):
            raise ValueError("R.dist.redistribute between meshes has no form that workers run")
        changed = [
            (number, old, new)
            for number, (old, new) in enumerate(zip(before.placement.dim_specs, wanted.placement.dim_specs))
            if not structural_equal(old, new)
        ]
        if not changed:
            return data
        if len(changed) > 1 or changed[0][1].kind != PlacementSpecKind.kReplica:
            raise ValueError(
                f'R.dist.redistribute from "{before.placement}" to "{wanted.placement}": only a tensor that is whole on each device is cut, along one dimension of the mesh'
            )
        number, _, new = changed[0]
        attrs = {"num_workers": int(before.device_mesh.shape[number]), "axis": int(new.axis)}
        return with_struct_info(Call(RELAX_OPS["relax.dist.redistribute_replica_to_shard"], (data,), attrs), wanted)
