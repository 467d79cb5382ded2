# Needs only Python 3.11+ and make. Everything else is put into .venv on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help demo test lint types docs bench dev clean

help:
	@echo "make demo    check the content, fight one battle, show odds and a win rate"
	@echo "make test    run the tests"
	@echo "make lint    ruff and the import directions"
	@echo "make types   mypy and basedpyright"
	@echo "make docs    build the documentation into site/"
	@echo "make bench   measure ratios and print them in a table"
	@echo "make dev     only make .venv, with everything a contributor needs"
	@echo "make clean   remove what the targets above made"

demo: $(VENV)/.dev
	@$(BIN)/dicecrawl demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.dev
	$(BIN)/mypy
	$(BIN)/basedpyright

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks.run

dev: $(VENV)/.dev

clean:
	rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "dicecrawl needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + ". Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)")'
	@echo "making $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.python
	@echo "installing dicecrawl and its tools into $(VENV) (again only when pyproject.toml changes)"
	@$(PIP) --editable ".[dev]"
	@touch $@

$(VENV)/.docs: $(VENV)/.dev
	@$(PIP) --editable ".[docs]"
	@touch $@
