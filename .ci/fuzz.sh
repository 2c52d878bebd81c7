#!/usr/bin/env bash
# Runs every fuzz target of the module for the given time each.
# usage: bash .ci/fuzz.sh TIME
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .cache
log=.cache/fuzz.log
time=${1:-5s} n=0

# Go shrinks every input that reaches something new, up to a minute each, and
# tries no other meanwhile. Little of that is enough.
fuzz() { # FOLDER TARGET
  go test "./$1" -run '^$' -fuzz "^$2\$" -fuzztime "$time" -fuzzminimizetime 50x >"$log" 2>&1
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
