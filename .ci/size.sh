#!/usr/bin/env bash
# Prints how large this tree is, and fails where it grew. What .ci/sizes records may only shrink; who has a reason
# to raise a number writes it there, and what for into the changelog. Lines are of Go outside tests unless said.
# usage: bash .ci/size.sh [--record] (make lint runs it, and installs gocyclo; --record writes smaller numbers down)
set -euo pipefail
cd "$(dirname "$0")/.."
command -v gocyclo >/dev/null || { echo "size: gocyclo is not on PATH: bash .ci/tools.sh lint installs it into .tools/bin"; exit 2; }
export LC_ALL=C
mapfile -t all < <(git ls-files -co --exclude-standard '*.go' | while read -r f; do [ -e "$f" ] && echo "$f"; done | grep -vE '(^|/)testdata/')
product=() eval=() tests=()
for f in "${all[@]}"; do
  case $f in
    *_test.go) tests+=("$f") ;;
    eval/*) eval+=("$f") ;;
    *) product+=("$f") ;;
  esac
done
count() { [ $# -gt 0 ] && cat "$@" | wc -l || echo 0; }
bare=$(printf '%s\n' "${product[@]%/*}" | sort -u | while read -r d; do ls "$d"/*_test.go >/dev/null 2>&1 || echo "$d"; done)
# Comments and declarations with a word that the glossary of CONTRIBUTING.md replaces by the field's own.
riddle=$(sed -n '/^## Words/,/^## Tests/s/^| \([a-z, ]*\) |.*/\1/p' CONTRIBUTING.md | grep -vx not | sed 's/, /|/g' | paste -sd'|')
branches=$(gocyclo -over 15 "${product[@]}" || true)
declare -A now=(
  [lines]=$(count "${product[@]}")
  [eval]=$(count "${eval[@]}")
  [tests]=$(count "${tests[@]}")
  [wide]=$(awk 'length($0) > 120 && !/https?:\/\//' "${product[@]}" | wc -l)
  [patterns]=$(cat "${product[@]}" | grep -cE '(regexp\.MustCompile|lazyre\.New|regexp\.Compile)\(' || true)
  [riddles]=$(cat "${product[@]}" | grep -cE "//.*\\b($riddle)\\b|^(func|type|var|const) (\\([^)]*\\) )?($riddle)\\b" || true)
  [branchy]=$(grep -c . <<<"$branches" || true)
  [untested]=$(grep -c . <<<"$bare" || true)
)
declare -A what=(
  [lines]="lines of the product" [eval]="lines of the evaluation" [tests]="lines of tests" [wide]="lines over 120 columns"
  [patterns]="regular expressions" [branchy]="functions over cyclomatic 15" [untested]="packages without tests of their own" [riddles]="comments and names with words of our own"
)
ok=true record=
for key in lines eval tests wide patterns branchy untested riddles; do
  most=$(awk -v k="$key" '$1 == k { print $2 }' .ci/sizes)
  printf '%8d  %s (at most %d)\n' "${now[$key]}" "${what[$key]}" "$most"
  if [ "${now[$key]}" -gt "$most" ]; then
    echo "size: more ${what[$key]} than .ci/sizes records: take some away, or write the number there and the reason into the changelog"
    ok=false
    record+="$key $most"$'\n'
  else
    record+="$key ${now[$key]}"$'\n'
  fi
done
echo "largest packages:"
for f in "${product[@]}"; do printf '%s %s\n' "$(wc -l <"$f")" "${f%/*}"; done |
  awk '{ n[$2] += $1 } END { for (d in n) printf "%8d  %s\n", n[d], d }' | sort -rn | head -12
[ -z "$bare" ] || printf 'without tests of their own: %s\n' "$(tr '\n' ' ' <<<"$bare")"
awk '{ dir = $NF; sub(/\/[^\/]*$/, "", dir); by[dir]++ } END { for (d in by) printf "%8d  functions over cyclomatic 15 in %s\n", by[d], d }' <<<"$branches" | sort -rn
if circles=$(go test -count=1 -run '^TestFilesPointDown$' ./cmd/fettle 2>&1); then
  echo "arrows running back up between files of edits: 0"
else
  grep 'use each other' <<<"$circles" || echo "$circles"
  ok=false
fi
[ "${1:-}" != --record ] || printf '%s' "$record" >.ci/sizes
$ok
