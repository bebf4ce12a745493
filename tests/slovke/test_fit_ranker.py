"""`slovke fit`: document frequencies and the ranker, their files and their use."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from builder.sample_register import load_theses
from slovke.cli.app import run
from slovke.errors import InputError
from slovke.extract.candidates import Key
from slovke.extract.document_frequencies import DocumentFrequencies
from slovke.extract.lemmarank import LemmaRank
from slovke.extract.protocol import Document
from slovke.extract.ranker import ALL_FEATURES, Ranker
from slovke.extract.ranking_model import RankingModel
from slovke.extract.registry import load_extractor
from slovke.extract.rules_tagger import RulesTagger
from slovke.extract.training import (
    FitOptions,
    Fitted,
    fit_document_frequencies,
    fit_ranker,
    model_card,
    revision_of,
)
from slovke.extract.vocabulary import Counting
from slovke.record import Record
from slovke_metric import score
from tests.slovke.test_systems_documents import ODD, check_odd

TOPICS = (
    ("hypertenzia", "Práca opisuje hypertenziu a liečbu tlaku.", ("hypertenzia", "krvný tlak")),
    ("pôda", "Práca opisuje pôdu a hnojenie poľa.", ("pôda", "agronómia")),
    ("mediácia", "Práca opisuje mediáciu a spor pred súdom.", ("mediácia", "právo")),
)


def records(count: int = 60) -> list[Record]:
    made = []
    for number in range(count):
        title, text, gold = TOPICS[number % 3]
        abstract = f"{text} Vzorka má {number} prípadov a opiera sa o údaje kraja."
        made.append(
            Record(f"{number:028X}", f"O téme: {title}", abstract, gold, None, None, None, None)
        )
    return made


@pytest.fixture(scope="module")
def tagger() -> RulesTagger:
    return RulesTagger()


@pytest.fixture(scope="module")
def fitted(tagger: RulesTagger) -> Fitted:
    return fit_ranker(records(), tagger, "sample [train] sha256:0")


def test_document_frequencies_count_documents_and_survive_their_file(
    tagger: RulesTagger, tmp_path: Path
) -> None:
    found = fit_document_frequencies(records(), tagger, "sample", FitOptions(use_title=False))
    assert found.documents == 60
    assert found.counts["práca"] == 60
    assert found.counts["hypertenzia"] == 20
    for name in ("df.json", "df.json.gz"):
        found.write(tmp_path / name)
        assert DocumentFrequencies.read(tmp_path / name) == found
    first = (tmp_path / "df.json.gz").read_bytes()
    found.write(tmp_path / "df.json.gz")
    assert (tmp_path / "df.json.gz").read_bytes() == first


def test_rare_lemmas_are_left_out_of_the_file(tagger: RulesTagger) -> None:
    found = fit_document_frequencies(records(), tagger, "sample", FitOptions(least=21))
    assert "práca" in found.counts
    assert "hypertenzia" not in found.counts


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b'{"format": "slovke-document-frequencies/1"}', b"\x1f\x8b1"]
)
def test_other_files_are_refused_as_frequencies(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "df.json.gz"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"df\.json\.gz"):
        DocumentFrequencies.read(path)


def test_the_ranker_proposes_what_the_text_does_not_hold(fitted: Fitted) -> None:
    ranker = Ranker(model=fitted.model)
    text = "Práca opisuje pôdu a hnojenie. Údaje kraja."
    (phrases,) = ranker.extract([Document("new", text)])
    assert phrases.index("pôda") < 3
    assert "agronómia" in phrases
    assert "právo" not in phrases[:3]


def test_with_few_documents_it_is_no_worse_than_lemmarank(tagger: RulesTagger) -> None:
    kept = [one for one in load_theses() if one.expect.verdict == "keep"]
    theses = [
        Record(
            one.sid, one.title, str(one.expect.abstract), tuple(one.expect.keyphrases), *[None] * 4
        )
        for one in kept
    ]
    fitted, other = theses[::2], theses[1::2]
    documents = [Document(one.id, one.abstract, one.title) for one in other]
    gold = [one.keyphrases for one in other]
    ranker = Ranker(model=fit_ranker(fitted, tagger, "half").model, tagger=tagger)
    lemmarank = LemmaRank(tagger=tagger)
    for measure in ("exact_f1@6", "partial_f1@6"):
        ours, theirs = (
            score(list(system.extract(documents)), gold)[measure] for system in (ranker, lemmarank)
        )
        # Measured: 0.3 points less in both; without the penalty 3 and 12.
        assert ours > theirs - 0.015, measure


def test_odd_documents_give_a_list(fitted: Fitted) -> None:
    check_odd(Ranker(model=fitted.model), list(ODD))


def test_a_phrase_of_the_vocabulary_is_spelled_as_authors_do(fitted: Fitted) -> None:
    vocabulary = replace(fitted.model.vocabulary, spelling={**fitted.model.vocabulary.spelling})
    assert isinstance(vocabulary.spelling, dict)
    vocabulary.spelling[("pôda",)] = "Pôda (lat. solum)"
    ranker = Ranker(model=replace(fitted.model, vocabulary=vocabulary))
    (phrases,) = ranker.extract([Document("new", "Opisuje pôdu a hnojenie.")])
    assert "Pôda (lat. solum)" in phrases


def test_the_model_file_is_json_and_reads_back_the_same(fitted: Fitted, tmp_path: Path) -> None:
    path = tmp_path / "ranker.json.gz"
    sha256 = fitted.model.write(path)
    assert set(json.loads(gzip.decompress(path.read_bytes()))["weights"]) == set(ALL_FEATURES)
    again = RankingModel.read(path)
    assert again.weights == fitted.model.weights
    assert again.vocabulary == fitted.model.vocabulary
    assert again.write(tmp_path / "again.json.gz") == sha256
    documents = [Document(r.id, r.abstract, r.title) for r in records(6)]
    loaded = load_extractor(f"ranker={path}")
    assert list(loaded.extract(documents)) == list(Ranker(model=fitted.model).extract(documents))


def test_training_twice_gives_the_same_model(fitted: Fitted, tagger: RulesTagger) -> None:
    assert fit_ranker(records(), tagger, "sample [train] sha256:0") == fitted


@pytest.mark.parametrize("damage", ["format", "keyphrases", "weights", "intercept", "links"])
def test_damaged_model_files_are_refused(damage: str, fitted: Fitted, tmp_path: Path) -> None:
    path = tmp_path / "ranker.json.gz"
    fitted.model.write(path)
    value = json.loads(gzip.decompress(path.read_bytes()))
    value[damage] = {"a": [[10**9, 1.0]]} if damage == "links" else "nan"
    path.write_bytes(gzip.compress(json.dumps(value).encode()))
    with pytest.raises(InputError, match="slovke fit ranker"):
        RankingModel.read(path)


def test_a_ranker_of_another_tagger_is_refused(fitted: Fitted) -> None:
    stanza = replace(fitted.model, signature=fitted.model.signature.replace("rules/", "stanza/"))
    with pytest.raises(InputError, match="--tagger stanza"):
        Ranker(model=stanza)


def test_a_pickle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.pkl"
    path.write_bytes(b"\x80\x04N.")
    with pytest.raises(InputError, match="can't be read as a ranker"):
        load_extractor(f"ranker={path}")


def test_the_ranker_without_a_file_says_how_to_get_one() -> None:
    with pytest.raises(InputError, match="slovke fit ranker"):
        load_extractor("ranker")


def test_too_few_records_are_refused(tagger: RulesTagger) -> None:
    with pytest.raises(InputError, match="at least"):
        fit_ranker(records(3), tagger, "sample")


def test_the_card_says_what_it_was_trained_on(fitted: Fitted) -> None:
    card = model_card(fitted, "ranker.json.gz", "abc")
    assert "sample [train] sha256:0" in card
    assert "| keyphraseness |" in card


def test_the_revision_is_of_the_content() -> None:
    first = records(5)
    assert revision_of(first) == revision_of(records(5))
    changed = [*first[:4], replace(first[4], keyphrases=("iné",))]
    assert revision_of(changed) != revision_of(first)


def test_keyphraseness_counts_documents_where_a_phrase_is_candidate_and_gold() -> None:
    counting = Counting({("voda",), ("pole",)})
    pole: Key = ("pole",)
    for number in range(40):
        gold: dict[Key, str] = {("voda",): "voda"} if number < 20 else {pole: "pole"}
        counting.add(gold, [("voda",), pole], ["voda"] if number < 20 else ["pole"])
    vocabulary = counting.vocabulary()
    assert vocabulary.keyphraseness(pole) > 2
    assert vocabulary.keyphraseness(("iné",)) == 0
    assert [key for key, _ in vocabulary.proposed(["pole"])] in ([], [pole])


def test_both_fits_run_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import slovke.cli.fit  # noqa: F401 - adds the commands
    from slovke.cli.app import app

    data = tmp_path / "train.jsonl"
    with data.open("w", encoding="utf-8") as file:
        for record in records(30):
            row = {"id": record.id, "title": record.title, "abstract": record.abstract}
            file.write(json.dumps({**row, "keyphrases": record.keyphrases}) + "\n")
    for command, name in (("lemmarank", "df.json.gz"), ("ranker", "ranker.json.gz")):
        arguments = ["fit", command, "--dataset", str(data), "--out", str(tmp_path / name)]
        assert run(lambda: app(arguments)) == 0  # noqa: B023 - called at once
    out = capsys.readouterr().out
    assert "train.jsonl [train] sha256:" in out
    assert (tmp_path / "ranker.json.gz.md").read_text(encoding="utf-8").startswith("---\nlanguage")
    assert str(tmp_path) not in (tmp_path / "ranker.json.gz.md").read_text(encoding="utf-8")
    missing = ["fit", "ranker", "--dataset", str(tmp_path / "no.jsonl"), "--out", str(tmp_path)]
    assert run(lambda: app(missing)) == 2
