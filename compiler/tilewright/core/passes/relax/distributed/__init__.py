"""Passes on tensors over meshes of devices: from wishes for some of them to what each worker runs."""
