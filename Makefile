# Three commands are enough: make demo, make quick while you work, make test.
# Everything they install is pinned and goes into .tools of this checkout.

SHELL := bash
GO ?= go
TOOLS := $(CURDIR)/.tools
export PATH := $(TOOLS)/bin:$(TOOLS)/editors/bin:$(PATH)

# A panic that fettle recovers from ends it, in whatever is tested here.
export FETTLE_BUGS := fatal

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -X main.version=$(VERSION)
FUZZTIME ?= 5s
WITHOUT_EDITORS = $$($(GO) list ./... | grep -v /editors/e2e)
UNITS = $$($(GO) list ./... | grep -vE '/(editors/e2e|cmd/fettle/e2e)$$')

.DEFAULT_GOAL := help
.PHONY: bench build check clean conformance conformance-race cross demo documents drift editors eval eval-self figures fuzz generate growth help interruptions lint lock notices packages packages-all pictures program quick race release requirements sbom scenarios site soak soak-idle soak-race test test-all test-editors test-more-editors test-fleet test-models test-vscode test-zed threats tools vsix vsix-all

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

build: ## build bin/fettle
	@test -e bin/fettle || echo "building fettle, with the C parsers of five languages, from source: about four minutes of CPU the first time, two where two cores have nothing else to do"
	$(GO) build -ldflags '$(LDFLAGS)' -o bin/fettle ./cmd/fettle

demo: build ## fix a small Python project and a small Go module, no model needed
	@bash .ci/tools.sh ruff
	@bash cmd/fettle/testdata/demo/run.sh

quick: ## run the unit tests: no real tools, nothing is installed, no network
	GOPROXY=off $(GO) test -short $(UNITS)

# golangci-lint takes five minutes to build: its tests are skipped until make lint has
# installed it. In CI nothing is skipped.
test: build ## run the tests with the real Python, Go and Node tools (pinned, into .tools)
	@bash .ci/tools.sh python go node linters $(if $(CI),golangci)
	$(if $(CI),FETTLE_REQUIRE_TOOLS=1) bash .ci/gotest.sh -timeout 20m -- $(WITHOUT_EDITORS)
	$(if $(CI),FETTLE_REQUIRE_TOOLS=1) $(GO) test -C eval -timeout 20m ./...

test-all: ## run everything, for hours: lint, race, fuzz, all editors, real models, all packages, a soak of an hour (needs amd64 Debian with tmux, rustup and cmake, and the network)
	@bash .ci/tools.sh rust
	$(MAKE) demo
	$(MAKE) lint
	$(MAKE) cross
	FETTLE_REQUIRE_TOOLS=1 $(MAKE) test
	FETTLE_REQUIRE_TOOLS=1 $(MAKE) race
	$(MAKE) fuzz
	$(MAKE) conformance-race
	$(MAKE) soak-race
	$(MAKE) drift
	$(MAKE) test-fleet
	$(MAKE) interruptions
	$(MAKE) scenarios
	$(MAKE) test-more-editors
	$(MAKE) test-models
	$(MAKE) packages-all PACKED='$(or $(PACKED),0.0.1)'
	$(MAKE) test-zed
	$(MAKE) soak SOAK=1h

drift: ## hold the rules that the tables name against the newest of each tool, which it installs into .tools/newest
	bash .ci/drift.sh

test-zed: ## compile Zed's extension to WebAssembly, as Zed does (rustup, crates.io)
	rustup target add wasm32-wasip2
	CARGO_TARGET_DIR=$(TOOLS)/zed cargo check --locked --target wasm32-wasip2 --manifest-path packaging/registries/zed/Cargo.toml

test-models: build ## run the tests with a real model server (the first run builds Ollama: 12 minutes of CPU)
	bash .ci/ollama.sh $(GO) test -count=1 -v -timeout 60m -run TestRealModel ./cmd/fettle/e2e

test-fleet: ## run the faults of a fleet with a nats-server of its own process, 200 kills and the figures (half an hour)
	@bash .ci/tools.sh ruff nats
	$(GO) vet -tags fleet ./cmd/fettle
	FETTLE_FLEET=1 $(GO) test -count=1 -v -timeout 30m ./internal/fleet
	FETTLE_FLEET=1 FETTLE_NATS_SERVER=$(TOOLS)/bin/nats-server $(GO) test -count=1 -v -timeout 30m ./internal/fleet

interruptions: ## end 1,000 runs at random moments, in seven ways: nothing may be lost (half an hour)
	@bash .ci/tools.sh python go node
	FETTLE_INTERRUPTIONS=1000 $(GO) test -count=1 -v -timeout 90m -run 'TestInterruptions$$' ./cmd/fettle/e2e

growth: ## double the work of each step that many findings go through: it may cost 2.4 times as much (ten minutes)
	FETTLE_GROWTH=1 $(GO) test -count=1 -p 1 -v -timeout 60m -run '^TestGrowthOf' ./edits/fixer ./edits/changeset ./cmd/fettle/app

race: ## run the tests under the race detector
	# Scenarios and editors drive a binary built without the detector: make test and test-editors run them.
	bash .ci/gotest.sh -race -p 2 -timeout 30m -- $(UNITS)

conformance: ## print the conformance table of the language server
	@$(GO) test -count=1 -v -run 'TestConformance|TestLSProtocol' ./cmd/fettle/e2e > .conformance.log; code=$$?; \
	awk '/^=== RUN .*TestConformance\// { split($$3, p, "/"); id = p[2] } \
	     /conformance_test.go:[0-9]+: / && !(id in what) { sub(/^.*conformance_test.go:[0-9]+: /, ""); what[id] = $$0 } \
	     /^ +--- (PASS|FAIL|SKIP): TestConformance\// { split($$3, p, "/"); printf "%-5s %s  %s\n", p[2], substr($$2, 1, 4), what[p[2]] } \
	     /conformance_lsprotocol_test.go:[0-9]+: / { sub(/^.*conformance_lsprotocol_test.go:[0-9]+: /, ""); print "rows  " $$0 } \
	     /^--- / { print $$2, $$3 }' .conformance.log | sort; test $$code = 0 || { grep -A30 -- '--- FAIL' .conformance.log; rm -f .conformance.log; exit 1; }; rm -f .conformance.log

requirements: ## print which tests cover which requirement on context
	@$(GO) test -count=1 -v -run TestRequirements ./cmd/fettle

threats: ## run the tests of each threat and fault, and print them as one table
	@$(GO) run ./internal/testkit/threats

SOAK ?= 10m
RACE_SOAK ?= 60s
soak: ## type and ask for SOAK (10m), with 50 servers in one workspace; print the figures
	FETTLE_SOAK=$(SOAK) $(GO) test -count=1 -v -timeout 24h -run TestSoak ./cmd/fettle/e2e

IDLE ?= 8h
soak-idle: ## leave a server idle for IDLE (8h) with occasional work: nothing may grow
	FETTLE_IDLE=$(IDLE) $(GO) test -count=1 -v -timeout 24h -run 'TestSoakIdle$$' ./cmd/fettle/e2e

RACY := GORACE=halt_on_error=1 FETTLE_BINARY=$(CURDIR)/bin/fettle-race
soak-race: ## soak for a minute (RACE_SOAK=30s: shorter) against a server with the race detector, recycled requests poisoned
	$(GO) build -race -tags jsonrpc2poison -o bin/fettle-race ./cmd/fettle
	$(RACY) FETTLE_SOAK=$(RACE_SOAK) FETTLE_SOAK_RACE=1 $(GO) test -count=1 -v -timeout 10m -run 'TestSoak$$' ./cmd/fettle/e2e

conformance-race: ## go through the conformance table against a server with the race detector
	$(GO) build -race -tags jsonrpc2poison -o bin/fettle-race ./cmd/fettle
	$(RACY) $(GO) test -count=1 -timeout 15m -run 'TestConformance|TestLSProtocol' ./cmd/fettle/e2e

lint: ## go vet, staticcheck, golangci-lint, dead code and sizes
	@bash .ci/tools.sh go golangci lint
	test -z "$$(gofmt -l $$(git ls-files '*.go') | tee >(cat >&2))"
	$(GO) vet ./...
	$(GO) vet -C eval ./...
	staticcheck ./...
	golangci-lint run ./...
	out=$$(deadcode -test ./...) && test -z "$$out" || { echo "$$out"; echo "deadcode: nothing calls these, not even a test: delete them"; exit 1; }
	bash .ci/size.sh

fuzz: ## run every fuzz target for FUZZTIME (5s)
	@bash .ci/fuzz.sh $(FUZZTIME)

bench: ## run the benchmarks
	$(GO) test -run '^$$' -bench . -benchmem ./...

INSTALLED := editors/vscode/node_modules/.package-lock.json
RELEASE := -trimpath -buildvcs=false -ldflags '$(LDFLAGS) -s -w'
program:
	$(GO) build $(RELEASE) -o dist/fettle ./cmd/fettle

release: program ## build dist/fettle for this platform, reproducibly, with licences, bill of materials and checksums
	$(MAKE) notices
	$(MAKE) sbom
	cd dist && sha256sum fettle THIRD-PARTY-NOTICES.txt fettle.cdx.json >SHA256SUMS

documents: program notices ## write dist/docs: notices, completions and manual pages, as the packages have them
	rm -rf dist/docs && mkdir -p dist/docs/completions && cp dist/THIRD-PARTY-NOTICES.txt dist/docs/
	dist/fettle man dist/docs/man
	dist/fettle completion bash >dist/docs/completions/fettle.bash
	dist/fettle completion zsh >dist/docs/completions/_fettle
	dist/fettle completion fish >dist/docs/completions/fettle.fish
	dist/fettle completion powershell >dist/docs/completions/fettle.ps1

PACKED := $(shell git describe --tags --match 'v[0-9]*' --abbrev=0 2>/dev/null | sed 's/^v//')
packages: ## pack the program for this platform for pip, npm and Debian, into dist/packages; PACKED=1.2.3 where no tag says it
	@test -n '$(PACKED)' || { echo 'no tag names a version: make packages PACKED=1.2.3'; exit 2; }
	$(MAKE) documents VERSION='$(PACKED)'
	python3 packaging/pack.py --version '$(PACKED)' --docs dist/docs --out dist/packages "$$($(GO) env GOOS)-$$($(GO) env GOARCH)=dist/fettle"

# A commit without a tag gets a snapshot, which goreleaser does not publish.
TAGGED = $(shell git describe --tags --match 'v[0-9]*' --exact-match 2>/dev/null)
packages-all: ## build all platforms' archives with goreleaser and zig (about half an hour), and pack everything
	@test -n '$(PACKED)' || { echo 'no tag names a version: make packages-all PACKED=1.2.3'; exit 2; }
	@bash .ci/tools.sh release sbom ruff
	goreleaser check
	ZIGCC='$(CURDIR)/packaging/zigcc' GORELEASER_CURRENT_TAG='v$(PACKED)' goreleaser release --clean --timeout 4h --skip=publish $(if $(TAGGED),,--snapshot)
	python3 packaging/pack.py --version '$(PACKED)' --docs dist/docs --archives dist/release --out dist/packages \
	  $$(python3 -c 'import json; print(*(a["goos"] + "-" + a["goarch"] + "=" + a["path"] for a in json.load(open("dist/release/artifacts.json")) if a["type"] == "Binary"))')
	$(MAKE) vsix-all
	FETTLE_RELEASE=$(CURDIR)/dist $(GO) test -count=1 -v -run 'TestRelease|TestGoInstall' -timeout 30m ./cmd/fettle/e2e

# One extension for each platform, with the program of the archives inside.
vsix-all: $(INSTALLED)
	cd editors/vscode && npm run -s check && npm run -s bundle
	python3 -c 'import json; [print({"windows": "win32"}.get(a["goos"], a["goos"]) + "-" + a["goarch"].replace("amd64", "x64"), a["path"]) for a in json.load(open("dist/release/artifacts.json")) if a["type"] == "Binary"]' | \
	while read -r target path; do $(GO) run ./editors/vscode/pack --dir editors/vscode $(if $(PACKED),--version '$(PACKED)') --target "$$target" --binary "$$path" --out "dist/packages/fettle-$$target.vsix" || exit; done
	cd dist/packages && sha256sum *.vsix >>SHA256SUMS

sbom: ## write dist/fettle.cdx.json: what the program is made of, as a CycloneDX bill of materials
	@bash .ci/tools.sh sbom
	test -x dist/fettle || $(GO) build $(RELEASE) -o dist/fettle ./cmd/fettle
	cyclonedx-gomod bin -json -version '$(VERSION)' -output dist/fettle.cdx.json dist/fettle

notices: ## write dist/THIRD-PARTY-NOTICES.txt: the licences of all that is compiled in
	@mkdir -p dist
	$(GO) run ./internal/testkit/notices >dist/THIRD-PARTY-NOTICES.txt

cross: ## build without cgo for Linux, macOS and Windows, and test what then reads without grammars; two builds must be equal
	CGO_ENABLED=0 $(GO) test ./edits/doubt ./edits/decode ./edits/verify
	CGO_ENABLED=0 GOOS=linux $(GO) build $(RELEASE) -o dist/linux/fettle ./cmd/fettle && CGO_ENABLED=0 GOOS=linux $(GO) build -trimpath ./...
	# The others are compiled to see that they compile, a quarter faster without optimization.
	for os in darwin windows; do echo "CGO_ENABLED=0 GOOS=$$os"; CGO_ENABLED=0 GOOS=$$os $(GO) build -gcflags='all=-N -l' ./... || exit 1; done
	rm -rf dist/copy && mkdir -p dist/copy && git ls-files -z -co --exclude-standard | tar --null -T - -cf - | tar -xf - -C dist/copy
	cd dist/copy && CGO_ENABLED=0 GOOS=linux $(GO) build $(RELEASE) -o fettle ./cmd/fettle
	cmp dist/linux/fettle dist/copy/fettle && rm -rf dist/copy

check: lint test test-editors race cross ## run everything that a change must pass

eval eval-self: export FETTLE_BUGS := # they count what crashes
eval: ## print the evaluation tables; DATA=DIR names the recorded data
	@test -n '$(DATA)' || { echo 'name the directory of the records: make eval DATA=DIR'; exit 2; }
	@bash .ci/tools.sh ruff
	$(GO) build -C eval -o ../bin/fettle-eval .
	for set in windows rules apply replay pyty-llm; do echo "== $$set"; bin/fettle-eval $$set --data $(DATA) || exit 1; done

eval-self: ## measure on the git history of this clone what context finds, and how fast
	$(GO) build -C eval -o ../bin/fettle-eval .
	bin/fettle-eval retrieval --self .

site: ## build the pages as a site with a search into dist/site; a broken link is an error
	@bash .ci/tools.sh site
	rm -rf dist/pages dist/site
	git ls-files '*.md' 'docs/*' 'editors/*/images/*' 'editors/*.toml' llms.txt | while read -r f; do install -D -m 644 "$$f" "dist/pages/$$f"; done
	mkdocs build -q

lock: ## write .ci/requirements.txt, .ci/linters.txt, .ci/release.txt and .ci/site.txt, with the hashes of all files, from their lists (needs uv)
	uv pip compile -q --universal --python-version 3.10 --generate-hashes --no-header .ci/requirements.in -o .ci/requirements.lock
	{ head -1 .ci/requirements.txt; cat .ci/requirements.lock; } >.ci/requirements.new && mv .ci/requirements.new .ci/requirements.txt && rm .ci/requirements.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header .ci/linters.in -o .ci/linters.lock
	{ head -1 .ci/linters.txt; cat .ci/linters.lock; } >.ci/linters.new && mv .ci/linters.new .ci/linters.txt && rm .ci/linters.lock
	uv pip compile -q --universal --python-version 3.10 --generate-hashes --no-header .ci/release.in -o .ci/release.lock
	{ head -1 .ci/release.txt; cat .ci/release.lock; } >.ci/release.new && mv .ci/release.new .ci/release.txt && rm .ci/release.lock
	uv pip compile -q --universal --python-version 3.10 --generate-hashes --no-header .ci/site.in -o .ci/site.lock
	{ head -1 .ci/site.txt; cat .ci/site.lock; } >.ci/site.new && mv .ci/site.new .ci/site.txt && rm .ci/site.lock

tools: ## install every tool that tests and lint use into .tools
	bash .ci/tools.sh python linters go golangci node rust lint editors

editors: ## install Neovim and Helix into .tools/editors
	bash .ci/tools.sh editors

VSCODE_TARGET ?= linux-x64
VSCODE_OUTCOMES := $(CURDIR)/dist/vscode-scenarios.json
$(INSTALLED): editors/vscode/package-lock.json
	@command -v npm >/dev/null || bash .ci/tools.sh node
	cd editors/vscode && npm ci --loglevel=error

vsix: program $(INSTALLED) ## pack the VS Code extension into dist (offline once npm ci has run in editors/vscode)
	cd editors/vscode && npm run -s check && npm run -s bundle
	$(GO) run ./editors/vscode/pack --dir editors/vscode --out dist/fettle.vsix
	$(GO) run ./editors/vscode/pack --dir editors/vscode --target $(VSCODE_TARGET) --binary dist/fettle --out dist/fettle-$(VSCODE_TARGET).vsix

test-vscode: build vsix ## drive the extension in a real VS Code and print the result of each scenario (amd64 Debian, npm, network)
	@bash .ci/tools.sh python go
	cd editors/vscode && npm test
	bash editors/vscode/test/get-code-server.sh $(TOOLS)/vscode
	node editors/vscode/test/drive.mjs $(TOOLS)/vscode bin/fettle --outcomes $(VSCODE_OUTCOMES)

pictures: build vsix editors ## take the pictures of the READMEs in the real editors
	FETTLE_EDITORS=$(TOOLS)/editors FETTLE_EDITORS_REQUIRED=1 $(GO) test ./editors/e2e -count 1 -run TestPictures -pictures
	@bash .ci/tools.sh ruff
	bash editors/vscode/test/get-code-server.sh $(TOOLS)/vscode
	node editors/vscode/test/pictures.mjs $(TOOLS)/vscode bin/fettle editors/vscode/images

test-editors: build editors ## drive the real Neovim and Helix, and print the table of scenarios
	@bash .ci/tools.sh python go
	FETTLE_EDITORS=$(TOOLS)/editors FETTLE_EDITORS_REQUIRED=1 bash .ci/gotest.sh -count 1 -v -timeout 10m -- ./editors/e2e

figures: build editors ## measure what a daily user feels, beside the goals: on a machine that does nothing else (5 minutes)
	@bash .ci/tools.sh python go node
	$(GO) test -c -o bin/editors.test ./editors/e2e && $(GO) test -c -o bin/lsp.test ./lsp
	cd editors/e2e && FETTLE_FIGURES=1 FETTLE_EDITORS=$(TOOLS)/editors FETTLE_EDITORS_REQUIRED=1 FETTLE_BINARY=$(CURDIR)/bin/fettle ../../bin/editors.test -test.count 1 -test.run '^TestFigures$$'
	cd lsp && ../bin/lsp.test -test.v -test.count 1 -test.run '^TestInterleavings$$' | awk '/sessions,/ { n++; sub(/^.*go:[0-9]+: /, "") ; print "interleavings of a client profile: " $$0 } /^(--- )?(PASS|FAIL)/ { print "200 interleavings for each of " n " profiles: " $$0 }'
	cd editors/e2e && FETTLE_EDITORS=$(TOOLS)/editors FETTLE_EDITORS_REQUIRED=1 FETTLE_BINARY=$(CURDIR)/bin/fettle ../../bin/editors.test -test.count 1 -test.run '^TestNeovimMenu$$' | grep 'no two entries'

test-more-editors: build ## drive the real Emacs (eglot, lsp-mode) and Vim (ALE) with the blocks of their READMEs
	@bash .ci/tools.sh ruff
	bash editors/e2e/get-editors.sh $(TOOLS)/editors-more more
	FETTLE_MORE_EDITORS=$(TOOLS)/editors-more FETTLE_EDITORS_REQUIRED=1 $(GO) test ./editors/e2e -count 1 -v -timeout 15m -run 'TestEmacs|TestVim'

scenarios: test-vscode ## drive all three real editors, and print one table: editor, scenario, result, seconds
	FETTLE_VSCODE_OUTCOMES=$(VSCODE_OUTCOMES) $(MAKE) test-editors

sentences: ## write each sentence that a user can meet into bin/sentences.txt, to be read as a whole
	@mkdir -p bin
	FETTLE_SENTENCES=$(CURDIR)/bin/sentences.txt $(GO) test -count=1 ./cmd/fettle -run '^TestSentences$$'

generate: ## rewrite everything that is derived from the settings table
	$(GO) test ./internal/config -run 'TestReference|TestVSCodeManifest|TestFileSchema|TestNeovimHelp' -update
	$(GO) test ./edits/rules -run TestReference -update

clean: ## remove what was built and installed here
	rm -rf bin .tools .cache
