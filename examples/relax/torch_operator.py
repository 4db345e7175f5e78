"""A function of TensorIR as an operator of PyTorch, with a gradient: `torch.library` registers it, so that `torch.compile` and autograd know it."""

from typing import Any

import torch

import tilewright
from tilewright.script import tir as T


@T.prim_func
def silu(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        B[i] = A[i] / (T.float32(1) + T.exp(T.float32(0) - A[i]))


@T.prim_func
def silu_backward(a: T.handle, g: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    G = T.match_buffer(g, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        B[i] = G[i] * (T.float32(1) + A[i] * (T.float32(1) - T.sigmoid(A[i]))) * T.sigmoid(A[i])


FORWARD, BACKWARD = tilewright.build(silu), tilewright.build(silu_backward)


@torch.library.custom_op("tilewright_example::silu", mutates_args=())
def silu_operator(x: torch.Tensor) -> torch.Tensor:
    """`x * sigmoid(x)` of a tensor of any shape, computed by the kernel without a copy."""
    flat = x.detach().contiguous().view(-1)
    result = torch.empty_like(flat)
    FORWARD(flat, result)
    return result.view(x.shape)


@torch.library.custom_op("tilewright_example::silu_backward", mutates_args=())
def silu_gradient(x: torch.Tensor, gradient: torch.Tensor) -> torch.Tensor:
    """The gradient of `silu`: an operator too, since `torch.compile` traces what computes a gradient, and a kernel cannot be traced."""
    flat = x.detach().contiguous().view(-1)
    result = torch.empty_like(flat)
    BACKWARD(flat, gradient.detach().contiguous().view(-1), result)
    return result.view(x.shape)


@silu_operator.register_fake
def _(x: torch.Tensor) -> torch.Tensor:
    return x.new_empty(x.shape)


@silu_gradient.register_fake
def _(x: torch.Tensor, gradient: torch.Tensor) -> torch.Tensor:
    return x.new_empty(x.shape)


def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:
    (x,) = ctx.saved_tensors
    return silu_gradient(x, gradient)


def keep_input(ctx: Any, inputs: tuple[torch.Tensor], output: torch.Tensor) -> None:
    ctx.save_for_backward(*inputs)


silu_operator.register_autograd(backward, setup_context=keep_input)


def check() -> None:
    """Compare values and gradients with PyTorch's own function, and let PyTorch check how both operators are registered."""
    x = torch.randn(8, 33, generator=torch.Generator().manual_seed(0), requires_grad=True)
    again = x.detach().clone().requires_grad_()
    ours, theirs = silu_operator(x), torch.nn.functional.silu(again)
    torch.testing.assert_close(ours, theirs)
    ours.square().sum().backward()
    theirs.square().sum().backward()
    torch.testing.assert_close(x.grad, again.grad)
    torch.library.opcheck(silu_operator, (x,))


if __name__ == "__main__":
    check()
    print("the operator and its gradient equal those of PyTorch")
