#!/usr/bin/env bash
# Prints how large the rooms of this tree are, and fails when one is too large
# to hold in the head: a package over 6,000 lines, a file over 520, half of the files over 140, a tenth over 300, lines of Go
# outside tests; more functions over cyclomatic 15 than 3.0 %; or when files of the edit engine use each other in a circle.
# usage: bash .ci/size.sh (make lint runs it, and installs gocyclo)
set -euo pipefail
cd "$(dirname "$0")/.."
command -v gocyclo >/dev/null || { echo "size: gocyclo is not on PATH: bash .ci/tools.sh lint installs it into .tools/bin"; exit 2; }
most_package=6000 most_file=520 most_median=140 most_p90=300 most_branches=15 most_over=3.0
export LC_ALL=C
mapfile -t files < <(git ls-files '*.go' | grep -vE '_test\.go$|(^|/)testdata/')
counts=$(wc -l "${files[@]}" | awk '$2 != "total"')
echo "lines of Go outside tests: $(awk '{ n += $1 } END { print n }' <<<"$counts") in ${#files[@]} files"
ok=true
sort -n <<<"$counts" | awk -v median=$most_median -v p90=$most_p90 '
  { n[NR] = $1; name[NR] = $2 }
  END {
    half = n[int((NR + 1) / 2)]; tenth = n[int(NR * 0.9 + 0.999)]
    printf "lines of a file: median %d, p90 %d, largest %d (%s)\n", half, tenth, n[NR], name[NR]
    if (half > median) { printf "size: half of the files have over %d lines\n", median; bad = 1 }
    if (tenth > p90) { printf "size: a tenth of the files has over %d lines\n", p90; bad = 1 }
    exit bad
  }' || ok=false
packages=$(awk '{ dir = $2; sub(/\/[^\/]*$/, "", dir); n[dir] += $1 } END { for (d in n) print n[d], d }' <<<"$counts" | sort -rn)
echo "largest packages:"
head -8 <<<"$packages" | awk '{ printf "  %6d  %s\n", $1, $2 }'
branches=$(gocyclo -over 0 "${files[@]}" || true)
awk -v most=$most_branches -v share=$most_over '
  $1 > most { over++; dir = $NF; sub(/\/[^\/]*$/, "", dir); by[dir]++ }
  END {
    printf "functions over cyclomatic %d: %d of %d, %.1f %%\n", most, over, NR, 100 * over / NR
    for (dir in by) printf "  %6d  %s\n", by[dir], dir | "sort -rn"
    close("sort -rn")
    if (100 * over > share * NR) { printf "size: more than %.1f %% of the functions are over cyclomatic %d\n", share, most; exit 1 }
  }' <<<"$branches" || ok=false
awk -v most=$most_package '$1 > most { print "size: package " $2 " has " $1 " lines, at most " most; bad = 1 } END { exit bad }' <<<"$packages" || ok=false
awk -v most=$most_file '$1 > most { print "size: " $2 " has " $1 " lines, at most " most; bad = 1 } END { exit bad }' <<<"$counts" || ok=false
if circles=$(go test -count=1 -run '^TestFilesPointDown$' ./cmd/fettle 2>&1); then
  echo "arrows running back up between files of edits: 0"
else
  grep 'use each other' <<<"$circles" || echo "$circles"
  ok=false
fi
$ok
