"""The dataset card: `dataset_card.md` filled from a build, and the YAML that clients load by.

Every figure in the card comes from the build's own description. A placeholder without a value is an
error, never an empty place.
"""

from __future__ import annotations

import json
import re
import shutil
import string
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from slovke.errors import InputError
from slovke.record import fields_of
from slovke.releases import BUILD_FILE, REPO_ID

TEMPLATE = Path(__file__).parent.parent / "dataset_card.md"
CARD_FILE = "README.md"
FIGURES_FOLDER = "figures"
STATS_FILE = "stats.json"

_LICENSES: Mapping[str, tuple[str, str]] = {
    "cc-by-4.0": ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
    "cc-by-sa-4.0": ("CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
    "cc-by-nc-4.0": ("CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc/4.0/"),
    "cc0-1.0": ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
}
_CONFIGS: Mapping[str, str] = {
    "default": "all fields",
    "keyphrases": "`id` and `keyphrases` only, for scoring",
    "extraction": "tokens and BIO tags in the layout of midas/kp20k; an inflected occurrence is "
    "tagged too, as the lemmas decide",
    "test45k": "the paper's preliminary test split, `validation` and `test` together; what was "
    "tuned on `validation` can't be reported on it",
}
_FIELDS: Mapping[str, str] = {
    "id": "the register's identifier of the thesis",
    "title": "the title, or null",
    "abstract": "the cleaned Slovak abstract",
    "keyphrases": "the author's keyphrases, in the author's order and spelling",
    "university": "the university, or null",
    "faculty": "the faculty, or null",
    "year": "the year of submission, or null",
    "document_type": "the kind of thesis in the register's words, or null",
    "document": "the abstract's tokens, punctuation apart",
    "doc_bio_tags": "for each token `B` (a keyphrase begins), `I` (it goes on) or `O`",
    "extractive_keyphrases": "the keyphrases whose lemmas stand side by side in the abstract",
    "abstractive_keyphrases": "the other ones",
}
# Table 1 of the paper, the column of SlovKE's test set.
_PAPER: Mapping[str, str] = {
    "documents": "22K",
    "words_per_abstract": "134.02",
    "keyphrases_per_document": "5",
    "words_per_keyphrase": "1.68",
    "absent": "37 %",
}
_STATISTICS: Mapping[str, str] = {
    "documents": "documents",
    "characters_per_abstract": "characters per abstract",
    "words_per_abstract": "words per abstract",
    "keyphrases_per_document": "keyphrases per document",
    "words_per_keyphrase": "words per keyphrase",
    "absent": "absent keyphrases",
}
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def write_card(root: Path, stats: Path | None = None) -> Path:
    """Write a build's card.

    Args:
        root: the build.
        stats: what `builder stats` wrote for this build: its text takes the place of the build's
            own table. Or any folder of figures (`*.png`, `*.svg`) and, if it has one, a text
            `statistics.md`. The figures are copied into the build; those that the text does not
            place itself stand below it.

    Raises:
        InputError: the folder is no build, the template has a placeholder without a value, or the
            statistics are those of another build.
    """
    try:
        build = json.loads((root / BUILD_FILE).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError) as error:
        raise InputError(f"{root}: not a build ({error})") from None
    counted = stats is not None and _counted_here(stats, build)
    figures = _copy_figures(root, stats)
    path = root / CARD_FILE
    card = render_card(build, _example(root, build), figures, own_table=not counted)
    path.write_text(card, encoding="utf-8")
    return path


def render_card(
    build: Mapping[str, Any],
    example: Mapping[str, Any],
    figures: str = "",
    *,
    own_table: bool = True,
) -> str:
    """The card of a build as one text: YAML, then the filled template.

    Args:
        build: the content of `build.json`.
        example: one record of the config `default`.
        figures: Markdown for the section of figures.
        own_table: whether the build's own table of statistics stands above them.

    Raises:
        InputError: the template has a placeholder without a value.
    """
    body = fill(TEMPLATE.read_text(encoding="utf-8"), _values(build, example, figures, own_table))
    return f"---\n{metadata(build)}\n---\n\n{body}"


def fill(template: str, values: Mapping[str, str]) -> str:
    """Put the values in the places `${name}`.

    Raises:
        InputError: a place has no value, or a value has no place.
    """
    text = string.Template(template)
    if not text.is_valid():
        raise InputError(f"{TEMPLATE.name}: a '$' that opens no placeholder; write '$$'")
    places = set(text.get_identifiers())
    if missing := sorted(places - values.keys()):
        raise InputError(f"{TEMPLATE.name}: no value for ${{{missing[0]}}}")
    if unused := sorted(values.keys() - places):
        raise InputError(f"{TEMPLATE.name}: has no place ${{{unused[0]}}}, which must be printed")
    return re.sub(r"\n{3,}", "\n\n", text.substitute(values))


def metadata(build: Mapping[str, Any]) -> str:
    """The card's YAML: what the Hub lists and what `load_dataset` loads by.

    The version stands in each config, since `datasets` takes it from there; list fields are spelt
    `sequence`, which 2.14 to 5.x all read (from 4.0 they would write `list`).
    """
    from huggingface_hub import DatasetCardData

    documents = sum(part["num_examples"] for part in build["splits"]["default"].values())
    return DatasetCardData(
        pretty_name="SlovKE",
        language="sk",
        license=build["license"],
        multilinguality="monolingual",
        annotations_creators="found",
        language_creators="found",
        source_datasets=["original"],
        size_categories=next((name for top, name in _SIZES if documents < top), "1M<n<10M"),
        task_categories=["token-classification", "text-generation"],
        task_ids=["keyphrase-extraction", "keyphrase-generation"],
        tags=["keyphrase", "keyphrase-extraction", "slovak", "scientific-text", "theses"],
        configs=[
            {
                "config_name": config,
                "version": build["version"],
                "data_files": [
                    {"split": split, "path": _patterns(part["files"])}
                    for split, part in parts.items()
                ],
            }
            for config, parts in build["splits"].items()
        ],
        dataset_info=[
            _dataset_info(config, parts, build) for config, parts in build["splits"].items()
        ],
    ).to_yaml()


def _dataset_info(
    config: str, parts: Mapping[str, Any], build: Mapping[str, Any]
) -> dict[str, Any]:
    paths = [path for part in parts.values() for path in part["files"]]
    spelling = {
        "string": {"dtype": "string"},
        "int32": {"dtype": "int32"},
        "list": {"sequence": "string"},
    }
    return {
        "config_name": config,
        "version": build["version"],
        "features": [{"name": name, **spelling[kind]} for name, kind in fields_of(config).items()],
        "splits": [
            {
                "name": split,
                "num_bytes": part["num_bytes"],
                "num_examples": part["num_examples"],
            }
            for split, part in parts.items()
        ],
        "download_size": sum(build["files"][path]["size"] for path in paths),
        "dataset_size": sum(part["num_bytes"] for part in parts.values()),
    }


def _patterns(files: Sequence[str]) -> str | list[str]:
    """`data/train-*` for the files of one split; a list for those of several."""
    patterns = list(
        dict.fromkeys(re.sub(r"-\d{5}-of-\d{5}\.parquet$", "-*", path) for path in files)
    )
    return patterns[0] if len(patterns) == 1 else patterns


def _values(
    build: Mapping[str, Any], example: Mapping[str, Any], figures: str, own_table: bool
) -> dict[str, str]:
    options = build["clean"].get("options", {})
    name, url = _LICENSES.get(build["license"], (build["license"].upper(), ""))
    documents = sum(part["num_examples"] for part in build["splits"]["default"].values())
    link = f"[{name}]({url})" if url else name
    return {
        "version": build["version"],
        "repo_id": REPO_ID,
        "documents": f"{documents:,}",
        "license": name,
        "license_long": f"The dataset is published under {link}. The code that builds it, the "
        "metric and the baselines are under the MIT licence.",
        "example": json.dumps(example, ensure_ascii=False, indent=2),
        "configs": _configs_table(build),
        "fields": _fields_table(build),
        "splits": _splits_table(build),
        "split_method": _split_method(build),
        "statistics": _statistics_table(build["statistics"]) if own_table else "",
        "figures": figures,
        "funnel": _funnel_table(build["funnel"], build.get("left_out", 0)),
        "fingerprint": build["options"] or "none",
        "max_foreign_text": f"{100 * _option(options, 'max_foreign_text'):.0f} %",
        "max_words": f"{_option(options, 'max_words'):.0f}",
        "min_abstract": f"{_option(options, 'min_abstract'):,.0f}",
        "max_abstract": f"{_option(options, 'max_abstract'):,.0f}",
        "min_keyphrases": f"{_option(options, 'min_keyphrases'):.0f}",
        "max_keyphrases": f"{_option(options, 'max_keyphrases'):.0f}",
        "changelog": _changelog(build["changelog"]),
    }


def _option(options: Mapping[str, Any], name: str) -> float:
    try:
        return float(options[name])
    except (KeyError, TypeError, ValueError):
        raise InputError(f"the cleaned folder's options.json has no number {name!r}") from None


def _configs_table(build: Mapping[str, Any]) -> str:
    rows = []
    for config, parts in build["splits"].items():
        paths = [path for part in parts.values() for path in part["files"]]
        size = sum(build["files"][path]["size"] for path in paths)
        documents = sum(part["num_examples"] for part in parts.values())
        held = [f"`{config}`", _CONFIGS[config], ", ".join(parts)]
        rows.append([*held, f"{documents:,}", _size(size)])
    return table(["config", "what it holds", "splits", "documents", "size"], rows, "lllrr")


def _fields_table(build: Mapping[str, Any]) -> str:
    kinds = {"string": "string", "int32": "int32", "list": "list of string"}
    rows = []
    seen: set[str] = set()
    for config in build["splits"]:
        for name, kind in fields_of(config).items():
            if name not in seen:
                seen.add(name)
                rows.append([f"`{name}`", kinds[kind], f"`{config}`", _FIELDS[name]])
    return table(["field", "type", "config", "what it is"], rows, "llll")


def _splits_table(build: Mapping[str, Any]) -> str:
    parts = build["splits"]["default"]
    total = sum(part["num_examples"] for part in parts.values())
    rows = [
        [
            f"`{split}`",
            f"{part['num_examples']:,}",
            f"{100 * part['num_examples'] / max(total, 1):.1f}",
            str(len(part["files"])),
        ]
        for split, part in parts.items()
    ]
    return table(["split", "documents", "%", "files"], rows, "lrrr")


def _split_method(build: Mapping[str, Any]) -> str:
    split, leaked = build["split"], build["leakage"]
    kept = {"group": "near-duplicate abstracts", "person": "the works of one author"}
    together = " and ".join(kept[relation] for relation in split["together"])
    parts = [
        f"The split is random with seed {split['seed']}, without stratification"
        + (f"; {together} stay on one side." if together else ", document by document.")
    ]
    if split["previous"]:
        parts.append(f"Documents of version {split['previous']} keep the split they had.")
    parts.append(
        "Documents of `test` that share a near-duplicate abstract or an author with `train`: "
        f"**{leaked['train-test']:,}**; of `validation`: {leaked['train-validation']:,}."
    )
    return " ".join(parts)


def _statistics_table(statistics: Mapping[str, Mapping[str, Any]]) -> str:
    rows = []
    for key, label in _STATISTICS.items():
        values = [_number(key, part.get(key)) for part in statistics.values()]
        rows.append([label, *values, _PAPER.get(key, "–")])
    note = (
        "Words are runs without white space; a keyphrase is absent if its lemmas do not stand "
        "side by side in the abstract. The paper does not say how it counts either."
    )
    header = ["", *(f"`{split}`" for split in statistics), "paper, table 1"]
    return f"{table(header, rows, 'l' + 'r' * (len(header) - 1))}\n\n{note}"


def _number(key: str, value: float | None) -> str:
    if value is None:
        return "–"
    if key == "absent":
        return f"{100 * value:.1f} %"
    return f"{value:,}" if key == "documents" else f"{value:,.2f}"


def _funnel_table(funnel: Mapping[str, Any], left_out: int) -> str:
    start = funnel["start"]
    rows = [["*collected*", f"{start:,}", "100.0", "", ""]]
    for stage in funnel["stages"]:
        reasons = sorted(stage["rejected"].items(), key=lambda item: (-item[1], item[0]))
        rows.append(
            [
                stage["stage"],
                f"{stage['kept']:,}",
                f"{100 * stage['kept'] / max(start, 1):.1f}",
                f"{sum(stage['rejected'].values()):,}",
                ", ".join(f"{reason} {count:,}" for reason, count in reasons),
            ]
        )
    if left_out:
        kept = funnel["kept"] - left_out
        share = f"{100 * kept / max(start, 1):.1f}"
        rows.append(["*withdrawn*", f"{kept:,}", share, f"{left_out:,}", "withdrawn at the source"])
    return table(["after stage", "records", "% of start", "rejected", "why"], rows, "lrrrl")


def _changelog(entries: Sequence[Mapping[str, Any]]) -> str:
    lines = []
    for entry in reversed(entries):
        sizes = ", ".join(f"{split} {count:,}" for split, count in entry["splits"].items())
        line = f"- **{entry['version']}**: {entry['documents']:,} documents ({sizes})"
        withdrawn = entry.get("withdrawn", 0)
        if entry["added"] != entry["documents"]:
            line += f"; {entry['added']:,} new, {entry['removed']:,} no longer there"
            line += f" ({withdrawn:,} withdrawn at the source)" if withdrawn else ""
        lines.append(f"{line}. {entry['note']}".strip())
    return "\n".join(lines)


def table(header: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> str:
    """A Markdown table; `align` has an `l` or `r` for each column."""
    marks = {"l": "---", "r": "---:"}
    lines = [header, [marks[side] for side in align], *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
    )


def _size(size: int) -> str:
    return f"{size / 1e6:,.1f} MB" if size >= 100_000 else f"{size / 1e3:,.1f} kB"


def _copy_figures(root: Path, stats: Path | None) -> str:
    """Copy figures into the build and return the Markdown that shows them."""
    folder = root / FIGURES_FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    if stats is None:
        return ""
    if not stats.is_dir():
        raise InputError(f"{stats}: no such folder of figures")
    text = stats / "statistics.md"
    parts = [text.read_text(encoding="utf-8").strip()] if text.is_file() else []
    for figure in sorted([*stats.glob("*.png"), *stats.glob("*.svg")]):
        folder.mkdir(exist_ok=True)
        shutil.copyfile(figure, folder / figure.name)
        if parts and f"]({FIGURES_FOLDER}/{figure.name})" in parts[0]:
            continue
        title = figure.stem.replace("_", " ").replace("-", " ")
        parts.append(f"![{title}]({FIGURES_FOLDER}/{figure.name})")
    return "\n\n".join(parts)


def _counted_here(stats: Path, build: Mapping[str, Any]) -> bool:
    """Whether a folder is the output of `stats` for this build; False where it is another folder.

    Raises:
        InputError: `stats` counted another build, so its numbers are not this card's.
    """
    path = stats / STATS_FILE
    if not path.is_file():
        return False
    try:
        stats_of = json.loads(path.read_text(encoding="utf-8"))
        counted, version = stats_of["splits"], stats_of["version"]
    except (ValueError, KeyError):
        raise InputError(f"{path}: not what `stats` writes; run it again") from None
    own = {name: part["num_examples"] for name, part in build["splits"]["default"].items()}
    if (version, counted) != (build["version"], own):
        raise InputError(
            f"{stats}: its statistics are of version {version} with {counted}, the build is "
            f"{build['version']} with {own}; run `stats` on the build and give that folder"
        )
    return True


def _example(root: Path, build: Mapping[str, Any]) -> dict[str, Any]:
    """The first record of the first file that has one."""
    import pyarrow.parquet as pq

    for part in build["splits"]["default"].values():
        for path in part["files"]:
            rows: list[dict[str, Any]] = pq.read_table(root / path).slice(0, 1).to_pylist()
            if rows:
                return rows[0]
    raise InputError(f"{root}: the build has no record, so there is nothing to publish")
