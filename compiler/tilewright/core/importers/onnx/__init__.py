"""Models of ONNX as modules of Relax; `reader` is the door, the operators stand by topic."""
