# The commands for contributors. `make` lists the targets.

GO      ?= go
BIN     := bin/pulltab
PREFIX  ?= $(HOME)/.local
FUZZ    ?= 60s
LABELS  ?= scripts/pictures/labels.jsonl,scripts/pictures/labels-partial.jsonl,scripts/pictures/labels-multilingual.jsonl
# The profile that the compiler optimises by; `make profile` writes it. Not named
# default.pgo, since `go test ./host` would then compile every package twice.
PROFILE := host/pulltab.pgo
VERSION := $(shell sed -n 's/^const version = "\(.*\)"/\1/p' host/cmd_version.go)
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
COMMIT  := $(shell git describe --always --dirty --abbrev=12 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help setup build install release test-install test-windows run test test-short lint comments licences golden fuzz bench-quality bench-long bench-speed profile wheel test-python test-engines bench-markdown bench-hostile bench-load bench-parts bench-confidence bench-metadata tokens-golden bench-store bench-e2e bench-capture soak llm-check screenshots corpus train train-pictures bench-pictures clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 20

setup: ## install the tools and packages that the tests need
	@scripts/setup.sh

build: ## build bin/pulltab
	@CGO_ENABLED=0 $(GO) build -trimpath -pgo $(PROFILE) -ldflags '-s -w -X main.commit=$(COMMIT)' -o $(BIN) ./host

install: build ## copy the program to PREFIX/bin and register it with the installed browsers
	@install -d "$(PREFIX)/bin" && install -m 755 $(BIN) "$(PREFIX)/bin/pulltab"
	@"$(PREFIX)/bin/pulltab" install

release: setup ## build everything of a release into dist/release (docs/releasing.md); TARGETS=linux-amd64,… for some, REUSE=1 to pack signed programs
	@cd scripts/release && $(GO) run . $(if $(TARGETS),-targets $(TARGETS)) $(if $(BASE),-base $(BASE)) $(if $(REUSE),-reuse)

test-install: ## install the packages in a bare system without network, and copy a page in both browsers (root)
	@[ -e dist/release/SHA256SUMS ] || $(MAKE) -s release TARGETS=linux-amd64
	@scripts/release/test-install.sh dist/release/pulltab_*_amd64.deb dist/release/pulltab-webext_*_all.deb

test-windows: ## run the Windows program under Wine; skipped by name where Wine is missing
	@CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $(GO) build -trimpath -o build/pulltab.exe ./host
	@scripts/release/test-windows.sh build/pulltab.exe

run: setup build ## open a browser with the extension on PAGE=file-or-url; without a display, print its Markdown
	@cd extension && INIT_CWD=$(CURDIR) PAGE="$(PAGE)" node tools/run.mjs

test: setup build ## run every suite; the last line has the counts
	@$(GO) run ./scripts/suite

test-short: ## run the Go tests without the slow ones
	@$(GO) test -short ./...

lint: setup ## formatting, vet, staticcheck, types, the extension's linter
	@$(GO) run ./scripts/suite format vet staticcheck types extension-lint

comments: ## count indirect wording in comments
	@$(GO) run ./scripts/comments

licences: ## write THIRD_PARTY_LICENSES
	@mkdir -p build
	@$(GO) run ./scripts/licences > build/licences && mv build/licences THIRD_PARTY_LICENSES

golden: ## rewrite the expected files of the tests; review the difference
	@[ -z "$$CI" ] || { echo "golden files are never written in CI" >&2; exit 1; }
	@$(GO) test ./host -run 'TestScripts' -update
	@$(GO) test ./internal/recipe -run 'Shipped' -update
	@$(GO) test ./internal/sites ./internal/normalise ./internal/markdown ./internal/protocol ./internal/hostmanifest -update

fuzz: ## fuzz every target for FUZZ (60s) each
	@scripts/fuzz.sh $(FUZZ)

bench-quality: build ## score the engines on the corpora in CORPUS="DIR…"
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-quality CORPUS="DIR…" [BENCHFLAGS=…]' >&2; exit 2; }
	@$(BIN) bench $(CORPUS) $(BENCHFLAGS)

corpus: ## run the tests that need CORPUS="DIR…": conversion, threads, Markdown, third_party/dom
	@CORPUS="$(abspath $(CORPUS))" $(GO) test -tags corpus -timeout 30m -run "Corpus" -v ./internal/pipeline ./internal/sites ./internal/markdown
	@CORPUS="$(abspath $(CORPUS))" $(GO) -C third_party/dom/compare test -tags corpus -timeout 30m -v .

wheel: ## build the Python wheels of PLATFORMS (all six) in dist, without network
	@for p in $(PLATFORMS); do \
	  CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build -trimpath -pgo $(PROFILE) -ldflags '-s -w -X main.commit=$(COMMIT)' -o build/wheel/$$p/pulltab ./host || exit 1; \
	done
	@python3 scripts/python/build.py --version $(VERSION) --out dist $(foreach p,$(PLATFORMS),build/wheel/$(p)/pulltab=$(p))

test-python: ## build this platform's wheel, install it in a new virtual environment, and run the package's tests
	@$(MAKE) -s wheel PLATFORMS=$(shell $(GO) env GOOS)/$(shell $(GO) env GOARCH)
	@rm -rf build/venv && python3 -m venv build/venv
	@build/venv/bin/pip install -q --no-index --no-deps --disable-pip-version-check --find-links dist pulltab==$(VERSION)
	@cd build && venv/bin/python -m unittest discover ../scripts/python/tests

test-engines: ## run the adapters in datatrove, Spark (needs Java) and Ray on PAGES (2000) pages of CORPUS="DIR…"; installs 1.7 GB
	@[ -n "$(CORPUS)" ] || { echo 'usage: make test-engines CORPUS="DIR…" [PAGES=N] [ENGINES="datatrove spark ray"]' >&2; exit 2; }
	@$(MAKE) -s wheel PLATFORMS=$(shell $(GO) env GOOS)/$(shell $(GO) env GOARCH)
	@python3 -m venv build/engines
	@build/engines/bin/pip install -q --disable-pip-version-check -r scripts/python/engines/requirements.txt
	@build/engines/bin/pip install -q --disable-pip-version-check --no-index --no-deps --force-reinstall --find-links dist pulltab==$(VERSION)
	@build/engines/bin/python scripts/python/engines/engines.py --work build/engines/work --pages $(or $(PAGES),2000) \
	  $(foreach c,$(CORPUS),--corpus $(abspath $(c))) $(or $(ENGINES),datatrove spark ray)

bench-speed: ## compare the CPU time of extraction with five other programs on PAGES (300) pages of CORPUS="DIR…"; installs them (needs cargo, npm)
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-speed CORPUS="DIR…" [PAGES=N]' >&2; exit 2; }
	@$(MAKE) -s build
	@mkdir -p build/bench-speed/node && cp scripts/bench-speed/package.json scripts/bench-speed/package-lock.json scripts/bench-speed/tool.mjs build/bench-speed/node
	@cd build/bench-speed/node && npm ci --silent --no-audit --no-fund
	@CARGO_TARGET_DIR=$(CURDIR)/build/bench-speed/rust cargo build --quiet --release --locked --manifest-path scripts/bench-speed/rust/Cargo.toml
	@python3 -m venv build/bench-speed/venv && build/bench-speed/venv/bin/pip install -q --disable-pip-version-check -r scripts/bench-speed/requirements.txt
	@python3 scripts/bench-speed/speed.py --pulltab $(BIN) --tools build/bench-speed --pages $(or $(PAGES),300) $(foreach c,$(CORPUS),--corpus $(abspath $(c)))

profile: ## write the profile that build optimises by, from conversions of the corpora in CORPUS="DIR…"
	@[ -n "$(CORPUS)" ] || { echo 'usage: make profile CORPUS="DIR…"' >&2; exit 2; }
	@mkdir -p build && CORPUS="$(abspath $(CORPUS))" $(GO) test -tags corpus -timeout 30m -run TestCorpusConverts -cpuprofile $(PROFILE) -o build/profile.test ./internal/pipeline

bench-long: build ## convert made pages of up to 5,000 paragraphs, with texts of the corpora in CORPUS="DIR…"
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-long CORPUS="DIR…" [BENCHFLAGS="-paragraphs 20,200"]' >&2; exit 2; }
	@$(GO) build -o build/bench-long ./scripts/bench-long
	@build/bench-long $(BENCHFLAGS) $(BIN) $(CORPUS)

bench-markdown: ## compare HTML-to-Markdown with five other programs on pages of CORPUS="DIR…"
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-markdown CORPUS="DIR…" [BENCHFLAGS=-pages=N]' >&2; exit 2; }
	@cd scripts/bench-markdown && npm ci --silent --no-audit --no-fund
	@$(GO) run ./scripts/bench-markdown $(BENCHFLAGS) $(CORPUS)

bench-hostile: build ## CPU, memory and growth for each kind of hostile page of SIZE=1048576 bytes, with and without extraction
	@$(GO) build -o build/bench-hostile ./scripts/bench-hostile
	@build/bench-hostile -size $(or $(SIZE),1048576) -fragment $(BENCHFLAGS) $(BIN)
	@build/bench-hostile -size $(or $(SIZE),1048576) $(BENCHFLAGS) $(BIN)

bench-capture: setup build ## what reading styles adds to a capture of 5,000 elements, in both browsers
	@cd extension && node tools/bench-capture.mjs

soak: build ## two hosts under random pages, cancels and kills for MINUTES (60); fails on an unanswered request, a lost page or growth
	@$(GO) build -o build/soak ./scripts/soak
	@build/soak -minutes $(or $(MINUTES),60) $(BIN)

bench-load: ## convert the pages of CORPUS="DIR…" with and without eight busy loops; results must be equal
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-load CORPUS="DIR…" [BENCHFLAGS=-largest=N]' >&2; exit 2; }
	@mkdir -p build && $(GO) build -o build/bench-load ./scripts/bench-load
	@build/bench-load $(BENCHFLAGS) $(CORPUS)

bench-parts: ## count torn lists, tables and definition lists in the results on the corpora in CORPUS="DIR…"
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-parts CORPUS="DIR…"' >&2; exit 2; }
	@$(GO) run ./scripts/bench-parts $(CORPUS)

bench-confidence: ## look for wrong but confident results: 200 made pages, and the held-out ANSWERS=DIR of make train on CORPUS="DIR…"
	@$(GO) run ./scripts/bench-confidence $(if $(ANSWERS),-answers $(ANSWERS) $(CORPUS))

bench-metadata: ## compare title, author and date with two libraries on the pages in CORPUS=DIR
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-metadata CORPUS=DIR' >&2; exit 2; }
	@$(GO) test ./internal/metadata -count=1 -v -run TestComparison -corpus $(abspath $(firstword $(CORPUS)))

tokens-golden: ## recount the golden texts of internal/tokens with js-tiktoken
	@mkdir -p build
	@$(GO) test ./internal/tokens -count=1 -run TestCountsEqual -dump $(CURDIR)/build/texts.json
	@cd scripts/tokens-golden && npm ci --silent && node golden.mjs $(CURDIR)/build/texts.json > ../../internal/tokens/testdata/golden.txt

bench-store: ## time statistics, inserts and searches with an empty and a large database
	@$(GO) test ./internal/store -run none -bench . -benchtime 10x

bench-e2e: setup build ## time the steps from click to preview in both browsers, on pages of CORPUS=DIR
	@cd extension && CORPUS="$(firstword $(CORPUS))" node tools/bench.mjs

llm-check: ## summarise with a small local model (downloads 300 MB, takes about 15 minutes)
	@scripts/llm-check.sh

screenshots: setup ## write a screenshot of every popup state to dist/screenshots
	@cd extension && node tools/screenshots.mjs

train: ## retrain the model of internal/blocks from the corpora below CORPUS=DIR
	@[ -n "$(CORPUS)" ] || { echo 'usage: make train CORPUS=DIR' >&2; exit 2; }
	@$(GO) run ./scripts/train -corpus $(CORPUS) -out internal/blocks $(TRAINFLAGS)

train-pictures: ## retrain the model of internal/pictures from the corpora below CORPUS=DIR and the files LABELS=FILE,FILE…
	@[ -n "$(CORPUS)" ] || { echo 'usage: make train-pictures CORPUS=DIR [LABELS=FILE,FILE]' >&2; exit 2; }
	@$(GO) run ./scripts/train -corpus $(CORPUS) -pictures $(LABELS) -out internal/pictures

bench-pictures: ## measure the verdicts on pictures, cross-validated, with the corpora below CORPUS=DIR and the files LABELS=FILE,FILE…
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-pictures CORPUS=DIR [LABELS=FILE,FILE]' >&2; exit 2; }
	@$(GO) run ./scripts/train -corpus $(CORPUS) -pictures $(LABELS)

clean: ## remove build output
	@rm -rf bin build dist
