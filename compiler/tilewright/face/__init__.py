"""TVM's names: where each of them lives in Tilewright."""
