"""The compiler itself, on floors: imports point down only.  TVM's names for what is here are in `tilewright.face`."""
