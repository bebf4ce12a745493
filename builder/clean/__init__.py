"""The cleaning stages, one file each, in the order of the paper (section 4.2)."""
