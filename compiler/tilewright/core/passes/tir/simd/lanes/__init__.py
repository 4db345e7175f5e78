"""From a loop marked `T.vectorized` to vector expressions; loops that nobody marked are the business of `simd/register_tiling`.

Both vectorizers use `dependence` (whether lanes need one another's results), `lanes` (arithmetic on vectors of indices) and `spread` (memory of each
lane).  `masked_expressions` and `masked_statements` serve VectorizeWithMasks, from which code is generated; `unmasked_expressions` and
`unmasked_statements` serve VectorizeLoop, whose results are compared with TVM's.
"""
