"""What a benchmark is to run: the systems asked for, with the variants that options add to them."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import slovke
from slovke.errors import InputError

# Results may change with these packages; a finished run is not taken over from other versions.
PACKAGES = (
    "yake", "stopwordsiso", "networkx", "keybert", "sentence-transformers", "torch", "openai",
    "wordfreq", "simplemma", "scikit-learn", "stanza", "numpy",
)  # fmt: skip

# They give citation forms themselves (what others copy from the text, they don't).
GENERATIVE = ("keyllm", "ranker")
CANONICAL_BY_DEFAULT = ("lemmarank", "lemmarank-notitle")


@dataclass(frozen=True, slots=True)
class SystemRun:
    """One row of the tables.

    Attributes:
        name: unique in the benchmark; names its files.
        family: the system that it is a variant of, by which the paper's row is found.
        system: what `load_extractor` takes; "" for a file of predictions.
        options: keyword arguments of the system, plain JSON values.
        predictions: a predictions file of one's own, which is only scored.
        canonical_of: the run whose phrases this one turns into citation forms.
        pair: the run to which this one is compared: with and without citation forms.
    """

    name: str
    family: str
    system: str
    options: Mapping[str, Any] = field(default_factory=dict)
    predictions: Path | None = None
    canonical_of: str | None = None
    pair: str | None = None


def plan(
    systems: Sequence[str],
    *,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    thresholds: Sequence[float | None] = (None,),
    encoders: Sequence[str] = (),
    canonical: bool = False,
) -> list[SystemRun]:
    """The runs that the systems asked for come to, in their order.

    Args:
        systems: names of the registry, `name=FILE`, `package.module:Class`, or predictions files
            (`*.jsonl`, `*.jsonl.gz`).
        options: system name -> its keyword arguments.
        thresholds: of KeyLLM's clustering, None for none; each makes a run, with each encoder.
        encoders: of KeyLLM's clustering.
        canonical: adds to each extractive system a run with citation forms; to LemmaRank, which
            gives them by default, one without.

    Raises:
        InputError: no system, a system twice, a threshold without encoder.
    """
    runs: list[SystemRun] = []
    for system in systems:
        base = system.partition("=")[0]
        own = dict((options or {}).get(base, {}))
        if base == "keyllm" and "=" in system:
            own["model"] = system.partition("=")[2]
        if system.endswith((".jsonl", ".jsonl.gz")) and "=" not in system:
            name = Path(system).name.removesuffix(".gz").removesuffix(".jsonl")
            some = [SystemRun(name, name, "", predictions=Path(system))]
        elif base == "keyllm":
            some = _keyllm_runs(_name(system, systems), own, thresholds, encoders)
        else:
            some = [SystemRun(_name(system, systems), base, system, own)]
        runs += some
        if canonical:
            runs += [variant for run in some for variant in _citation_variants(run)]
    names = [run.name for run in runs]
    if not names:
        raise InputError("no system: name some with --systems, such as yake,textrank")
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"--systems: two systems come to the name {name!r}; leave one out")
    return runs


def _name(system: str, systems: Sequence[str]) -> str:
    base, _, value = system.partition("=")
    alike = [other for other in systems if other.partition("=")[0] == base]
    name = f"{base}-{Path(value).name}" if value and len(alike) > 1 else base
    return re.sub(r"[^\w.+-]", ".", name)


def _keyllm_runs(
    name: str,
    options: Mapping[str, Any],
    thresholds: Sequence[float | None],
    encoders: Sequence[str],
) -> list[SystemRun]:
    runs = []
    for threshold in thresholds:
        if threshold is None:
            runs.append(SystemRun(name, "keyllm", "keyllm", options))
            continue
        if not encoders:
            raise InputError(
                "KeyLLM: a threshold needs an encoder: name a sentence-transformers model with "
                "--encoder"
            )
        for encoder in encoders:
            variant = f"{name}-{round(100 * threshold)}-{Path(encoder).name}"
            own = {**options, "threshold": threshold, "encoder": encoder}
            runs.append(SystemRun(variant, "keyllm", "keyllm", own))
    return runs


def _citation_variants(run: SystemRun) -> list[SystemRun]:
    if run.family in GENERATIVE:
        return []
    if run.family in CANONICAL_BY_DEFAULT:
        options = {**run.options, "canonical": False}
        return [replace(run, name=f"{run.name}+surface", options=options, pair=run.name)]
    return [SystemRun(f"{run.name}+canonical", run.family, "", {}, None, run.name, run.name)]


def fingerprint(run: SystemRun, documents: str, predecessor: str = "") -> str:
    """What a run's result depends on, as a hash: system, options, code, packages, documents.

    Args:
        run: the run.
        documents: the hash of the documents.
        predecessor: the hash of the predictions that the run starts from, if it does.
    """
    without = {"cache", "max_cost", "input_price", "output_price", "concurrency", "key_variable"}
    options = {name: value for name, value in run.options.items() if name not in without}
    values = [run.system.partition("=")[2], *options.values()]
    files = [Path(value) for value in values if isinstance(value, str) and value]
    if ":" in run.system and "=" not in run.system:
        files += _module_file(run.system.partition(":")[0])
    parts = {
        "version": slovke.__version__,
        "code": _code(),
        "packages": versions(),
        "system": run.system,
        "options": options,
        "files": [_digest(path) for path in files if path.is_file()],
        "documents": documents,
        "predecessor": predecessor,
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def shown_options(run: SystemRun) -> dict[str, Any]:
    """The options that a report names: none that tells an address or a folder of this machine."""
    hidden = {"cache", "base_url", "key_variable", "concurrency", "max_cost", "stanza_dir"}
    return {
        name: Path(value).name if isinstance(value, str) and Path(value).is_absolute() else value
        for name, value in run.options.items()
        if name not in hidden
    }


def versions() -> dict[str, str]:
    """The versions of the packages on which results depend, of those installed."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _code() -> str:
    """The hash of our own systems' source: a checkout's version says nothing of what changed."""
    import slovke_metric

    folders = (Path(slovke.__file__).parent / "extract", Path(slovke_metric.__file__).parent)
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _module_file(module: str) -> list[Path]:
    """The source file of a user's module, found as the worker will find it, without an import."""
    where: Sequence[str] | None = [*sys.path, str(Path.cwd())]
    spec, name = None, ""
    for part in module.split("."):
        name = f"{name}.{part}" if name else part
        spec = PathFinder.find_spec(name, where)
        if spec is None:
            return []  # the worker says so
        where = spec.submodule_search_locations
    return [Path(spec.origin)] if spec and spec.origin else []


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
