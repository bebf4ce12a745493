"""The card: nothing left unfilled, the shards' own numbers, and what the Hub's tools read."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import DatasetCard

from builder.build import BuildOptions, read_cleaned, write_build
from builder.card import TEMPLATE, fill, metadata, render_card, table, write_card
from slovke.errors import InputError
from tests.cleaned_folder import record, write_cleaned


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("card")
    cleaned = write_cleaned(folder / "cleaned", [record(number) for number in range(60)])
    return write_build(read_cleaned(cleaned), folder / "build", BuildOptions(test45k=True)).root


@pytest.fixture(scope="module")
def build(root: Path) -> Any:
    return json.loads((root / "build.json").read_text(encoding="utf-8"))


def test_the_hubs_tools_read_it(root: Path, build: Any) -> None:
    card = DatasetCard.load(root / "README.md")
    data = card.data.to_dict()
    assert data["language"] == "sk"
    assert data["license"] == "cc-by-4.0"
    assert data["multilinguality"] == "monolingual"
    assert data["source_datasets"] == ["original"]
    assert data["annotations_creators"] == "found"
    assert data["size_categories"] == "n<1K"
    assert data["task_ids"] == ["keyphrase-extraction", "keyphrase-generation"]
    assert {config["config_name"]: config["version"] for config in data["configs"]} == (
        dict.fromkeys(("default", "keyphrases", "extraction", "test45k"), "1.0.0")
    )
    for info in data["dataset_info"]:
        parts = build["splits"][info["config_name"]]
        assert {split["name"]: split["num_examples"] for split in info["splits"]} == {
            split: part["num_examples"] for split, part in parts.items()
        }
        on_disk = {path for part in parts.values() for path in part["files"]}
        assert info["download_size"] == sum((root / path).stat().st_size for path in on_disk)


def test_every_section_is_there_and_no_placeholder(root: Path, build: Any) -> None:
    body = DatasetCard.load(root / "README.md").text
    headings = re.findall(r"^## (.+)$", body, re.MULTILINE)
    assert headings == [
        "Summary",
        "Languages",
        "Supported tasks, and how to score",
        "Structure",
        "Creation",
        "Personal data",
        "Biases and limits",
        "Licence",
        "Citation",
        "Changelog",
    ]
    assert "${" not in body
    assert "More Information" not in body
    for split, part in build["splits"]["default"].items():
        assert re.search(rf"`{split}` \| {part['num_examples']} \|", body)
    assert "duplicate-title 7" in body  # the funnel's reason
    assert "| *collected* | 67 |" in body
    example = re.search(r"```json\n(.*?)```", body, re.DOTALL)
    assert example is not None
    numbers = {record(number)["id"]: record(number) for number in range(60)}
    shown = json.loads(example[1])
    assert shown == numbers[shown["id"]]


def test_the_arithmetic_in_the_card_is_right() -> None:
    text = TEMPLATE.read_text(encoding="utf-8")
    figures = re.findall(r"([\d.]+) / ([\d.]+) gives ([\d.]+), printed ([\d.]+)", text)
    assert len(figures) == 3
    for precision, recall, pooled, printed in figures:
        mean = 2 * float(precision) * float(recall) / (float(precision) + float(recall))
        assert f"{mean:.2f}" == pooled
        assert mean - float(printed) > 0.3  # far more than rounding


def test_the_licence_is_an_option(build: Any) -> None:
    other = {**build, "license": "cc-by-nc-4.0"}
    card = DatasetCard(render_card(other, record(1)))
    assert re.search(r"^license: cc-by-nc-4.0$", str(card.data), re.MULTILINE)
    assert "CC BY-NC 4.0" in card.text
    assert "CC BY 4.0" not in card.text


@pytest.mark.parametrize(
    ("template", "values", "message"),
    [
        ("${a} ${b}", {"a": "1"}, r"no value for \$\{b\}"),
        ("${a}", {"a": "1", "b": "2"}, r"has no place \$\{b\}"),
        ("costs 5 $", {}, "opens no placeholder"),
    ],
)
def test_a_place_without_a_value_is_an_error(
    template: str, values: dict[str, str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        fill(template, values)


def test_a_cleaned_folder_without_its_options_makes_no_card(build: Any) -> None:
    with pytest.raises(InputError, match="no number 'max_foreign_text'"):
        render_card({**build, "clean": {}}, record(1))


def test_figures_are_copied_and_shown_and_go_when_they_are_not_given(
    root: Path, tmp_path: Path
) -> None:
    (tmp_path / "years_per_school.png").write_bytes(b"PNG")
    (tmp_path / "statistics.md").write_text("| a | b |\n", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("private", encoding="utf-8")
    text = write_card(root, tmp_path).read_text(encoding="utf-8")
    assert "![years per school](figures/years_per_school.png)" in text
    assert "| a | b |" in text
    assert [path.name for path in (root / "figures").iterdir()] == ["years_per_school.png"]
    assert "![" not in write_card(root).read_text(encoding="utf-8")
    assert not (root / "figures").exists()
    with pytest.raises(InputError, match="no such folder"):
        write_card(root, tmp_path / "none")


def test_lists_are_spelt_so_that_old_and_new_datasets_read_them(build: Any) -> None:
    assert "sequence: string" in metadata(build)
    assert "list:" not in metadata(build)


def test_a_bar_in_a_cell_does_not_break_the_table() -> None:
    assert table(["a"], [["x|y"]], "l").splitlines()[-1] == "| x\\|y |"
