"""The leaderboard from folders to pages: checks, groups, downloads, safe and the same bytes."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

import slovke.cli.leaderboard  # noqa: F401 - importing it adds the commands
import slovke_metric
from slovke.cli.app import app
from slovke.errors import InputError
from slovke.leaderboard.board import Board, build_board, describe
from slovke.leaderboard.check import check_submission
from slovke.leaderboard.examples import mark
from slovke.leaderboard.groups import holm, letters, resamples_needed
from slovke.leaderboard.options import ScoringOptions
from slovke.leaderboard.pages import points, write_site
from slovke.leaderboard.rer import relative_error_reduction
from slovke.leaderboard.scoring import Scorer
from slovke.leaderboard.site import build_boards, write_leaderboard
from slovke.leaderboard.target import Target, open_target
from tests.slovke.leaderboard_folders import (
    DOCUMENTS,
    HOSTILE,
    fair,
    gold,
    good,
    hostile,
    predictions_of,
    write_all,
    write_submission,
)

FAST = ScoringOptions(resamples=240)  # as many as four systems need for their tests


class Built:
    """The dataset, the submissions and the site made of them, once for all tests that read."""

    def __init__(self, folder: Path) -> None:
        self.dataset, self.submissions = write_all(folder)
        self.target: Target = open_target(str(self.dataset), "test")
        self.boards: tuple[Board, ...] = build_boards(self.submissions, self.target, [FAST], "yake")
        self.scorer = Scorer(self.target.documents, FAST)
        self.site = folder / "site"
        write_leaderboard(self.boards, self.target, self.site)

    def page(self, name: str) -> str:
        return (self.site / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return Built(tmp_path_factory.mktemp("leaderboard"))


def test_the_table_holds_the_metrics_own_scores_best_first(built: Built) -> None:
    (board,) = built.boards
    assert [one.slug for one in board.systems] == ["good", "twin", "yake", "hostile"]
    references = [gold(number) for number in range(DOCUMENTS)]
    expected = slovke_metric.score([good(n) for n in range(DOCUMENTS)], references, k=6)
    assert board.systems[0].scores["exact_f1@6"] == expected["exact_f1@6"]
    assert board.signature == expected["signature"]
    page = built.page("index.html")
    assert f'data-value="{expected["exact_f1@6"]:.6f}"' in page
    assert "Good &amp; &#34;better&#34; &#39;system&#39;" in page


def test_every_score_of_the_tables_has_groups_of_its_own(built: Built) -> None:
    (board,) = built.boards
    assert set(board.groups) == {
        f"{kind}_{measure}@{k}"
        for kind in ("exact", "partial", "gap")
        for measure in ("precision", "recall", "f1")
        for k in FAST.tables
    }
    exact, gap = board.groups["exact_f1@6"], board.groups["gap_f1@1"]
    assert exact["good"] == exact["twin"] == "a"
    assert not set(exact["good"].split()) & set(exact["yake"].split())
    # The first prediction of three systems is right, or none is; of the hostile one every second:
    # no gap at 1 but its own, and of the gap less is better.
    assert gap == {"good": "a", "twin": "a", "yake": "a", "hostile": "a"}
    assert board.groups["exact_f1@1"]["hostile"] != board.groups["exact_f1@1"]["good"]
    test = next(one for one in board.tests["exact_f1@6"] if (one.a, one.b) == ("good", "twin"))
    assert (test.difference, test.p, test.corrected) == (0.0, 1.0, 1.0)


def test_the_letters_stand_beside_the_score_that_they_are_of(built: Built) -> None:
    page = built.page("index.html")
    rows = re.findall(r'<tr><th scope="row" class="name" data-value="([^"]+)".*?</tr>', page, re.S)
    assert rows[:4] == ["Good &amp; &#34;better&#34; &#39;system&#39;", "Twin", "YAKE", "Hostile"]
    cells = re.findall(r'data-value="([\d.-]+)"><span class="groups"[^>]*>([a-z ]+)</span>', page)
    (board,) = built.boards
    names = [
        f"{kind}_{measure}@{k}"
        for k in FAST.tables
        for _ in board.systems
        for kind in ("exact", "partial", "gap")
        for measure in ("f1", "precision", "recall")
    ]
    slugs = [one.slug for _ in FAST.tables for one in board.systems for _ in range(9)]
    assert [letters for _, letters in cells] == [
        board.groups[name][slug] for name, slug in zip(names, slugs, strict=True)
    ]
    assert len({letters for _, letters in cells}) > 1


def test_scores_tests_and_breakdown_are_the_metrics_own(built: Built) -> None:
    systems = {"good": good, "yake": fair, "hostile": hostile}
    documents = {slug: list(predictions_of(own).values()) for slug, own in systems.items()}
    references = [gold(number) for number in range(DOCUMENTS)]
    (board,) = built.boards
    results = {one.slug: one for one in board.systems}
    for slug, predictions in documents.items():
        assert results[slug].explanation == slovke_metric.explain(
            predictions, references, k=6, examples=3
        )
        own = slovke_metric.score(
            predictions, references, k=FAST.cutoffs, confidence=0.95, resamples=240
        )
        assert results[slug].scores == own
    for a, b in (("good", "yake"), ("yake", "hostile")):
        expected = slovke_metric.compare(
            documents[a], documents[b], references, k=FAST.tables, resamples=board.test_resamples
        )
        assert board.test_resamples == FAST.resamples == 240
        for name in FAST.tested:
            test = next(one for one in board.tests[name] if (one.a, one.b) == (a, b))
            own = expected[name]
            assert test.p == own["p_randomization"], (a, b, name)
            found = (test.difference, test.low, test.high)
            assert found == pytest.approx((own["difference"], own["low"], own["high"])), name
            assert test.turned().difference == -own["difference"]


def test_error_reductions_are_against_the_baseline_that_was_named(built: Built) -> None:
    (board,) = built.boards
    assert board.reductions["yake"].mean == 0
    good_, yake = board.systems[0].scores, board.systems[2].scores
    assert board.reductions["good"].values["exact_f1@6"] == relative_error_reduction(
        100 * good_["exact_f1@6"], 100 * yake["exact_f1@6"]
    )


def test_downloads_hold_the_pages_numbers(built: Built) -> None:
    rows = list(csv.DictReader(io.StringIO(built.page("data/scores.csv"))))
    value = json.loads(built.page("data/scores.json"))
    assert [row["slug"] for row in rows] == ["good", "twin", "yake", "hostile"]
    (board,) = value["boards"]
    for row, system, one in zip(rows, board["systems"], built.boards[0].systems, strict=True):
        mean, low, high = system["scores"]["exact_f1@6"]
        assert float(row["exact_f1@6"]) == mean == round(one.scores["exact_f1@6"], 6)
        assert float(row["exact_f1@6_low"]) == low <= mean <= high
        assert row["signature"] == board["signature"]
    assert len(board["tests"]) == 6
    first = board["tests"][0]
    assert (first["a"], first["b"]) == ("good", "twin")
    assert first["scores"].keys() == set(FAST.tested)
    assert rows[0]["exact_f1@6_groups"] == board["systems"][0]["groups"]["exact_f1@6"]
    assert value["revision"] == built.target.revisions[0]


class Tags(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def test_no_page_runs_or_fetches_what_a_submission_brought(built: Built) -> None:
    names = [path.relative_to(built.site).as_posix() for path in built.site.rglob("*.html")]
    assert len(names) == 5
    for name in names:
        page = built.page(name)
        tags = Tags()
        tags.feed(page)
        assert sum(tag == "script" for tag, _ in tags.seen) == 1, name
        assert not [tag for tag, _ in tags.seen if tag in ("img", "link", "iframe", "b", "x") and
                    name.startswith("systems") and tag != "b"], name  # fmt: skip
        for tag, attributes in tags.seen:
            assert not [key for key in attributes if key.startswith("on")], (name, tag)
            target = attributes.get("href") or attributes.get("src") or ""
            assert not re.match(r"(?!https://example\.org/)[a-z]+:|//", target), (name, target)
        assert "script-src 'sha256-" in page
        assert HOSTILE not in page
    shown = built.page("systems/hostile.html")
    assert "&lt;img src=x" in shown
    assert "&lt;/script&gt;&lt;script&gt;1" in shown  # of an abstract


def test_every_system_has_its_best_and_worst_documents(built: Built) -> None:
    (board,) = built.boards
    hostile = board.systems[-1]
    assert [one.exact for one in hostile.worst] == [0.0] * 5
    assert all(one.exact > 0 for one in hostile.best)
    assert not {one.id for one in hostile.best} & {one.id for one in hostile.worst}
    page = built.page("systems/hostile.html")
    assert all(one.id in page for one in (*hostile.best, *hostile.worst))
    assert "12 documents without keyphrases; they score 0" in page


def test_phrases_are_marked_as_the_metric_counts_them() -> None:
    gold_marks, marks = mark(
        ["rozvoj vidieka", "trh práce"],
        ["Rozvoja vidieka", "rozvoj vidieka", "—", "trh", "voda"],
        Scorer([], FAST),
    )
    assert gold_marks == (("rozvoj vidieka", True), ("trh práce", False))
    assert marks == (
        ("Rozvoja vidieka", "exact"),
        ("rozvoj vidieka", "duplicate"),
        ("trh", "partial"),
        ("voda", "none"),
    )


def test_a_site_has_the_same_bytes_again_and_drops_what_is_gone(
    built: Built, tmp_path: Path
) -> None:
    out = tmp_path / "site"
    write_site(out, {"index.html": "old", "systems/gone.html": "old"})
    write_leaderboard(built.boards, built.target, out)
    files = {p.relative_to(out): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    assert Path("systems/gone.html") not in files
    for path, content in files.items():
        assert content == (built.site / path).read_bytes(), path
    assert str(tmp_path).encode() not in b"".join(files.values())


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match="holds other files"):
        write_site(tmp_path, {"index.html": ""})
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_boards_are_apart_by_signature_and_never_mixed(tmp_path: Path) -> None:
    dataset, submissions = write_all(tmp_path)
    target = open_target(str(dataset), "test")
    plain = ScoringOptions(lemmatizer="none", resamples=20)
    folder = submissions / "good"
    results = []
    for options in (FAST, plain):
        scorer = Scorer(target.documents, options)
        results.append(describe(check_submission(folder, target, scorer), target, scorer, 20))
    with pytest.raises(ValueError, match="different signatures share no table"):
        build_board(results, FAST, "good")


def test_two_lemmatizers_give_two_tables_and_a_claim_holds_for_the_first(tmp_path: Path) -> None:
    dataset, submissions = write_all(tmp_path)
    target = open_target(str(dataset), "test")
    scorer = Scorer(target.documents, FAST)
    score = check_submission(submissions / "good", target, scorer).scores["exact_f1@6"]
    metadata = submissions / "good" / "submission.yaml"
    fields = yaml.safe_load(metadata.read_text(encoding="utf-8"))
    fields["scores"] = {"exact_f1@6": round(score, 4)}
    metadata.write_text(yaml.safe_dump(fields, allow_unicode=True), encoding="utf-8")
    variants = [FAST, ScoringOptions(lemmatizer="none", resamples=20), FAST]
    boards = build_boards(submissions, target, variants, "yake")
    assert len({board.signature for board in boards}) == len(boards) == 2
    write_leaderboard(boards, target, tmp_path / "site")
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert page.count("<section>") == 2
    assert all(board.interval_signature in page for board in boards)
    rows = csv.DictReader(io.StringIO((tmp_path / "site/data/scores.csv").read_text("utf-8")))
    assert [row["signature"] for row in rows] == [b.signature for b in boards for _ in b.systems]


Tamper = Callable[[Path, dict[str, list[str]]], dict[str, Any]]


def _other_id(folder: Path, predictions: dict[str, list[str]]) -> dict[str, Any]:
    predictions["<i>other</i>"] = predictions.pop("d00")
    return {}


def _missing_id(folder: Path, predictions: dict[str, list[str]]) -> dict[str, Any]:
    del predictions["d07"]
    return {}


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (_other_id, "1 of 24 ids are not in the split, the first is '<i>other</i>'"),
        (_missing_id, "1 of 24 documents are missing, the first is 'd07'"),
        (lambda f, p: {"split": "train"}, "split 'train', but this leaderboard is on 'test'"),
        (lambda f, p: {"dataset_revision": "1.0.0"}, "dataset_revision '1.0.0', but this"),
        (lambda f, p: {"scores": {"exact_f1@6": 0.99}}, "is claimed to be 0.9900, but the"),
        (lambda f, p: {"scores": {"bleu": 0.5}}, "'bleu' is no score of this leaderboard"),
        (lambda f, p: {"signature": "x:1"}, "different signatures are not comparable"),
        (lambda f, p: {"predictions": "../yake/predictions.jsonl"}, "leads out of the folder"),
        (lambda f, p: {"system": "<img src=x>"}, "system holds '<'"),
        (lambda f, p: p.update(d00=["x" * 1001]) or {}, "more than 1,000 keyphrases, or one"),
    ],
)
def test_a_tampered_submission_is_refused(
    built: Built, tmp_path: Path, tamper: Tamper, message: str
) -> None:
    predictions = predictions_of(good)
    folder = tmp_path / "mine"
    fields = tamper(folder, predictions)
    write_submission(folder, built.dataset, predictions, **fields)
    with pytest.raises(InputError, match=message):
        check_submission(folder, built.target, built.scorer)


def test_a_doubled_id_or_a_nest_of_brackets_is_refused(built: Built, tmp_path: Path) -> None:
    folder = write_submission(tmp_path / "mine", built.dataset, predictions_of(good))
    path = folder / "predictions.jsonl"
    path.write_text(path.read_text() + path.read_text().splitlines()[0] + "\n")
    with pytest.raises(InputError, match="id 'd00' occurs a second time"):
        check_submission(folder, built.target, built.scorer)
    path.write_text("[" * 200_000)
    with pytest.raises(InputError, match="nested too deeply"):
        check_submission(folder, built.target, built.scorer)


def test_a_claim_that_is_true_is_accepted(built: Built, tmp_path: Path) -> None:
    scores = built.boards[0].systems[0].scores
    folder = write_submission(
        tmp_path / "mine",
        built.dataset,
        predictions_of(good),
        signature=scores["signature"],
        scores={"exact_f1@6": round(scores["exact_f1@6"], 3)},
    )
    assert check_submission(folder, built.target, built.scorer).submission.slug == "mine"


def test_one_refused_submission_stops_the_build_unless_it_may_be_skipped(tmp_path: Path) -> None:
    dataset, submissions = write_all(tmp_path)
    metadata = submissions / "good" / "submission.yaml"
    fields = yaml.safe_load(metadata.read_text(encoding="utf-8"))
    metadata.write_text(yaml.safe_dump({**fields, "dataset_revision": "0.9"}), encoding="utf-8")
    out = tmp_path / "site"
    arguments = [
        *("leaderboard", "build", str(submissions), "--baseline", "yake", "--out", str(out)),
        *("--dataset", str(dataset), "--resamples", "50"),
    ]
    with pytest.raises(InputError, match="1 of 4 submissions are refused, nothing was written"):
        CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert not out.exists()
    done = CliRunner().invoke(app, [*arguments, "--skip-refused"], catch_exceptions=False)
    assert "3 systems" in done.output
    assert sorted(path.stem for path in (out / "systems").iterdir()) == ["hostile", "twin", "yake"]
    with pytest.raises(InputError, match="no such submission; there are good, hostile, twin, yake"):
        arguments[4] = "bm25"
        CliRunner().invoke(app, [*arguments, "--skip-refused"], catch_exceptions=False)


def test_two_systems_that_read_the_same_are_refused(tmp_path: Path) -> None:
    dataset, submissions = write_all(tmp_path)
    write_submission(
        submissions / "copy", dataset, predictions_of(good), system="ＹＡＫＥ"
    )  # fullwidth letters
    target = open_target(str(dataset), "test")
    with pytest.raises(InputError, match="both are named"):
        build_boards(submissions, target, [FAST], "yake")


def test_the_check_command_says_what_was_scored(built: Built) -> None:
    arguments = ["leaderboard", "check", str(built.submissions / "hostile")]
    done = CliRunner().invoke(
        app, [*arguments, "--dataset", str(built.dataset)], catch_exceptions=False
    )
    assert "Hostile: accepted; exact_f1@6 " in done.output
    assert "note: 12 documents without keyphrases" in done.output


def test_holms_correction_is_that_of_a_hand_computation() -> None:
    p = {("a", "b"): 0.01, ("a", "c"): 0.04, ("b", "c"): 0.03}
    # Sorted: 3 * 0.01, 2 * 0.03, 1 * 0.04 held at the one before.
    assert holm(p) == pytest.approx({("a", "b"): 0.03, ("a", "c"): 0.06, ("b", "c"): 0.06})
    assert holm({}) == {}
    assert holm({("a", "b"): 0.9, ("a", "c"): 0.8}) == {("a", "b"): 1.0, ("a", "c"): 1.0}


@pytest.mark.parametrize(
    ("different", "expected"),
    [
        ([], {"w": "a", "x": "a", "y": "a", "z": "a"}),
        ([("w", "z")], {"w": "a", "x": "a b", "y": "a b", "z": "b"}),
        ([("x", "w"), ("w", "y"), ("w", "z")], {"w": "a", "x": "b", "y": "b", "z": "b"}),
        (
            [("w", "x"), ("w", "y"), ("w", "z"), ("x", "y"), ("x", "z"), ("y", "z")],
            {"w": "a", "x": "b", "y": "c", "z": "d"},
        ),
        # Not in the order of the scores: x differs from both neighbours, they don't.
        ([("w", "x"), ("x", "y")], {"w": "a", "x": "b", "y": "a", "z": "a b"}),
    ],
)
def test_two_systems_share_a_letter_exactly_if_they_do_not_differ(
    different: list[tuple[str, str]], expected: dict[str, str]
) -> None:
    assert letters("wxyz", different) == expected


def test_tests_are_resampled_often_enough_for_the_correction() -> None:
    assert resamples_needed(3, 0.05, 1000) == 1000
    needed = resamples_needed(20, 0.05, 1000)
    assert 190 / (needed + 1) < 0.05


@pytest.mark.parametrize(
    ("fraction", "signed", "text"),
    [(0.2744, False, "27.4"), (-0.0001, False, "0.0"), (-0.05, True, "−5.0"), (0.0, True, "0.0")],
)
def test_points_never_show_a_negative_nought(fraction: float, signed: bool, text: str) -> None:
    assert points(fraction, signed) == text
