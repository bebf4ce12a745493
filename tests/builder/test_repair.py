"""The stage repair: right texts stay, certain damage is mended, the rest is rejected."""

from __future__ import annotations

import pytest

from builder.clean.carons import attach_carons, join_apostrophes
from builder.clean.damage import find_damage
from builder.clean.encodings import repair_single_bytes, repair_utf8
from builder.clean.hyphens import join_exploded, join_hyphenated
from builder.clean.lexicon import Lexicon, load_lexicon
from builder.clean.markup import strip_latex, strip_markdown, strip_tags, unescape
from builder.clean.repair import mend, repair
from builder.options import CleanOptions
from builder.record import Draft, RawRecord
from builder.sample_register import load_theses
from builder.verdict import Keep, Reason, Reject

OPTIONS = CleanOptions()
ABSTRACTS = [thesis.expect.abstract for thesis in load_theses() if thesis.expect.abstract]
LISTS = ["\n".join(t.expect.keyphrases) for t in load_theses() if t.expect.keyphrases]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return load_lexicon("sk")


def test_every_right_abstract_stays_as_it_is(lexicon: Lexicon) -> None:
    assert len(ABSTRACTS) > 60
    for abstract in ABSTRACTS:
        assert mend(abstract, lexicon) == (abstract, ())
        assert find_damage(abstract, lexicon, recoded=False) is None


def test_every_right_list_and_english_abstract_stays_as_it_is(lexicon: Lexicon) -> None:
    english = [
        text
        for thesis in load_theses()
        for text in thesis.abstracts[1:]
        if thesis.expect.verdict == "keep" and not any("encoding" in k for k in thesis.kinds)
    ]
    assert english
    for text in [*LISTS, *english]:
        assert mend(text, lexicon) == (text, ())
        assert find_damage(text, lexicon) is None


WRONG = ["cp1250", "cp1252", "latin-1", "iso8859-2"]


@pytest.mark.parametrize("codec", WRONG)
def test_utf8_read_byte_by_byte_comes_back_whole(codec: str, lexicon: Lexicon) -> None:
    for abstract in ABSTRACTS[:30]:
        broken = "".join(
            bytes([byte]).decode(codec, errors="ignore") or chr(byte) for byte in abstract.encode()
        )
        assert repair_utf8(broken, lexicon) == abstract


@pytest.mark.parametrize(("right", "wrong"), [("cp1250", "latin-1"), ("iso8859-2", "latin-1")])
def test_single_bytes_come_back_whole(right: str, wrong: str, lexicon: Lexicon) -> None:
    usable = [text for text in ABSTRACTS if not set(text) & set("–—„“”‚‘’…€µ×²³·−≤≥")]
    assert len(usable) > 10
    for abstract in usable[:30]:
        broken = abstract.encode(right, errors="strict").decode(wrong)
        fixed, pair = repair_single_bytes(broken, lexicon)
        assert (fixed, pair is not None) == (abstract, True)


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("Cie¾om", "Cieľom"),
        ("Èasová ¹truktúra", "Časová štruktúra"),
        ("Molière a François", "Molière a François"),
        ("5 µm, ±2 %, ½ litra", "5 µm, ±2 %, ½ litra"),
        ("à la carte", "à la carte"),
    ],
)
def test_single_bytes_are_changed_only_into_words(
    broken: str, whole: str, lexicon: Lexicon
) -> None:
    assert repair_single_bytes(broken, lexicon)[0] == whole


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("prekladaˇc", "prekladač"),
        ("v ˇnom", "v ňom"),
        ("d ˇnu", "dňu"),
        ("pocas ˇ", "počas"),
        ("ked ˇ sa", "keď sa"),
        ("Dvoj ˇ xyz", "Dvoj ˇ xyz"),
    ],
)
def test_carons_go_where_one_reading_only_gives_words(
    broken: str, whole: str, lexicon: Lexicon
) -> None:
    assert attach_carons(broken, lexicon) == whole


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("Ciel'om je vytvorit'", "Cieľom je vytvoriť"),
        ("d’alej a l’ahko", "ďalej a ľahko"),
        ("don't, that's, l'art, d'Or", "don't, that's, l'art, d'Or"),
        ("pojem 'text' a 'model'", "pojem 'text' a 'model'"),
    ],
)
def test_apostrophes_become_carons_only_in_words(broken: str, whole: str, lexicon: Lexicon) -> None:
    assert join_apostrophes(broken, lexicon) == whole


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("streš-\nných", "strešných"),
        ("sociálno-\nprávny", "sociálno-právny"),
        ("jedno- a dvojdielny", "jedno- a dvojdielny"),
        ("COVID-\n19", "COVID-19"),
        ("e-\nlearning", "e-learning"),
    ],
)
def test_hyphens_at_a_lines_end(broken: str, whole: str, lexicon: Lexicon) -> None:
    assert join_hyphenated(broken, lexicon) == whole


def test_a_list_of_single_words_is_no_exploded_text(lexicon: Lexicon) -> None:
    items = "\n".join(["ľan", "úroda", "hnojenie", "pôda", "osivo", "výnos", "stonka", "Orava"] * 2)
    assert join_exploded(items, lexicon) == items
    prose = "Práca sa zaoberá tým, ako sa na poli darí ľanu a čo je pri tom dôležité."
    assert join_exploded(prose.replace(" ", "\n"), lexicon) == prose


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("&amp;amp;nbsp;&#269;&xyz;", "\u00a0č&xyz;"),
        ("AT&T; R&D", "AT&T; R&D"),
        ("p &lt; 0,05", "p < 0,05"),
    ],
)
def test_entities(text: str, plain: str) -> None:
    assert unescape(text) == plain


def test_tags_latex_and_markdown() -> None:
    assert strip_tags("a <b and c> d, p<0,05") == "a <b and c> d, p<0,05"
    assert strip_tags("<p>Oxid CO<sub>2</sub></p>").strip() == "Oxid CO2"
    assert strip_latex(r"\textbf{\emph{slovo}} 5~\% \v{c}o") == "slovo 5 % čo"
    assert strip_latex("asi ~5 % z ~ 20") == "asi ~5 % z ~ 20"
    assert strip_markdown("**tučné** a *šikmé*, 2*3*4, p*") == "tučné a šikmé, 2*3*4, p*"


def draft_of(*abstracts: str, items: tuple[str, ...] = (), title: str | None = None) -> Draft:
    return Draft.of(RawRecord(sid="1", abstracts=abstracts, keyphrases=items, title=title))


def test_all_texts_are_mended_and_each_change_is_noted(lexicon: Lexicon) -> None:
    draft = draft_of("Ţivot včiel je krátky.", items=("ţivot", "med&amp;vosk"), title="Cie¾om")
    verdict = repair(draft, OPTIONS, lexicon)
    assert isinstance(verdict, Keep)
    assert verdict.draft.passages[0].text == "Život včiel je krátky."
    assert verdict.draft.items == ("život", "med&vosk")
    assert verdict.draft.title == "Cieľom"
    assert {(note.kind, note.detail) for note in verdict.draft.notes} == {
        ("cedillas", "abstract 1"),
        ("cedillas", "keyphrases"),
        ("entities", "keyphrases"),
        ("single-bytes", "title"),
    }


def test_no_items_stay_no_items(lexicon: Lexicon) -> None:
    verdict = repair(draft_of("Med je sladký."), OPTIONS, lexicon)
    assert isinstance(verdict, Keep)
    assert verdict.draft.items == ()


def test_broken_keyphrases_reject_the_record(lexicon: Lexicon) -> None:
    verdict = repair(draft_of(ABSTRACTS[0], items=("v\ufffdela", "med")), OPTIONS, lexicon)
    assert isinstance(verdict, Reject)
    assert verdict.reason is Reason.GARBLED_TEXT


def test_other_languages_are_not_damage(lexicon: Lexicon) -> None:
    for text in (
        "Práce se zabývá pěstováním lnu v horách a srovnává výnosy tří odrůd za pět let.",
        "Die Arbeit behandelt den Anbau von Flachs im Gebirge und vergleicht die Erträge.",
        "La thèse décrit la culture du lin dans les montagnes et compare le rendement.",
        "Робота описує вирощування льону в горах і порівнює врожайність сортів за п'ять років.",
    ):
        assert find_damage(mend(text, lexicon)[0], lexicon) is None


BROKEN = "The railw\ufffdys that were clo\ufffded are becoming cycl\ufffd paths, and that is all."
ENGLISH = "The railways that were closed are becoming cycle paths, and the towns decide on that."


def test_a_broken_abstract_beside_a_slovak_one_is_left_out(lexicon: Lexicon) -> None:
    raw = RawRecord(sid="1", abstracts=(BROKEN, ABSTRACTS[0], ENGLISH), keyphrases=("ľan",))
    verdict = repair(Draft.of(raw), OPTIONS, lexicon)
    assert isinstance(verdict, Keep)
    assert [passage.text for passage in verdict.draft.passages] == [ABSTRACTS[0], ENGLISH]
    [note] = verdict.draft.notes
    assert (note.kind, note.detail.split(":")[0]) == ("broken-abstract", "abstract 1")


def test_a_broken_abstract_rejects_where_only_another_language_is_whole(lexicon: Lexicon) -> None:
    broken = ABSTRACTS[0].replace("a", "\ufffd")
    for texts in ((broken, ENGLISH), (ENGLISH, broken), (broken,), (broken, BROKEN)):
        verdict = repair(Draft.of(RawRecord(sid="1", abstracts=texts)), OPTIONS, lexicon)
        assert isinstance(verdict, Reject)
        assert verdict.reason is Reason.GARBLED_TEXT
