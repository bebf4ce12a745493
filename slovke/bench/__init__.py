"""The benchmark: several systems over one split, each in a process of its own, scored alike."""
