"""`publish`, `rollback`, `diff`, `publish-metric`, `publish-leaderboard`: what goes to the Hub."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from builder.cli.app import app

RepoOption = Annotated[str, typer.Option(help="The repository on the Hub, owner/name.")]


@app.command()
def publish(
    build: Annotated[Path, typer.Argument(help="A build, as `split` wrote it.")],
    repo: RepoOption,
    version: Annotated[str, typer.Option(help="The version to publish; the build's own.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check, show what would change, send nothing.")
    ] = False,
    create: Annotated[
        bool, typer.Option("--create", help="Make the repository if it is not there.")
    ] = False,
    private: Annotated[bool, typer.Option("--private", help="Make it as a private one.")] = False,
    create_pr: Annotated[
        bool, typer.Option("--create-pr", help="Propose a pull request instead of a commit.")
    ] = False,
    persons: Annotated[
        Path | None,
        typer.Option(
            help="Where the names are that must not be published: the cleaned folder or the raw "
            "records. Default: the file that `split` left beside the build."
        ),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            help="Id of a record whose names were looked at and may stay, or a file of them."
        ),
    ] = None,
    withdrawn: Annotated[
        Path | None, typer.Option(help="`collect`'s folder: none that it withdrew may be left.")
    ] = None,
    take_over: Annotated[
        bool,
        typer.Option("--take-over", help="Delete others' files that would be loaded with ours."),
    ] = False,
) -> None:
    """Check a build and publish it: one commit, a tag, an entry in releases.json."""
    from builder.checks import open_build
    from builder.names import persons_file, read_allowed, read_persons
    from builder.plan import PublishOptions
    from builder.publish import publish as publish_build
    from builder.publish_report import announce, must_be_there, quiet_unless_terminal, show_plan
    from builder.remote import Remote
    from builder.withdrawn import read_withdrawn

    quiet_unless_terminal()
    checked = open_build(build)
    source = must_be_there(persons or persons_file(build.absolute()))
    publish_build(
        Remote(repo, say=announce),
        checked,
        PublishOptions(
            version=version,
            create=create,
            private=private,
            create_pr=create_pr,
            take_over=take_over,
            withdrawn=() if withdrawn is None else read_withdrawn(withdrawn),
        ),
        read_persons(source),
        read_allowed(allow or ()),
        dry_run=dry_run,
        say=announce,
        show=lambda plan: show_plan(plan, checked),
    )


@app.command()
def rollback(
    version: Annotated[str, typer.Option(help="The release to go back to.")],
    repo: RepoOption = "NaiveNeuron/SlovKE",
) -> None:
    """Put main back to a release's content, as a new commit."""
    from builder.publish_report import announce, quiet_unless_terminal
    from builder.remote import Remote
    from builder.rollback import rollback as roll_back

    quiet_unless_terminal()
    roll_back(Remote(repo, say=announce), version, announce)


@app.command()
def diff(
    before: Annotated[str, typer.Argument(help="A build's folder, or a release's version.")],
    after: Annotated[str, typer.Argument(help="The same, of what came after.")],
    repo: RepoOption = "NaiveNeuron/SlovKE",
    out: Annotated[Path, typer.Option(help="One row for each document that differs.")] = Path(
        "diff.csv"
    ),
) -> None:
    """Show what changed between two builds or releases, as a table and a file."""
    from builder.diff import compare_rows, write_diff
    from builder.publish_report import announce, find_edition, quiet_unless_terminal, show_diff

    quiet_unless_terminal()
    old, new = (find_edition(name, repo, announce) for name in (before, after))
    changes = compare_rows(old, new)
    show_diff(old, new, changes)
    write_diff(out, changes)
    print(f"{len(changes):,} documents differ: {out}")


@app.command()
def publish_metric(
    repo: Annotated[str, typer.Option(help="The Space, owner/slovke_metric.")],
    sdk: Annotated[
        str, typer.Option(help="static (a page), or gradio (an app; needs a paid plan).")
    ] = "static",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change, send nothing.")
    ] = False,
    private: Annotated[bool, typer.Option("--private", help="Make it as a private one.")] = False,
) -> None:
    """Put the metric into a Space, from which `evaluate.load` takes it."""
    from builder.publish_metric import publish_metric as publish_to_space
    from builder.publish_report import announce, quiet_unless_terminal
    from builder.remote import Remote

    quiet_unless_terminal()
    remote = Remote(repo, "space", say=announce)
    publish_to_space(remote, sdk, private=private, dry_run=dry_run, say=announce)


@app.command()
def publish_leaderboard(
    site: Annotated[Path, typer.Argument(help="The site, as `slovke leaderboard build` wrote it.")],
    repo: RepoOption,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change, send nothing.")
    ] = False,
    private: Annotated[bool, typer.Option("--private", help="Make it as a private one.")] = False,
) -> None:
    """Put a leaderboard's static site into a Space."""
    from builder.publish_report import announce, quiet_unless_terminal
    from builder.remote import Remote
    from builder.space import publish_site

    quiet_unless_terminal()
    remote = Remote(repo, "space", say=announce)
    publish_site(remote, site, private=private, dry_run=dry_run, say=announce)
    sys.stdout.flush()
