"""Train the tiny Slovak Stanza model of the tests, from the sentences annotated beside it.

    python scripts/train_tiny_stanza.py [--out tests/stanza_model]

It makes `resources.json` and `sk/{tokenize,pos,lemma}/tiny.pt`, under 2 MB in all, in some minutes
on one core. The model is there so that Stanza itself runs in every clone: it is trained on a few
hundred sentences and is no good for anything else.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ANNOTATIONS = ROOT / "tests" / "stanza_model" / "annotations"
PACKAGE = "tiny"
LIMIT = 2_000_000  # bytes of all three models
PARAGRAPH = 4  # sentences in a paragraph of the tokenizer's text

TOKENIZER = ["--emb_dim", "16", "--hidden_dim", "24", "--steps", "600", "--no_use_mwt"]
TOKENIZER += ["--max_seqlen", "400"]  # characters of the longest sentence
TAGGER = [
    *["--no_pretrain", "--hidden_dim", "40", "--char_hidden_dim", "32", "--char_emb_dim", "20"],
    *["--deep_biaff_hidden_dim", "32", "--composite_deep_biaff_hidden_dim", "16"],
    *[
        "--word_emb_dim",
        "24",
        "--word_cutoff",
        "2",
        "--transformed_dim",
        "24",
        "--tag_emb_dim",
        "8",
    ],
    *["--num_layers", "1", "--max_steps", "300", "--batch_size", "40", "--lr", "0.008"],
    *["--dropout", "0.2", "--word_dropout", "0.1"],
]
LEMMATIZER = [
    "--hidden_dim",
    "64",
    "--emb_dim",
    "24",
    "--pos_dim",
    "24",
    "--num_epoch",
    "12",
    "--batch_size",
    "150",
    "--lr",
    "0.004",
]


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


def write_tokenizer_data(conllu: Path, folder: Path) -> list[str]:
    """Write the text and its labels; return their paths."""
    parts = sentences(conllu)
    groups = [parts[start : start + PARAGRAPH] for start in range(0, len(parts), PARAGRAPH)]
    text = "\n\n".join(" ".join(text for text, _ in group) for group in groups)
    marks = "\n\n".join("0".join(labels(*sentence) for sentence in group) for group in groups)
    paths = [folder / f"{conllu.stem}.txt", folder / f"{conllu.stem}.toklabels"]
    for path, content in zip(paths, (text, marks), strict=True):
        path.write_text(content + "\n", encoding="utf-8")
    return [str(path) for path in paths]


def train(module: str, *arguments: str) -> None:
    """Run one of Stanza's own training modules."""
    command = [sys.executable, "-m", f"stanza.models.{module}", *arguments]
    print(" ".join(command), flush=True)
    subprocess.run(command, check=True)


def forget_paths(model: Path) -> None:
    """Take the folders of this machine out of the options that Stanza stores with a model."""
    import torch

    stored = torch.load(model, map_location="cpu", weights_only=False)
    for name in ("config", "args"):
        for option, value in stored.get(name, {}).items():
            if isinstance(value, str) and os.sep in value:
                stored[name][option] = Path(value).name
    torch.save(stored, model)


def main() -> None:
    """Train the three models and describe them in `resources.json`."""
    parser = argparse.ArgumentParser(description="Train the tiny Slovak Stanza model of the tests.")
    parser.add_argument("--out", type=Path, default=ANNOTATIONS.parent)
    parser.add_argument("--only", choices=("tokenize", "pos", "lemma"), help="train this one")
    options = parser.parse_args()
    out: Path = options.out
    gold, dev = str(ANNOTATIONS / "train.conllu"), str(ANNOTATIONS / "dev.conllu")
    common = ["--mode", "train", "--shorthand", f"sk_{PACKAGE}", "--save_name", f"{PACKAGE}.pt"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text, marks = write_tokenizer_data(Path(gold), folder)
        dev_text, dev_marks = write_tokenizer_data(Path(dev), folder)
        no_words_of_two = folder / "mwt.json"
        no_words_of_two.write_text("[]")
        place = [
            "--save_dir",
            str(out / "sk" / "tokenize"),
            "--mwt_json_file",
            str(no_words_of_two),
        ]
        data = ["--txt_file", text, "--label_file", marks, "--dev_txt_file", dev_text]
        data += ["--dev_label_file", dev_marks, "--dev_conll_gold", dev, "--lang", "sk"]
        if options.only in (None, "tokenize"):
            train("tokenizer", *common, *place, *data, *TOKENIZER)
        data = ["--train_file", gold, "--eval_file", dev]
        place = ["--save_dir", str(out / "sk" / "pos"), "--lang", "sk"]
        if options.only in (None, "pos"):
            train("tagger", *common, *place, *data, *TAGGER)
        if options.only in (None, "lemma"):
            train(
                "lemmatizer", *common, "--save_dir", str(out / "sk" / "lemma"), *data, *LEMMATIZER
            )
    models = {name: out / "sk" / name / f"{PACKAGE}.pt" for name in ("tokenize", "pos", "lemma")}
    for path in models.values():
        forget_paths(path)
    sizes = {name: path.stat().st_size for name, path in models.items()}
    print("bytes:", sizes)
    if sum(sizes.values()) > LIMIT:
        raise SystemExit(f"the models take {sum(sizes.values())} bytes, more than {LIMIT}")
    packages = dict.fromkeys(models, PACKAGE)
    sums = {
        name: {PACKAGE: {"md5": hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}}
        for name, path in models.items()
    }
    names = ("default", "default_fast", "default_accurate", PACKAGE)
    resources = {
        "sk": {
            **sums,
            "packages": dict.fromkeys(names, packages),
            "lang_name": "Slovak",
            "default_processors": packages,
            "default_dependencies": {},
        }
    }
    content = json.dumps(resources, indent=1, sort_keys=True)
    (out / "resources.json").write_text(re.sub(r"[ \t]+$", "", content, flags=re.M) + "\n")


if __name__ == "__main__":
    main()
