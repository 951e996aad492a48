# On a fresh machine with Python and make: `make demo` shows it, `make test` proves it.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test fuzz lint format bench docs engines browser clean

demo: .venv/ready
	$(BIN)/plyo perft checkers 9
	$(BIN)/plyo search checkers --depth 17
	$(BIN)/plyo search examples/connect_four.py --depth 12
	$(BIN)/plyo demo

test: .venv/ready
	$(BIN)/plyo warm checkers & $(BIN)/plyo warm fives examples/connect_four.py; wait
	$(BIN)/pytest -n 2 --dist loadfile

fuzz: .venv/ready
	cd tests && ../$(BIN)/python -m fuzz

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/ready
	$(BIN)/python -m benchmarks

docs: .venv/ready
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[docs]'
	$(BIN)/mkdocs build --strict

engines:
	apt-get install --yes --no-install-recommends glaurung stockfish toga2 gnuchess ethereal-chess gnugo

browser:
	apt-get install --yes --no-install-recommends chromium

clean:
	rm -rf .venv build dist benchmarks/build

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
