"""What a user's process does to load two published releases; each prints one line of JSON.

Run by the tests in this environment, and by `scripts/check_compat.py` in others.
"""

BY_NAME = """
import json
import os
from datasets import Features, Sequence, Value, load_dataset

name = "NaiveNeuron/SlovKE"
new = load_dataset(name)
old = load_dataset(name, revision="v1.0.0")
two = {"id": Value("string"), "keyphrases": Sequence(Value("string"))}
try:
    columns = load_dataset(name, split="test", columns=list(two)).column_names
except Exception as error:  # datasets 2.14 compares them with all declared features
    columns = type(error).__name__
declared = load_dataset(name, split="test", columns=list(two), features=Features(two))
few = load_dataset(name, "keyphrases", split="train[:3]")
stream = load_dataset(name, split="train", revision="v1.0.0", streaming=True)
print(json.dumps({
    "new": {split: part.num_rows for split, part in new.items()},
    "new version": str(new["test"].info.version),
    "old": {split: part.num_rows for split, part in old.items()},
    "old version": str(old["test"].info.version),
    "columns": columns,
    "columns with features": declared.column_names,
    "few": [few.column_names, few.num_rows],
    "streamed": next(iter(stream))["id"],
    "first": old["train"][0]["id"],
}), flush=True)
os._exit(0)  # how a stream is left without this: tests/builder/test_streaming_exit.py
"""

BY_VERSION = """
import json
import slovke

new, old = slovke.load(), slovke.load("1.0.0")
one = slovke.load("1.0.0", "test", columns=["id", "title"])
stream = slovke.load("1.0.0", "train", streaming=True)
try:
    slovke.load("3.0.0")
except slovke.InputError as error:
    unknown = str(error)
print(json.dumps({
    "new": {split: part.num_rows for split, part in new.items()},
    "new version": str(new["test"].info.version),
    "old": {split: part.num_rows for split, part in old.items()},
    "old version": str(old["test"].info.version),
    "columns": one.column_names,
    "streamed": next(iter(stream))["id"],
    "first": old["train"][0]["id"],
    "unknown": unknown,
}))
"""
