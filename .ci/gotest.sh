#!/usr/bin/env bash
# Runs go test FLAGS on PACKAGES. In CI, where dozens of real tools share two
# cores, packages that failed run once more, alone, and are named: a test that
# missed a moment passes then. A data race and a failed build get no second run.
# usage: bash .ci/gotest.sh FLAGS... -- PACKAGES...
set -euo pipefail
cd "$(dirname "$0")/.."
flags=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do flags+=("$1"); shift; done
shift
if [ -z "${CI:-}" ]; then exec go test "${flags[@]}" "$@"; fi
mkdir -p .cache
log=.cache/gotest.log
if go test "${flags[@]}" "$@" 2>&1 | tee "$log"; then exit 0; fi
if grep -qE 'DATA RACE|race detected|\[(build|setup) failed\]' "$log"; then exit 1; fi
mapfile -t failed < <(sed -nE 's/^FAIL[[:space:]]+([^[:space:]]+)[[:space:]].*/\1/p' "$log")
[ ${#failed[@]} -gt 0 ] || exit 1
printf 'once more: %s\n' "${failed[@]}"
go test "${flags[@]}" -count=1 -p 1 "${failed[@]}"
