#!/usr/bin/env bash
# Runs every fuzz target of the module for the given time each.
# usage: bash .ci/fuzz.sh TIME
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .cache
log=$PWD/.cache/fuzz.log
time=${1:-5s} n=0

# go test -fuzz compiles all that a package depends on anew, a database engine too,
# to see which of it an input reaches. It is enough to see that of our own packages;
# the flag is what go test gives the compiler (fuzzInstrumentFlags of Go 1.26).
ours=$(go list -m)/...=-d=libfuzzer
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cached=$(go env GOCACHE)/fuzz/$(go list -m)

# Go shrinks every input that reaches something new, up to a minute each, and
# tries no other meanwhile. Little of that is enough.
fuzz() { # FOLDER TARGET
  local program=$scratch/${1//\//-}.test
  [ -x "$program" ] || go test -c -vet=off -gcflags="$ours" -o "$program" "./$1" >"$log" 2>&1 || return
  (cd "$1" && "$program" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "$time" -test.fuzzminimizetime 50x \
    -test.fuzzcachedir "$cached/$1") >"$log" 2>&1
}

# A worker that is still busy when the time is up makes Go end the run with
# nothing but "context deadline exceeded" (https://go.dev/issue/75804). That is
# no finding: a finding names its input. Such a run is done again, and fails
# when it ends that way three times.
cut_off() {
  grep -q 'context deadline exceeded' "$log" &&
    ! grep -qE 'Failing input|panic:|fuzzing process hung|minimiz|_test\.go:[0-9]+:' "$log"
}

while IFS=: read -r file line; do
  name=$(sed -E 's/^func (Fuzz[A-Za-z0-9_]+)\(.*/\1/' <<<"$line")
  echo "fuzz: $(dirname "$file") $name $time"
  for try in 1 2 3; do
    if fuzz "$(dirname "$file")" "$name"; then break; fi
    if [ $try = 3 ] || ! cut_off; then cat "$log"; exit 1; fi
    echo "fuzz: $name was cut off at the end of its time, again"
  done
  n=$((n + 1))
done < <(git grep -E --no-line-number '^func Fuzz[A-Za-z0-9_]+\(' -- '*_test.go')
rm -f "$log"
echo "fuzz: $n targets, no failure"
[ "$n" -gt 0 ]
