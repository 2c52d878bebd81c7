#!/usr/bin/env bash
# The demonstration behind make demo. It works on copies of the two projects
# beside this script, asks no model and needs no network.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
root=$PWD fettle=$PWD/bin/fettle work=$(mktemp -d) # fettle leaves files alone that git ignores, as .cache here is
trap 'rm -rf "$work"' EXIT
export PATH="$root/.tools/bin:$PATH" XDG_CONFIG_HOME="$work/config" GOFLAGS=-mod=mod GOTOOLCHAIN=local
cp -r cmd/fettle/testdata/demo/python cmd/fettle/testdata/demo/go "$work/"
head2() { printf '\n== %s\n' "$*"; }

head2 "What fettle finds here (fettle doctor)"
(cd "$work/python" && "$fettle" doctor)

total="$work/total.jsonl"
for project in python go; do
  head2 "A $project project: every problem its linters report (fettle fix --unsafe --verbose)"
  (cd "$work/$project" && "$fettle" fix --unsafe --verbose 2>/dev/null) || [ $? = 1 ]
  (cd "$work/$project" && "$fettle" fix --unsafe --json 2>/dev/null >>"$total") || [ $? = 1 ]
done

head2 "Applied, and the linter asked once more (fettle fix --unsafe --write; ruff check)"
(cd "$work/python" && "$fettle" fix --unsafe --write >/dev/null 2>&1 || [ $? = 1 ]; ruff check --no-cache --output-format concise . || true)

count() { grep -c "$1" "$total" || true; }
needs=$(count '"verdict":"needs_model"')
head2 "Totals: $(count '"grade":"proved"') proved, $(count '"grade":"checked"') checked, $needs need$([ "$needs" != 1 ] || echo s) a model, $(count '"verdict":"declined"') declined with a reason"
