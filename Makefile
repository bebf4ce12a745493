# Two commands for a newcomer: `make demo` and `make test`. CONTRIBUTING.md names the others.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXTRAS := builder,extract,plots,sklep,dev
EXTRAS_ALL := $(EXTRAS),baselines,stanza,cluster,app,browser

.PHONY: demo test test-all compat check quality format clean install install-all

install: $(VENV)/.installed
install-all: $(VENV)/.installed-all

$(VENV)/.installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[$(EXTRAS)]"
	touch $@

$(VENV)/.installed-all: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[$(EXTRAS_ALL)]"
	touch $@

demo: install
	$(BIN)/python scripts/demo.py --out demo

test: install
	$(BIN)/python -m pytest -m "not full" -n 2

test-all: install-all
	$(BIN)/python -m pytest -m full -n 2

# Loads two releases with the oldest and the newest supported `datasets`, in fresh environments.
compat: install
	$(BIN)/python -m scripts.check_compat

check: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

quality: install
	$(BIN)/python -m builder quality

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) demo build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
