# `make play` opens the companion, `make test` checks it. Both set up everything they need in .venv first.

# The newest Python that Kivy has a build for, of those that can make a virtual environment if there is one.
SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
PYTHON ?= $(shell for wish in 'import ensurepip, venv; $(SUPPORTED)' '$(SUPPORTED)'; do \
	for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c "$$wish" 2>/dev/null && { echo $$p; exit; }; done; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Two at a time; the tests of one file share what is costly to make.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile
PYTEST_ARGS ?=

.PHONY: play test screenshots lock audit clean

play: .venv/ready-to-play
	$(BIN)/trash-companion play

test: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST) $(PYTEST_ARGS)

# Every screen in three sizes, drawn without a screen.
screenshots: .venv/ready-to-play
	$(BIN)/python -m ui.screenshots build/screenshots

clean:
	rm -rf .venv build *.egg-info

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11, 3.12 or 3.13 is needed (Kivy has no build for others);" \
		"found: $$(python3 --version 2>&1)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) has no venv module;" \
		"on Debian and Ubuntu it comes with: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m ui.system
	$(PYTHON) -m venv .venv

# The versions in the lock files, checked by their hashes. Where ONNX Runtime, which makes the reading faster, has no
# build, the app runs without, on the newest versions of the rest.
INSTALL_PROJECT := $(PIP) install --no-deps --no-build-isolation -e .

.venv/ready-to-play: pyproject.toml .ci/play.lock | $(BIN)/python
	@echo 'Downloading what the companion needs into .venv: some minutes the first time.'
	$(PIP) install --require-hashes -r .ci/play.lock && $(INSTALL_PROJECT) || $(PIP) install -e .
	@touch $@

.venv/ready-to-test: pyproject.toml .ci/test.lock | $(BIN)/python
	@echo 'Downloading what the companion and its tests need into .venv: some minutes the first time.'
	$(PIP) install --require-hashes -r .ci/test.lock && $(INSTALL_PROJECT)
	@touch $@ .venv/ready-to-play

# Needs uv (pip install uv). All Pythons get the same version of a library, so what passes on one passes on the others.
LOCK := uv pip compile --quiet --upgrade --universal --fork-strategy fewest --python-version 3.11 --generate-hashes --no-header

lock:
	echo 'setuptools>=77' | $(LOCK) pyproject.toml - --extra fast --output-file .ci/play.lock
	$(LOCK) pyproject.toml --extra fast --extra test --constraint .ci/play.lock --output-file .ci/test.lock

# Known faults of what the app runs on. Asks PyPI; where it gives no answer for a library, that is a failure too.
audit: $(BIN)/python
	$(BIN)/python -m venv build/audit
	build/audit/bin/python -m pip --disable-pip-version-check --quiet install pip-audit
	build/audit/bin/pip-audit --strict --require-hashes --disable-pip -r .ci/play.lock
