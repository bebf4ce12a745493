"""skLEP: the nine tasks of the Slovak language understanding benchmark, scored and averaged."""
