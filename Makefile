# Every target sets up what it needs: a fresh clone, Python 3.10 or newer, Node 20, make and gcc are enough; `make demo` needs neither Node nor gcc.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TORCH  := $(VENV)/.ready-torch
DOCS   := $(VENV)/.ready-docs
MODELS := $(VENV)/.ready-models
NODE   := vscode-client/node_modules/.package-lock.json
# What everything is installed with; empty for the newest of everything (`make test-newest`).
LOCK   := constraints.txt
LOCKED := $(if $(LOCK),--constraint $(LOCK) --build-constraint $(LOCK))
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check
# The same for long steps, with a line that says what pip is doing.
SHOWN  := $(BIN)/python .ci/progress.py $(BIN)/python -m pip --disable-pip-version-check
SUDO   := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)

.PHONY: demo test test-newest interpreters lock test-peers fuzz fuzz-compile fuzz-graphs fuzz-edits fuzz-calls bench-checkers bench-compile bench-schedules bench-threads bench-relax bench-models test-models lint lint-pyright lint-others e2e vscode-e2e jupyter-e2e vscode-pictures bench bench-explorer bench-parse vsix stubs docs release clean

demo: $(READY)
	@echo "The demonstration:"
	@$(BIN)/python examples/demo/demo.py

test: $(MODELS) $(DOCS)
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not slow" --ignore tests/e2e
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "slow and not models" --ignore tests/e2e

# The package and the fast tests on the other interpreters of this machine.
interpreters: $(READY)
	$(BIN)/python .ci/interpreters.py

# The fast tests with the newest of everything, in an environment of its own.
NEWEST := .cache/newest

test-newest:
	rm -rf $(NEWEST)
	$(MAKE) VENV=$(NEWEST) LOCK= $(NEWEST)/.ready-torch
	$(NEWEST)/bin/python -m pytest -n 2 --dist loadfile -m "not slow" --ignore tests/e2e

lock: $(READY)
	$(BIN)/python .ci/lock.py

# Pyright, the longest, beside all the others.
lint: $(TORCH)
	$(MAKE) --jobs 2 lint-pyright lint-others

lint-pyright: $(TORCH)
	$(BIN)/basedpyright

lint-others: $(TORCH) $(NODE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m mypy
	cd vscode-client && npm run --silent lint && npm test --silent

# npm's own note of what it has installed.
$(NODE): vscode-client/package-lock.json
	cd vscode-client && npm ci --no-audit --no-fund --silent
	@touch $@

E2E_PACKAGES := elpa-eglot elpa-lsp-mode vim vim-ale qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross

e2e: $(READY)
	command -v nvim > /dev/null && command -v emacs > /dev/null && dpkg-query -s $(E2E_PACKAGES) > /dev/null 2>&1 || \
	  ($(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends neovim emacs-nox $(E2E_PACKAGES))
	$(BIN)/python -m pytest tests/e2e

# Real VS Code takes 800 MB, which stay in .cache/; not part of `make e2e`.
VSCODE := CACHE="$(CURDIR)/.cache/vscode-e2e" .cache/vscode-e2e/bin/node

vscode-e2e: $(READY) vsix
	tests/vscode/setup.sh .cache/vscode-e2e $(BIN)/python
	$(VSCODE) --test --test-reporter spec --test-concurrency 1 tests/vscode/scenario.test.mjs tests/vscode/features.test.mjs tests/vscode/neighbour.test.mjs tests/vscode/install.test.mjs tests/vscode/web.test.mjs tests/explore/page.test.mjs

# JupyterLab in the same Chromium.
JUPYTER := .cache/jupyter

jupyter-e2e: $(READY) $(JUPYTER)/.ready
	tests/vscode/setup.sh .cache/vscode-e2e $(BIN)/python
	JUPYTER="$(CURDIR)/$(JUPYTER)" $(VSCODE) --test --test-reporter spec tests/jupyter/scenario.test.mjs

$(JUPYTER)/.ready:
	$(PYTHON) -m venv $(JUPYTER)
	$(JUPYTER)/bin/python -m pip --quiet --disable-pip-version-check install jupyterlab==4.6.6 jupyterlab-lsp==5.3.0
	@touch $@

vscode-pictures: $(READY) vsix
	tests/vscode/setup.sh .cache/vscode-e2e $(BIN)/python
	$(VSCODE) tests/vscode/pictures.mjs

bench: $(READY)
	$(BIN)/python benchmarks/latency.py
	$(BIN)/python benchmarks/kernels.py

EXPLORED ?= examples/attention.py examples/relax/mlp.py

bench-explorer: $(READY)
	tests/vscode/setup.sh .cache/vscode-e2e $(BIN)/python
	PYTHON="$(CURDIR)/$(BIN)/python" $(VSCODE) benchmarks/explorer.mjs $(EXPLORED)

test-peers: $(READY)
	$(BIN)/python -m pytest tests/peers
	$(BIN)/python -m pytest -s tests/peers/agreement.py
	$(BIN)/python tests/peers/suites.py $(TVM_TESTS)

fuzz: $(READY)
	$(BIN)/python tests/fuzz/fuzz.py 100000

fuzz-compile: $(READY)
	$(BIN)/python tests/fuzz/compile.py programs 5000

fuzz-graphs: $(READY)
	$(BIN)/python tests/fuzz/compile.py graphs 5000

fuzz-edits: $(READY)
	$(BIN)/python tests/server/random_edits.py 50000

fuzz-calls: $(READY)
	$(BIN)/python tests/runtime/hostile_calls.py 50000

bench-parse: $(READY)
	$(BIN)/python benchmarks/parse.py

bench-checkers: $(READY)
	$(BIN)/python benchmarks/checkers.py

bench-schedules: $(READY)
	TILEWRIGHT_NUM_THREADS=1 $(BIN)/python benchmarks/schedules.py

bench-compile: $(READY)
	$(BIN)/python benchmarks/compile.py

bench-threads: $(READY)
	$(BIN)/python benchmarks/threads.py

bench-relax: $(TORCH)
	$(BIN)/python benchmarks/relax.py

# Networks of torchvision and transformers, which are installed beside PyTorch as it is.
$(MODELS): $(TORCH)
	@echo "Networks, for their tests"
	@$(SHOWN) install $(LOCKED) --editable ".[network-tests]"
	@$(SHOWN) install --no-deps torchvision==0.28.0
	@touch $@

bench-models: $(MODELS)
	$(BIN)/python benchmarks/models.py

test-models: $(MODELS)
	$(BIN)/python -m pytest tests/models -m slow

# The package carries the wheel that it offers to install.
vsix: $(READY) $(NODE)
	rm -rf vscode-client/wheel
	$(PIP) wheel --no-deps $(if $(LOCK),--build-constraint $(LOCK)) --wheel-dir vscode-client/wheel .
	cd vscode-client && npm run package
	$(BIN)/python -m pytest tests/vscode/package_contents.py

# The site of the manual, in site/; a dead link ends it.
docs: $(DOCS)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build

$(DOCS): $(READY)
	@echo "The tools of the manual"
	@$(SHOWN) install $(LOCKED) --editable ".[docs]"
	@touch $@

# What a release consists of, in dist/: built twice, compared, checked.
release: $(DOCS)
	$(PIP) install $(LOCKED) --editable ".[release]"
	$(BIN)/python .ci/release.py

stubs: $(READY)
	cd stubs && ../$(BIN)/python -m generate

clean:
	rm -rf $(VENV) vscode-client/node_modules vscode-client/out vscode-client/dist vscode-client/wheel site .cache/newest

# PyTorch is an optional extra; the tests of what works with it need it, and so do the types of what takes its tensors.
$(TORCH): $(READY)
	@echo "PyTorch, for its tests: several minutes"
	@$(SHOWN) install $(LOCKED) --editable ".[torch-tests]"
	@touch $@

$(READY): pyproject.toml $(LOCK)
	@echo "1 of 3: an environment of Python in $(VENV)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "2 of 3: pip"
	@$(SHOWN) install $(if $(LOCK),--constraint $(LOCK)) --upgrade pip
	@echo "3 of 3: Tilewright, what it needs, and the tools of its tests: 1 to 5 minutes, and 1 GB on the disk"
	@$(SHOWN) install $(LOCKED) --editable ".[dev]"
	@touch $@
