"""Table 1, the presence shares and figure 11, counted by hand on a few records."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from builder.build import BuildOptions, read_cleaned, write_build
from builder.stats.descriptive import (
    SplitTally,
    box,
    count_sentences,
    figure_11,
    presence_shares,
    table_1,
)
from builder.stats.inputs import Inputs, batches
from tests.cleaned_folder import record, write_cleaned

TEXT = "Práca skúma rozvojový potenciál. Rozvoju vidieka pomáha cestovný ruch."


def tally(*rows: dict[str, Any]) -> SplitTally:
    counted = SplitTally()
    counted.add(rows)
    return counted


def row(*keyphrases: str, abstract: str = TEXT) -> dict[str, Any]:
    return {"abstract": abstract, "keyphrases": list(keyphrases)}


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Jedna veta.", 1),
        ("Jedna veta bez bodky", 1),
        ("Prvá veta. Druhá veta! Tretia?", 3),
        ("Opisujeme napr. Bratislavu a tzv. Záhorie.", 1),
        ("V 19. Storočí to bolo inak. Dnes nie.", 2),
        ("Autor J. Vymyslený skúma č. 5 a str. 7.", 1),
        ("Hodnota 2.5 je nízka. 40 žiakov odpovedalo.", 2),
        ("Povedal: „Áno.“ Potom odišiel.", 2),
        ("Prvá časť\nDruhá časť.", 2),
        ("Čo ďalej… Nevieme.", 2),
        ("", 0),
    ],
)
def test_sentences(text: str, sentences: int) -> None:
    assert count_sentences(text) == sentences


def test_table_1_by_hand() -> None:
    # `rozvojový potenciál` stands there as written, `rozvoj vidieka` inflected, `kvalita pôdy` not.
    counted = tally(row("Rozvojový potenciál", "rozvoj vidieka", "kvalita pôdy"))
    exhibit = table_1({"test": counted})
    values = {name: (ours, theirs) for name, ours, theirs in exhibit.rows}
    assert values["documents"] == (1, 22_344)
    assert values["characters per document"] == (float(len(TEXT)), None)
    assert values["words per document"] == (9.0, 134.02)
    assert values["keyphrases per document"] == (3.0, 5.0)
    assert values["words per keyphrase"] == (2.0, 1.68)
    assert values["absent keyphrases, as written (%)"] == (66.67, 37.0)
    assert values["absent keyphrases, by lemmas (%)"] == (33.33, 37.0)


def test_presence_shares_by_hand() -> None:
    counted = tally(
        row("cestovný ruch", "ruch cestovný", "potenciál vidieka", "cestovný pas", "kvalita pôdy")
    )
    exhibit = presence_shares({"test": counted})
    assert exhibit.header[2:] == ("present (%)", "reordered (%)", "mixed (%)", "unseen (%)")
    assert exhibit.rows == (("test", 5, 20.0, 40.0, 20.0, 20.0),)


def test_an_empty_split_has_no_means_and_no_boxes() -> None:
    empty = {"validation": SplitTally()}
    assert [cell for _, cell, _ in table_1(empty).rows] == [0, *[None] * 6]
    assert presence_shares(empty).rows == (("validation", 0, None, None, None, None),)
    assert figure_11(empty).rows == ()


def test_figure_11_tells_words_from_numbers_and_marks() -> None:
    counted = tally(row(abstract="Majú 2,5 bodu, t. j. dosť."))
    assert counted.tokens == Counter({12: 1})  # Majú 2 , 5 bodu , t . j . dosť .
    assert counted.words_only == Counter({5: 1})
    assert counted.sentences == Counter({1: 1})


def test_a_box_leaves_out_what_lies_far_away() -> None:
    values = Counter({1: 1, 2: 1, 3: 1, 4: 1, 100: 1})
    mean, lowest, whisker, low, median, high, upper, highest = box(values)
    assert (mean, lowest, median, highest) == (22.0, 1, 3.0, 100)
    assert (low, high) == (2.0, 4.0)
    assert (whisker, upper) == (1, 4)


def test_the_numbers_are_those_that_the_build_says_of_itself(tmp_path: Path) -> None:
    cleaned = write_cleaned(tmp_path / "cleaned", [record(number) for number in range(60)])
    root = write_build(read_cleaned(cleaned), tmp_path / "build", BuildOptions()).root
    own = json.loads((root / "build.json").read_text(encoding="utf-8"))["statistics"]
    tallies = {}
    for split, files in Inputs.find([root]).splits().items():
        tallies[split] = SplitTally()
        for rows in batches(files):
            tallies[split].add(rows)
    exhibit = table_1(tallies)
    names = (
        "documents",
        "characters_per_abstract",
        "words_per_abstract",
        "keyphrases_per_document",
        "words_per_keyphrase",
    )
    for place, split in enumerate(own, start=1):
        ours = [cells[place] for cells in exhibit.rows[: len(names)]]
        assert ours == [own[split][name] for name in names]
