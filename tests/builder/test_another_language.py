"""Pages in another language need a data file and no code: a small Czech one is enough to clean."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from builder.clean import lexicon
from builder.clean.pipeline import load_tools
from builder.cleaning import CleanRun, run_and_print
from builder.options import CleanOptions
from builder.reading import to_line
from builder.record import RawRecord
from slovke.errors import InputError

CZECH = """
name = "Czech"
dictionary = "cs"
languages = ["cs", "sk", "en", "de", "pl"]
far_languages = ["en", "de"]
letters = "aábcčdďeéěfghiíjklmnňoópqrřsštťuúůvwxyýzž"
[keyphrase_labels]
cs = ["klíčová slova"]
en = ["keywords", "key words"]
[line_labels]
words = []
[label_languages]
cs = ["česky"]
en = ["anglicky"]
[label_fillers]
words = ["práce"]
[headings]
cs = ["abstrakt", "anotace"]
en = ["abstract"]
[sections]
words = ["cíl", "metody", "výsledky", "závěr"]
[header]
thesis_types = ["bakalářská práce", "diplomová práce"]
school_words = ["univerzita", "fakulta", "katedra", "ústav"]
role_labels = ["vedoucí práce", "autor", "oponent"]
role_abbreviations = ["ved."]
field_labels = ["studijní obor", "název práce", "rok"]
degrees = ["bakalář", "magistr"]
academic_titles = ["bc.", "mgr.", "ing.", "doc.", "prof.", "ph.d."]
titles_behind = ["ph.d."]
page_abbreviations = ["s.", "stran", "str."]
page_of = ["z"]
page_extras = ["příloha", "přílohy"]
page_joints = ["a"]
counting = ["počet"]
months = ["květen", "červen"]
cities = ["brno", "olomouc"]
[prose]
verbs = ["je", "jsou", "byl", "byla", "se", "který", "která", "které", "jsme"]
openers = ["práce", "cílem", "bakalářská práce"]
other_headings = ["obsah"]
abbreviations = ["např.", "tzv."]
function_words.cs = ["a", "v", "na", "se", "je", "jsou", "pro", "které", "který", "která", "jako",
  "při", "že", "nebo", "z", "ze", "po", "od", "do", "o", "ve", "jsme", "i", "s", "k", "u"]
function_words.sk = ["a", "v", "na", "sa", "je", "sú", "pre", "ktoré", "ako", "aj", "že", "sme"]
function_words.en = ["the", "of", "and", "in", "is", "to", "a", "on", "for", "with", "that", "we"]
[repair]
marked_words = ["práce", "že", "jsou", "které", "časti", "výzkum"]
digit_letters.0 = "o"
compound_endings = ["cko"]
adjective_endings = ["ý"]
caron_endings = []
suspending = ["a"]
[lists]
compound_abbreviations = ["s. r. o."]
abbreviations = []
numbering = ["č."]
lettered = []
after_ordinal = ["stol"]
before_number = []
prepositions = ["v", "na", "o"]
conjunctions = ["a", "i"]
after_latin_a = []
adjective_endings = ["ský", "ová"]
ends = []
and_so_on = ["atd."]
template = ["slovo", "klíčové slovo"]
loans = ["marketing"]
terms = []
latin_endings = ["us"]
latin_words = ["us"]
"""
BODY = (
    "Lněná pole se po desetiletích vracejí na horské svahy, kde se jim kdysi dařilo. Sledovali "
    "jsme tři odrůdy na šesti stanovištích a zapisovali výšku porostu, poléhání i výnos stonku. "
    "Nejvyšší úrodu dala odrůda zasetá v polovině dubna, ve vlhkém roce se však rozdíl setřel. "
    "Zjistili jsme také, že hnojení dusíkem zvyšuje poléhání a snižuje kvalitu vlákna. Práce "
    "nabízí hospodářům jednoduchý postup, který nevyžaduje nové stroje ani velké náklady, a "
    "popisuje, jak se měnila cena vlákna v posledních letech."
)
HEADER = (
    "NOVOTNÝ, Adam: Pěstování lnu v Jeseníkách. [Bakalářská práce]. Univerzita pod Pradědem. "
    "Fakulta agronomie. Vedoucí práce: doc. Ing. Eva Malá, Ph.D. Olomouc: FA UPP, 2018. 57 s. a 2 "
    "přílohy.\n"
)
TAIL = "\nKlíčová slova: len setý, odrůda, výnos, hnojení dusíkem\nKeywords: flax, variety, yield"
SLOVAK = (
    "Ľanové polia sa po desaťročiach vracajú na horské svahy, kde sa im kedysi darilo. Sledovali "
    "sme tri odrody na šiestich stanovištiach a zapisovali výšku porastu, poliehanie aj výnos. "
) * 3


@pytest.fixture
def czech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of language data with one small file."""
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "cs.toml").write_text(CZECH, encoding="utf-8")
    monkeypatch.setattr(lexicon, "_FOLDER", tmp_path / "languages")
    return tmp_path


def test_czech_pages_are_cleaned_with_a_file_of_their_own(czech: Path) -> None:
    facts = {"title": "Pěstování lnu v Jeseníkách", "author": "Adam Novotný", "year": 2018}
    records = [
        RawRecord("1", (HEADER + BODY + TAIL,), **facts),  # type: ignore[arg-type]
        RawRecord("2", (SLOVAK,), ("ľan", "odroda", "výnos", "hnojenie")),
        RawRecord("3", (BODY.replace("Lněná", "Lnena"),), ("slovo", "slovo", "slovo", "slovo")),
    ]
    raw = czech / "raw.jsonl"
    raw.write_text("".join(f"{to_line(record)}\n" for record in records), encoding="utf-8")
    out = czech / "out"
    run_and_print(CleanRun(raw=raw, out=out, settings=("language=cs",), shards=1))
    [kept] = pq.read_table(out / "kept").to_pylist()
    assert kept["abstract"] == BODY
    assert kept["keyphrases"] == ["len setý", "odrůda", "výnos", "hnojení dusíkem"]
    lost = {row["id"]: row["reason"] for row in pq.read_table(out / "rejected").to_pylist()}
    assert lost == {"2": "not-slovak", "3": "template-keyphrases"}
    assert json.loads((out / "options.json").read_text())["options"]["language"] == "cs"


def test_a_file_that_lacks_a_list_says_which(czech: Path) -> None:
    path = czech / "languages" / "pl.toml"
    path.write_text(CZECH.replace("page_of", "page_off"), encoding="utf-8")
    with pytest.raises(InputError, match=r"languages/pl\.toml: header\.page_of is missing"):
        load_tools(CleanOptions(language="pl"))


def test_a_language_without_a_file_says_which_there_are(czech: Path) -> None:
    with pytest.raises(InputError, match=r"no language data for 'hu'.*has cs"):
        load_tools(CleanOptions(language="hu"))
