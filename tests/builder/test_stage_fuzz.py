"""Every stage, whatever a record holds: it answers, adds nothing, and done twice is done once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from builder.clean.deduplicate import deduplicate, duplicate_keys, find_losses
from builder.clean.language import language, load_detector, read_language
from builder.clean.lengths import lengths
from builder.clean.near_duplicates import Signer
from builder.clean.pipeline import Tools, load_tools, walk
from builder.options import CleanOptions
from builder.record import Draft, Passage, RawRecord
from builder.sample_register import load_theses
from builder.verdict import Keep, Stage
from tests.page_pieces import AUTHORS, TEXTS, TITLES

OPTIONS = CleanOptions(min_abstract=0, min_keyphrases=1)
# Right texts of several languages, so that the detector has something to say.
SENTENCES = st.sampled_from(
    [
        "Práca opisuje pestovanie ľanu v horských polohách a porovnáva výnosy troch odrôd.",
        "Najvyššiu úrodu dala odroda, ktorá bola zasiata v polovici apríla.",
        "The thesis describes the growing of flax in the mountains and compares three varieties.",
        "Práce popisuje pěstování lnu v horských polohách a srovnává výnosy tří odrůd.",
        "Die Arbeit beschreibt den Anbau von Flachs in den Bergen und vergleicht drei Sorten.",
        "A dolgozat a len termesztését írja le a hegyekben, és három fajtát hasonlít össze.",
        "Adam Novotný, Eva Malá", "Фізика рослин", "亜麻の栽培", "57", "…",
    ]
)  # fmt: skip
BODIES = st.one_of(
    TEXTS,
    st.lists(SENTENCES, max_size=12).map(" ".join),
    st.lists(st.one_of(SENTENCES, TEXTS), max_size=6).map("\n".join),
)
RECORDS = st.builds(
    RawRecord,
    sid=st.text(min_size=1, max_size=5),
    abstracts=st.lists(BODIES, max_size=3).map(tuple),
    keyphrases=st.lists(TEXTS, max_size=5).map(tuple),
    title=TITLES,
    author=AUTHORS,
    supervisor=st.one_of(st.none(), st.just("Ing. Eva Malá, PhD."), st.text(max_size=20)),
    university=st.one_of(st.none(), st.just("Univerzita pod Tatrami"), st.text(max_size=20)),
    year=st.one_of(st.none(), st.integers(0, 9999)),
)
quick = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
many = settings(quick, max_examples=120)


def tools() -> Tools:
    return load_tools(OPTIONS)


def letters(text: str) -> Counter[str]:
    return Counter(filter(str.isalnum, text))


def length(draft: Draft) -> int:
    """All characters of a draft's texts; a list stands beside its passage."""
    return sum(len(p.text) + len(p.keyphrases or "") for p in draft.passages)


def abstract_of(raw: RawRecord) -> str | None:
    """The abstract that the text stages choose; None where they reject the record."""
    steps = walk(Draft.of(raw), OPTIONS, tools())
    step = next((step for step in steps if step.stage is Stage.LANGUAGE), None)
    if step is None or not isinstance(step.verdict, Keep):
        return None
    return step.verdict.draft.passages[0].text


@quick
@given(st.lists(BODIES, max_size=3), st.sampled_from(["sk", "en", "xx"]))
@example([], "sk")
@example([""], "sk")
def test_language_chooses_and_settles(texts: list[str], label: str) -> None:
    """The stage answers for any texts; it takes one of them as it is, and then that one again."""
    passages = tuple(Passage(text, text[:20] or None, label) for text in texts)
    draft = replace(Draft.of(RawRecord(sid="1", abstracts=tuple(texts))), passages=passages)
    detector = load_detector(OPTIONS)
    verdict = language(draft, OPTIONS, detector)
    for text in texts:
        reading = read_language(text, "sk", detector)
        assert 0.0 <= reading.foreign <= 1.0
    if isinstance(verdict, Keep):
        assert len(verdict.draft.passages) == 1
        assert verdict.draft.passages[0].text in texts
        assert len(verdict.draft.languages) == len(texts)
        again = language(verdict.draft, OPTIONS, detector)
        assert isinstance(again, Keep)
        assert again.draft.passages == verdict.draft.passages


@many
@given(RECORDS)
def test_no_stage_adds_letters(raw: RawRecord) -> None:
    """Every stage behind the repair hands on letters that came in, and none twice."""
    for step in walk(Draft.of(raw), OPTIONS, tools()):
        if step.stage is Stage.REPAIR or not isinstance(step.verdict, Keep):
            continue
        before, after = step.before, step.verdict.draft
        given_ = sum((letters(p.text + (p.keyphrases or "")) for p in before.passages), Counter())
        handed = sum((letters(p.text) for p in after.passages), Counter())
        assert not handed - given_
        assert length(after) <= length(before)
        assert sum(map(len, after.keyphrases)) <= length(before) + sum(map(len, before.items))


@many
@given(RECORDS)
def test_a_cleaned_record_is_clean(raw: RawRecord) -> None:
    """The abstract that comes out of the stages comes out of them again as it is."""
    chosen = abstract_of(raw)
    if chosen is not None:
        assert abstract_of(replace(raw, abstracts=(chosen,), keyphrases=())) == chosen


@quick
@given(st.lists(RECORDS, max_size=4))
def test_duplicates_and_lengths_answer(raws: list[RawRecord]) -> None:
    drafts = [Draft.of(raw) for raw in raws]
    keys = [duplicate_keys(draft, str(number)) for number, draft in enumerate(drafts)]
    lost = find_losses(keys)
    assert len(lost) < max(1, len(keys)) or not keys
    sign = Signer()
    for draft in drafts:
        assert deduplicate(draft, None) == Keep(draft)
        assert lengths(draft, OPTIONS) == lengths(draft, OPTIONS)
        for passage in draft.passages:
            assert (sign(passage.text) == sign(passage.text)).all()


def test_every_right_abstract_of_the_sample_goes_through_twice() -> None:
    """A clean abstract with its clean keyphrases is left as it is."""
    options = CleanOptions()
    kept = [thesis for thesis in load_theses() if thesis.expect.verdict == "keep"]
    assert len(kept) > 60
    for thesis in kept:
        expect = thesis.expect
        assert expect.abstract and expect.keyphrases
        clean = replace(thesis.raw(), abstracts=(expect.abstract,), keyphrases=expect.keyphrases)
        last = list(walk(Draft.of(clean), options, load_tools(options)))[-1]
        assert isinstance(last.verdict, Keep), thesis.sid
        assert last.verdict.draft.passages[0].text == expect.abstract
        assert last.verdict.draft.keyphrases == expect.keyphrases
