"""`python -m slovke` is the console script `slovke`."""

from slovke.cli import main

if __name__ == "__main__":
    main()
