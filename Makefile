# `make` sets up a virtual environment and runs all checks; see CONTRIBUTING.md.
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: check setup lint types test clean
check: lint types test

$(BIN)/reticent: requirements.lock pyproject.toml
	python3 -m venv $(VENV)
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-deps ./knowledge/en --editable .

setup: $(BIN)/reticent
lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
types: setup
	$(BIN)/mypy
test: setup
	$(BIN)/pytest -n 2
clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
