"""What `split` shows at its end: the build's sizes, leakage and files."""

from __future__ import annotations

from builder.build import Build, Cleaned, assignment_review


def print_build(build: Build, cleaned: Cleaned) -> None:
    """Print the sizes of the splits, the leakage, what is gone, and the sizes of the configs."""
    from rich.console import Console
    from rich.table import Table

    description = build.description
    console = Console()
    sizes = build.assignment.sizes()
    total = sum(sizes.values())
    table = Table(title=f"SlovKE {description['version']}: {total:,} documents in {build.root}")
    for name in ("split", "documents", "%", "files"):
        table.add_column(name, justify="left" if name == "split" else "right")
    for split, count in sizes.items():
        files = len(description["splits"]["default"][split]["files"])
        table.add_row(split, f"{count:,}", f"{100 * count / max(total, 1):.1f}", str(files))
    console.print(table)
    leaked = ", ".join(f"{pair} {count:,}" for pair, count in build.assignment.leakage.items())
    print(f"documents tied across splits (near-duplicate or same author): {leaked}")
    print(f"largest set of documents that stays together: {build.assignment.largest:,}")
    entry = description["changelog"][-1]
    if entry["removed"]:
        print(
            f"published before and no longer there: {entry['removed']:,}, of them withdrawn at "
            f"the source: {entry['withdrawn']:,}"
        )
    if cleaned.left_out:
        print(f"kept by the cleaning, withdrawn since, left out: {cleaned.left_out:,}")
    megabytes = sum(file["size"] for file in description["files"].values()) / 1e6
    configs = ", ".join(description["splits"])
    print(f"{len(description['files'])} files, {megabytes:,.1f} MB: {configs}")
    print(f"why each document is where it is: {assignment_review(build.root)} (not published)")
