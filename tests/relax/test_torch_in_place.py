"""What operators of PyTorch that write into their argument leave to those that read it later, and what graphs put out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright import relax
from tilewright.relax.frontend.torch import from_exported_program, from_fx

torch = pytest.importorskip("torch")


class Filled(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        x.fill_(2.0)
        return x + 1


class Flagged(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.act = torch.nn.ReLU(inplace=True)

    def forward(self, x: Any) -> Any:
        y = self.act(x)
        return y + x


class Sized(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        return x.shape, x.numel(), None


class Parts(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        a, b = torch.split(x, 2, 1)
        return torch.split(x, 2, 1), b - a


def run(module: Any, *args: Any) -> Any:
    machine = relax.VirtualMachine(relax.build(module, "llvm"))
    return machine["main"](*args)


@pytest.mark.parametrize("model", [Filled(), Flagged()])
def test_later_readers_see_what_was_written(model: Any) -> None:
    x = np.array([[-1.0, 2.0]], "float32")
    want = model(torch.from_numpy(x.copy())).numpy()
    traced = from_fx(torch.fx.symbolic_trace(model), [((1, 2), "float32")])
    np.testing.assert_array_equal(run(traced, x).numpy(), want)
    exported = from_exported_program(torch.export.export(model, (torch.from_numpy(x),)))
    np.testing.assert_array_equal(run(exported, x)[0].numpy(), want)


def test_sizes_numbers_and_nothing_are_put_out() -> None:
    made = from_fx(torch.fx.symbolic_trace(Sized()), [((2, 3), "float32")])
    text = made["main"].script()
    assert '(R.shape([2, 3]), R.const(6, "int32"), ' in text
    assert "= R.null_value()" in text


def test_parts_stay_one_tuple() -> None:
    made = from_fx(torch.fx.symbolic_trace(Parts()), [((1, 4), "float32")])
    assert made["main"].script().count("indices_or_sections=2") == 2
    x = np.array([[1, 2, 3, 4]], "float32")
    parts, apart = run(made, x)
    assert [part.numpy().tolist() for part in parts] == [[[1, 2]], [[3, 4]]]
    assert apart.numpy().tolist() == [[2, 2]]


class Selected(torch.nn.Module):
    def forward(self, x: Any, mask: Any) -> Any:
        return torch.masked_select(x, mask)


def test_elements_under_a_mask() -> None:
    x, mask = torch.arange(6.0).reshape(2, 3), torch.tensor([True, False, True])
    made = from_fx(torch.fx.symbolic_trace(Selected()), [((2, 3), "float32"), ((3,), "bool")])
    got = run(made, x.numpy(), mask.numpy()).numpy()
    np.testing.assert_array_equal(got, torch.masked_select(x, mask).numpy())


class Positive(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        return torch.masked_select(x, x > 0)


def test_a_size_that_a_run_decides_is_compared_with_a_number() -> None:
    """An exported program asserts that there are at least 0 elements."""
    x = torch.tensor([1.0, -1.0, 2.0, -3.0])
    made = from_exported_program(torch.export.export(Positive(), (x,)), unwrap_unit_return_tuple=True)
    assert run(made, x.numpy()).numpy().tolist() == [1.0, 2.0]


class Larger(torch.nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size

    def forward(self, x: Any) -> Any:
        return torch.nn.functional.interpolate(x, size=(self.size, self.size), mode="bilinear", antialias=True)


def test_filters_against_aliases_where_images_grow() -> None:
    x = torch.arange(16.0).reshape(1, 1, 4, 4)
    model = Larger(8)
    made = from_exported_program(torch.export.export(model, (x,)))
    np.testing.assert_allclose(run(made, x.numpy())[0].numpy(), model(x).numpy(), rtol=1e-5)
    with pytest.raises(ValueError, match="resizing to smaller images"):
        from_exported_program(torch.export.export(Larger(2), (x,)))


def test_steps_of_memory_that_are_no_rows() -> None:
    class Steps(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return torch.as_strided(x, (2, 2), (1, 2))

    class Turned(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return torch.as_strided(x.t(), (4,), (1,))

    x = torch.arange(4.0).reshape(2, 2)
    made = from_exported_program(torch.export.export(Steps(), (x,)))
    np.testing.assert_array_equal(run(made, x.numpy())[0].numpy(), Steps()(x).numpy())
    with pytest.raises(ValueError, match="not in order in memory"):
        from_exported_program(torch.export.export(Turned(), (x,)))


class Sparse(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("rows", torch.tensor([[0.0, 2.0], [1.0, 0.0]]).to_sparse_csr())

    def forward(self, x: Any) -> Any:
        return torch.matmul(self.rows, x)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_sparse_weights_are_written_out() -> None:
    x = torch.tensor([[1.0], [3.0]])
    made = from_exported_program(torch.export.export(Sparse(), (x,)))
    assert run(made, x.numpy())[0].numpy().tolist() == [[6.0], [1.0]]


def test_converters_have_the_names_of_tvm() -> None:
    class Summed(torch.nn.Module):
        def forward(self, x: Any, y: Any) -> Any:
            return torch.add(x, y)

    def subtract(node: Any, self: Any) -> Any:
        x, y = self.retrieve_args(node)
        assert self.env[node.args[0]] is x
        assert self.shape_of(x) == [2]
        return self.block_builder.emit(relax.op.subtract(x, y))

    x = torch.tensor([3.0, 5.0])
    made = from_exported_program(torch.export.export(Summed(), (x, x * 2)), custom_convert_map={"add.Tensor": subtract})
    assert run(made, x.numpy(), x.numpy() * 2)[0].numpy().tolist() == [-3.0, -5.0]
