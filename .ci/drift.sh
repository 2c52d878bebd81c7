#!/usr/bin/env bash
# Holds the names of rules in the tables against the newest ruff, ty, pyrefly, oxlint and staticcheck, which it installs
# into .tools/newest, and lists the rules of ruff that have a fix and that the pinned ruff does not have.
set -euo pipefail
cd "$(dirname "$0")/.."
newest=$PWD/.tools/newest
python3 -m venv "$newest"
"$newest/bin/pip" install --quiet --disable-pip-version-check --upgrade ruff ty pyrefly
GOBIN="$newest/bin" GOFLAGS=-mod=mod go install honnef.co/go/tools/cmd/staticcheck@latest
npm install --silent --no-save --prefix "$newest" oxlint@latest
ln -sf ../node_modules/.bin/oxlint "$newest/bin/oxlint"
rules() { "$1" rule --all --output-format=json | python3 -c '
import json, sys
for r in sorted(json.load(sys.stdin), key=lambda r: r["code"]):
    if "not available" not in r["fix"]:
        print(r["code"], r["name"])'; }
echo "drift: $("$newest/bin/ruff" --version) has fixes for these, which $(.tools/bin/ruff --version) has not:"
comm -13 <(rules .tools/bin/ruff) <(rules "$newest/bin/ruff")
export FETTLE_TOOLS_FIRST="$newest/bin" FETTLE_REQUIRE_TOOLS=1
go test -count=1 -run 'TestToolsHave' ./providers/signal ./edits/rules
