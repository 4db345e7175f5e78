"""How the layout of a tensor goes through each op: the words for layouts, and a rule for each op that can follow one."""
