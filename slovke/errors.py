"""The one error that a user is meant to read."""


class InputError(Exception):
    """Wrong input: its text is one line that says what is wrong, where, and what to do.

    The command lines print that line and exit with 2; a library caller may catch it.
    """


class MissingExtraError(InputError):
    """A part of the package needs an optional dependency that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        """Say which `what` needs the packages of `extra`."""
        super().__init__(f'{what} needs more packages: pip install "slovke[{extra}]"')
