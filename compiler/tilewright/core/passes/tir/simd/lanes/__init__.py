"""From a loop over lanes to vector expressions: arithmetic of lanes, dependence between lanes, expressions, statements."""
