"""Running Relax: `compile` makes an executable of a module, `machine` runs it."""
