"""Networks of torchvision and transformers with random weights: nothing is downloaded.

`make(name)` gives the network, its arguments, and is the same in every process.  Weights that a library leaves at zero are drawn too, and so are the
statistics of batch norms, so that every layer counts.
"""

from __future__ import annotations

from typing import Any

import torch

VISION = (
    "alexnet",
    "convnext_tiny",
    "densenet121",
    "efficientnet_b0",
    "efficientnet_v2_s",
    "googlenet",
    "inception_v3",
    "mnasnet0_5",
    "mobilenet_v2",
    "mobilenet_v3_large",
    "mobilenet_v3_small",
    "regnet_x_400mf",
    "regnet_y_400mf",
    "resnet18",
    "resnet50",
    "resnext50_32x4d",
    "shufflenet_v2_x1_0",
    "squeezenet1_1",
    "swin_t",
    "vgg11",
    "vit_b_16",
    "vit_b_32",
    "wide_resnet50_2",
)

_SIZES = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
_DECODER = {**_SIZES, "vocab_size": 101, "use_cache": False, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
_GROUPED = {**_DECODER, "num_key_value_heads": 2}
_ENCODER = {**_SIZES, "vocab_size": 101}
_IMAGE = {**_SIZES, "image_size": 32, "patch_size": 8}
_ENDS = {"vocab_size": 101, "use_cache": False, "bos_token_id": 1, "eos_token_id": 2}

# The class, that of its configuration, and the configuration.
_TEXT: dict[str, tuple[str, str, dict[str, Any]]] = {
    "albert": ("AlbertModel", "AlbertConfig", {**_ENCODER, "embedding_size": 16}),
    "bert": ("BertModel", "BertConfig", _ENCODER),
    "distilbert": ("DistilBertModel", "DistilBertConfig", {"vocab_size": 101, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64}),
    "falcon": ("FalconForCausalLM", "FalconConfig", _DECODER),
    "gemma": ("GemmaForCausalLM", "GemmaConfig", {**_GROUPED, "head_dim": 8}),
    "gpt2": ("GPT2LMHeadModel", "GPT2Config", {**_ENDS, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64}),
    "gpt_neox": ("GPTNeoXForCausalLM", "GPTNeoXConfig", _DECODER),
    "llama": ("LlamaForCausalLM", "LlamaConfig", _GROUPED),
    "mistral": ("MistralForCausalLM", "MistralConfig", _GROUPED),
    "opt": ("OPTForCausalLM", "OPTConfig", {**_DECODER, "ffn_dim": 64, "word_embed_proj_dim": 32}),
    "phi": ("PhiForCausalLM", "PhiConfig", _DECODER),
    "qwen2": ("Qwen2ForCausalLM", "Qwen2Config", _GROUPED),
    "roberta": ("RobertaModel", "RobertaConfig", _ENCODER),
    "t5": ("T5ForConditionalGeneration", "T5Config", {"vocab_size": 101, "d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4, "use_cache": False}),
}  # fmt: skip
_PICTURES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "deit": ("DeiTModel", "DeiTConfig", _IMAGE),
    "vit": ("ViTModel", "ViTConfig", _IMAGE),
}
TRANSFORMERS = (*_TEXT, *_PICTURES)


def make(name: str) -> tuple[torch.nn.Module, tuple[torch.Tensor, ...]]:
    """The network, in the mode of inference, and its arguments."""
    torch.manual_seed(0)
    network, given = _vision(name) if name in VISION else _transformer(name)
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for parameter in network.parameters():
            if not parameter.any():
                parameter.normal_(0, 0.02, generator=generator)
        for place, buffer in network.named_buffers():
            if place.endswith("running_mean"):
                buffer.normal_(0, 0.1, generator=generator)
            if place.endswith("running_var"):
                buffer.uniform_(0.5, 1.5, generator=generator)
    return network.eval(), given


def _vision(name: str) -> tuple[torch.nn.Module, tuple[torch.Tensor, ...]]:
    settings = {"init_weights": False} if name in ("googlenet", "inception_v3") else {}
    network = torchvision().models.get_model(name, weights=None, **settings)
    side = 299 if name == "inception_v3" else 224
    return network, (torch.randn(1, 3, side, side),)


def torchvision() -> Any:
    """torchvision, also beside a build of PyTorch that its compiled operators do not fit: none of the networks here needs these."""
    import importlib

    try:
        return importlib.import_module("torchvision")
    except RuntimeError:
        library = torch.library.Library("torchvision", "DEF")
        for operator in ("nms", "qnms"):
            library.define(f"{operator}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        _KEPT.append(library)
        return importlib.import_module("torchvision")


_KEPT: list[Any] = []


class _OneResult(torch.nn.Module):
    """A transformer that returns one tensor."""

    def __init__(self, network: torch.nn.Module, twice: bool) -> None:
        super().__init__()
        self.network, self._twice = network, twice

    def forward(self, given: torch.Tensor) -> Any:
        made = self.network(given, decoder_input_ids=given) if self._twice else self.network(given)
        return made.logits if "logits" in made else made.last_hidden_state


def _transformer(name: str) -> tuple[torch.nn.Module, tuple[torch.Tensor, ...]]:
    torchvision()  # transformers imports it where it is installed
    import transformers

    kind, configuration, settings = (_TEXT | _PICTURES)[name]
    network = getattr(transformers, kind)(getattr(transformers, configuration)(**settings))
    given = torch.randn(1, 3, 32, 32) if name in _PICTURES else (torch.arange(12) * 7 % 101).reshape(1, 12)
    return _OneResult(network, name == "t5"), (given,)
