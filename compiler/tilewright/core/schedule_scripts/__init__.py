"""Scripts that schedule, read without executing them: what each step of a schedule gives is followed, and steps that cannot work are reported."""
