# make run   set everything up from nothing and run the experiment of config.yaml
# make test  set everything up from nothing and run every check and test but the slow ones
# make test-all  the same with the slow ones: long draws, full sizes
# make bench  measure against named peers and print one table (BENCH="search turns" for some parts)
PYTHON ?= python3
CORES ?= 8
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test test-all bench check clean lock
.DELETE_ON_ERROR:

run: $(VENV)/run.stamp
	$(BIN)/snakemake --cores $(CORES)

# Two processes: tests of the workflow wait for Snakemake much of the time.
test: check
	$(BIN)/pytest tests/e2e -m "not slow" & workflow=$$!; \
	$(BIN)/pytest --ignore=tests/e2e -m "not slow"; others=$$?; \
	wait $$workflow && exit $$others

test-all: check
	$(BIN)/pytest

# The peers live apart from what the project runs on.
bench: $(VENV)/dev.stamp $(VENV)-bench/peers.stamp
	cd benchmarks && PYTHONPATH=.. ../$(BIN)/python -m bench -o ../build/bench $(BENCH)

$(VENV)-bench/peers.stamp: envs/bench.txt
	$(PYTHON) -m venv $(VENV)-bench
	$(VENV)-bench/bin/pip install --quiet --disable-pip-version-check -r envs/bench.txt
	touch $@

check: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy planclaims
	$(BIN)/snakefmt --check Snakefile rules

$(VENV)/run.stamp: envs/run.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "planclaims needs Python 3.11 or newer, set PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r envs/run.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp envs/dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r envs/dev.lock
	touch $@

# After a change of the dependencies in pyproject.toml.
lock: $(VENV)/dev.stamp
	$(BIN)/pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	    --strip-extras --allow-unsafe --output-file envs/run.lock pyproject.toml
	$(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	    --strip-extras --allow-unsafe --extra dev --constraint envs/run.lock --output-file envs/dev.lock pyproject.toml

clean:
	rm -rf $(VENV) $(VENV)-bench .snakemake build *.egg-info
