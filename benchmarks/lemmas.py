"""How fast the lemmatizers are, and how many inflections of one lexeme they join.

    python benchmarks/lemmas.py [--stanza] [FILE.tsv ...]

Words are the dictionary's own nominal forms and, as words that it does not list, the same with a
strange first letter; each is seen once. FILE has a form and its lexeme in each line, separated by
a tab: recall is the share of pairs of forms of one lexeme with one key, precision the share of
pairs of forms with one key that have a lexeme in common.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections import defaultdict
from collections.abc import Hashable, Sequence
from pathlib import Path

from slovke_metric.lemmas import Lemmatizer, get_lemmatizer
from slovke_metric.tokens import tokenize

WORDS = 100_000
OWN = Path(__file__).parent.parent / "tests" / "slovke_metric" / "forms.tsv"


def dictionary_forms(count: int) -> list[str]:
    """A random sample of the dictionary's forms that are not of verbs, always the same."""
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    entries = DefaultDictionaryFactory().get_dictionary("sk")
    nominal = sorted(form for form in entries if not entries[form].endswith("ť"))
    return random.Random(7).sample(nominal, count)


def rate(lemmatizer: Lemmatizer, phrases: Sequence[tuple[str, ...]]) -> float:
    """Phrases a second of processor time."""
    start = time.process_time()
    lemmatizer.lemmatize(phrases)
    return len(phrases) / (time.process_time() - start)


def read_forms(path: Path) -> dict[str, set[str]]:
    """The forms of each lexeme; two formats: a form a line, or all forms of a lexeme in one."""
    forms: dict[str, set[str]] = defaultdict(set)
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        left, right = line.split("\t")
        if path == OWN:
            forms[left].update((left, *right.split("; ")))
        else:
            forms[right].add(left)
    return forms


def quality(lemmatizer: Lemmatizer, lexemes: dict[str, set[str]]) -> tuple[float, float]:
    """Recall and precision over pairs of forms."""
    of_form: dict[str, set[str]] = defaultdict(set)
    for lexeme, forms in lexemes.items():
        for form in forms:
            of_form[form].add(lexeme)
    words = list(of_form)
    found = lemmatizer.lemmatize([tokenize(word) for word in words])
    keys: dict[str, Hashable] = dict(zip(words, found, strict=True))
    pairs = {
        pair for forms in lexemes.values() for pair in itertools.combinations(sorted(forms), 2)
    }
    hits = sum(keys[a] == keys[b] for a, b in pairs)
    by_key: dict[Hashable, list[str]] = defaultdict(list)
    for word, key in keys.items():
        by_key[key].append(word)
    joined = [pair for group in by_key.values() for pair in itertools.combinations(group, 2)]
    right = sum(not of_form[a].isdisjoint(of_form[b]) for a, b in joined)
    return hits / len(pairs), right / max(1, len(joined))


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="Speed and quality of the lemmatizers.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE.tsv")
    parser.add_argument("--stanza", action="store_true", help="Stanza too; needs its models")
    options = parser.parse_args()
    if options.stanza:
        import torch

        torch.set_num_threads(1)  # the rates are of one core
    names = [None, "simplemma", *(["stanza"] if options.stanza else [])]
    lemmatizers = {name or "default": get_lemmatizer(name) for name in names}
    known = [(form,) for form in dictionary_forms(WORDS)]
    unlisted = [("x" + form,) for (form,) in known]
    mixed = known[: WORDS * 9 // 10] + unlisted[: WORDS // 10]
    two_words = [a + b for a, b in itertools.pairwise(known[:5001])]
    samples: dict[str, Sequence[tuple[str, ...]]] = {
        "listed": known,
        "unlisted": unlisted,
        "90 % listed": mixed,
        "2 words": two_words,
    }
    for name, lemmatizer in lemmatizers.items():
        lemmatizer.lemmatize([("slovo",)])
        print(f"{name}: {lemmatizer.signature}")
        for kind, sample in samples.items():
            used = sample[:5000] if name == "stanza" else sample
            print(f"  {kind:12} {rate(lemmatizer, used):10,.0f} new phrases/s")
        for path in (OWN, *options.files):
            recall, precision = quality(lemmatizer, read_forms(path))
            print(f"  {path.name:16} recall {recall:.4f}  precision {precision:.4f}")


if __name__ == "__main__":
    main()
