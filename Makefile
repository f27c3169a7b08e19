# Everything that a contributor runs. `make` lists the targets.

GO      ?= go
BIN     := bin/pulltab
PREFIX  ?= $(HOME)/.local
FUZZ    ?= 60s
COMMIT  := $(shell git describe --always --dirty --abbrev=12 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help setup build install run test lint golden fuzz bench-quality bench-markdown bench-hostile bench-metadata tokens-golden bench-store bench-e2e llm-check screenshots corpus train clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 20

setup: ## install what the tests need
	@scripts/setup.sh

build: ## build bin/pulltab
	@CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w -X main.commit=$(COMMIT)' -o $(BIN) ./host

install: build ## put the program into PREFIX/bin and register it with the browsers of this computer
	@install -d "$(PREFIX)/bin" && install -m 755 $(BIN) "$(PREFIX)/bin/pulltab"
	@"$(PREFIX)/bin/pulltab" install

run: setup build ## open a browser with the extension on PAGE=file-or-url; without a display, print its Markdown
	@cd extension && INIT_CWD=$(CURDIR) PAGE="$(PAGE)" node tools/run.mjs

test: setup build ## run every suite; the last line counts
	@$(GO) run ./scripts/suite

lint: setup ## formatting, vet, staticcheck, types, the extension's linter
	@$(GO) run ./scripts/suite format vet staticcheck types extension-lint

golden: ## write the expected files of the tests anew; look at the difference
	@[ -z "$$CI" ] || { echo "golden files are never written in CI" >&2; exit 1; }
	@$(GO) test ./host -run 'TestScripts' -update
	@$(GO) test ./internal/recipe -run 'Shipped' -update
	@$(GO) test ./internal/sites -run 'TestFixtures|TestComments' -update

fuzz: ## fuzz every target for FUZZ (60s) each
	@scripts/fuzz.sh $(FUZZ)

bench-quality: build ## measure the engines on the corpora in CORPUS="DIR…"
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-quality CORPUS="DIR…" [BENCHFLAGS=…]' >&2; exit 2; }
	@$(BIN) bench $(CORPUS) $(BENCHFLAGS)

corpus: ## convert every page in CORPUS="DIR…": none may crash, run out of time or lose what the proof does not name
	@$(GO) test -tags corpus -timeout 30m -run "Corpus" -v ./internal/pipeline ./internal/sites ./internal/markdown

bench-markdown: ## hold HTML-to-Markdown against five other programs on pages of CORPUS="DIR…"
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-markdown CORPUS="DIR…" [BENCHFLAGS=-pages=N]' >&2; exit 2; }
	@cd scripts/bench-markdown && npm ci --silent --no-audit --no-fund
	@$(GO) run ./scripts/bench-markdown $(BENCHFLAGS) $(CORPUS)

bench-hostile: build ## CPU, memory and growth of every kind of hostile page at SIZE=1048576 bytes, content chosen and not
	@$(GO) build -o build/bench-hostile ./scripts/bench-hostile
	@build/bench-hostile -size $(or $(SIZE),1048576) -fragment $(BENCHFLAGS) $(BIN)
	@build/bench-hostile -size $(or $(SIZE),1048576) $(BENCHFLAGS) $(BIN)

bench-metadata: ## hold title, author and date against two libraries on the pages in CORPUS=DIR
	@[ -n "$(CORPUS)" ] || { echo 'usage: make bench-metadata CORPUS=DIR' >&2; exit 2; }
	@$(GO) test ./internal/metadata -count=1 -v -run TestComparison -corpus $(abspath $(firstword $(CORPUS)))

tokens-golden: ## count the golden texts of internal/tokens anew, with js-tiktoken
	@mkdir -p build
	@$(GO) test ./internal/tokens -count=1 -run TestCountsEqual -dump $(CURDIR)/build/texts.json
	@cd scripts/tokens-golden && npm ci --silent && node golden.mjs $(CURDIR)/build/texts.json > ../../internal/tokens/testdata/golden.txt

bench-store: ## time statistics, inserts and searches with an empty and a large database
	@$(GO) test ./internal/store -run none -bench . -benchtime 10x

bench-e2e: setup build ## take click-to-preview apart in both browsers, over pages of CORPUS=DIR
	@cd extension && CORPUS="$(firstword $(CORPUS))" node tools/bench.mjs

llm-check: ## summarise with a real, small model on this machine (fetches 300 MB, takes its time)
	@scripts/llm-check.sh

screenshots: setup ## picture of every popup state, to look at: dist/screenshots
	@cd extension && node tools/screenshots.mjs

train: ## learn the model of internal/blocks anew from the corpora below CORPUS=DIR
	@[ -n "$(CORPUS)" ] || { echo 'usage: make train CORPUS=DIR' >&2; exit 2; }
	@$(GO) run ./scripts/train -corpus $(CORPUS) -curve -out internal/blocks $(TRAINFLAGS)

clean: ## remove what the build made
	@rm -rf bin build dist
