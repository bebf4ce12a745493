"""Train the tiny Slovak Stanza model of the tests, from the sentences annotated beside it.

    python scripts/train_tiny_stanza.py [--out tests/stanza_model]

One run makes `resources.json` and `sk/{tokenize,pos,lemma}/tiny.pt`, under 2 MB in all, in some
minutes on one core. Seeds, hashing and the number of threads are fixed, and no folder's name or
time is kept: two runs give the same bytes where Stanza, torch and the processor are the same. The
model is there so that Stanza itself runs in every clone: it learns from a few hundred sentences and
is no good for anything else.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ANNOTATIONS = ROOT / "tests" / "stanza_model" / "annotations"
PACKAGE = "tiny"
LIMIT = 2_000_000  # bytes of all three models
PARAGRAPH = 4  # sentences, at most, in a paragraph of the tokenizer's text
FINAL = (".", "?")  # what ends a sentence of the annotations
GZIP = b"\x1f\x8b"  # how compressed bytes begin

# What keeps a run from depending on the machine's load or on Python's hashing.
FIXED = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}

# Options of Stanza's training modules, by model. `max_seqlen` is in characters: no sentence of the
# annotations is longer.
COMMON = f"--mode train --shorthand sk_{PACKAGE} --save_name {PACKAGE}.pt --seed 1234 --cpu".split()
TOKENIZE = """
    --lang sk --no_use_mwt
    --emb_dim 16 --hidden_dim 24
    --max_seqlen 400 --steps 1800
""".split()
POS = """
    --lang sk --no_pretrain
    --word_emb_dim 24 --word_cutoff 2 --transformed_dim 24
    --char_emb_dim 20 --char_hidden_dim 32
    --hidden_dim 40 --num_layers 1
    --deep_biaff_hidden_dim 32 --composite_deep_biaff_hidden_dim 16 --tag_emb_dim 8
    --dropout 0.2 --word_dropout 0.1
    --max_steps 700 --batch_size 40 --lr 0.008
""".split()
LEMMA = """
    --emb_dim 24 --pos_dim 24 --hidden_dim 64
    --num_epoch 40 --batch_size 150 --lr 0.004
""".split()


def sentences(conllu: Path) -> list[tuple[str, list[str]]]:
    """The text and the words of each sentence of a CoNLL-U file."""
    found = []
    for block in conllu.read_text(encoding="utf-8").strip().split("\n\n"):
        lines = block.splitlines()
        (text,) = (line.removeprefix("# text = ") for line in lines if line.startswith("# text = "))
        found.append((text, [line.split("\t")[1] for line in lines if not line.startswith("#")]))
    return found


def labels(text: str, words: list[str]) -> str:
    """Stanza's label of each character: 0 inside, 1 at the end of a word, 2 of the sentence."""
    marks = ["0"] * len(text)
    end = 0
    for word in words:
        end = text.index(word, end) + len(word)
        marks[end - 1] = "1"
    marks[end - 1] = "2"
    return "".join(marks)


def paragraphs(conllu: Path) -> list[list[tuple[str, list[str]]]]:
    """The sentences in paragraphs; a line that no mark ends, such as a list, ends its paragraph."""
    groups: list[list[tuple[str, list[str]]]] = [[]]
    for text, words in sentences(conllu):
        groups[-1].append((text, words))
        if len(groups[-1]) == PARAGRAPH or not text.endswith(FINAL):
            groups.append([])
    return [group for group in groups if group]


def write_tokenizer_data(conllu: Path, folder: Path) -> list[str]:
    """Write the text and its labels; return their paths."""
    groups = paragraphs(conllu)
    text = "\n\n".join(" ".join(text for text, _ in group) for group in groups)
    marks = "\n\n".join("0".join(labels(*sentence) for sentence in group) for group in groups)
    paths = [folder / f"{conllu.stem}.txt", folder / f"{conllu.stem}.toklabels"]
    for path, content in zip(paths, (text, marks), strict=True):
        path.write_text(content + "\n", encoding="utf-8")
    return [str(path) for path in paths]


def train(module: str, folder: Path, *arguments: str) -> Path:
    """Run one of Stanza's own training modules; return the model that it saved in the folder."""
    command = [sys.executable, "-m", f"stanza.models.{module}", *COMMON, *arguments]
    subprocess.run([*command, "--save_dir", str(folder)], check=True, env={**os.environ, **FIXED})
    return folder / f"{PACKAGE}.pt"


def train_all(folder: Path) -> dict[str, Path]:
    """Train the three models in an empty folder; return the file of each, by processor."""
    gold, dev = ANNOTATIONS / "train.conllu", ANNOTATIONS / "dev.conllu"
    text, marks = write_tokenizer_data(gold, folder)
    dev_text, dev_marks = write_tokenizer_data(dev, folder)
    no_words_of_two = folder / "mwt.json"
    no_words_of_two.write_text("[]")
    raw = ["--txt_file", text, "--label_file", marks, "--mwt_json_file", str(no_words_of_two)]
    raw += ["--dev_txt_file", dev_text, "--dev_label_file", dev_marks, "--dev_conll_gold", str(dev)]
    words = ["--train_file", str(gold), "--eval_file", str(dev)]
    return {
        "tokenize": train("tokenizer", folder / "tokenize", *TOKENIZE, *raw),
        "pos": train("tagger", folder / "pos", *POS, *words),
        "lemma": train("lemmatizer", folder / "lemma", *LEMMA, *words),
    }


def forget_machine(model: Path) -> None:
    """Take out of a model what Stanza stores of this machine: its folders, the time of day."""
    import torch

    stored = torch.load(model, map_location="cpu", weights_only=False)
    for name in ("config", "args"):
        for option, value in stored.get(name, {}).items():
            if isinstance(value, str) and os.sep in value:
                stored[name][option] = Path(value).name
    for name, value in stored.items():
        if isinstance(value, bytes) and value.startswith(GZIP):
            stored[name] = value[:4] + bytes(4) + value[8:]  # RFC 1952: MTIME, not in any checksum
    torch.save(stored, model)


def resources(models: dict[str, Path]) -> str:
    """Stanza's `resources.json` for these models, each the default of its processor."""
    packages = dict.fromkeys(models, PACKAGE)
    sums = {
        name: {PACKAGE: {"md5": hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}}
        for name, path in models.items()
    }
    names = ("default", "default_fast", "default_accurate", PACKAGE)
    content = {
        "sk": {
            **sums,
            "packages": dict.fromkeys(names, packages),
            "lang_name": "Slovak",
            "default_processors": packages,
            "default_dependencies": {},
        }
    }
    return json.dumps(content, indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Train the three models, then put them and `resources.json` in place."""
    parser = argparse.ArgumentParser(description="Train the tiny Slovak Stanza model of the tests.")
    parser.add_argument("--out", type=Path, default=ANNOTATIONS.parent)
    out: Path = parser.parse_args().out
    if importlib.util.find_spec("stanza") is None:
        raise SystemExit('Stanza is not installed: pip install "slovke[stanza]"')
    with tempfile.TemporaryDirectory() as name:
        models = train_all(Path(name))
        for model in models.values():
            forget_machine(model)
        sizes = {name: model.stat().st_size for name, model in models.items()}
        print("bytes:", sizes)
        if sum(sizes.values()) > LIMIT:
            raise SystemExit(f"the models take {sum(sizes.values())} bytes, more than {LIMIT}")
        for processor, model in models.items():
            place = out / "sk" / processor
            place.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(model, place / model.name)
        (out / "resources.json").write_text(resources(models), encoding="utf-8")


if __name__ == "__main__":
    main()
