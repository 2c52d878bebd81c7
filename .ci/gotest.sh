#!/usr/bin/env bash
# Runs go test FLAGS on PACKAGES. In CI, where dozens of real tools share two
# cores, tests that failed run once more, alone, and are named and counted: one
# that missed a moment passes then. A panic, a data race and a failed build get
# no second run, nor does a test of random inputs: with others it would pass.
# In CI the packages that gather context must be covered by their tests.
# usage: bash .ci/gotest.sh FLAGS... -- PACKAGES...
set -euo pipefail
cd "$(dirname "$0")/.."
flags=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do flags+=("$1"); shift; done
shift
export FETTLE_BUGS=fatal # a panic that fettle recovers from fails the tests, too

# Tests make and remove homes of their own by the thousand files: caches of tools,
# folders of links to all programs. On ext4 the next file then looks for its inode
# among all those just removed, which was most of the tests' time. Where the
# system has a folder in memory that is large enough and may hold programs, they
# work there. Its name is always the same, as go test keeps no result of a test
# that sees another one; what go builds stays on the disk.
memory=/dev/shm/fettle-$(id -u)-$(cksum <<<"$PWD" | cut -d' ' -f1)
roomy() { # has it 6 GB, and the machine as much to give?
  [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -gt 6000000 ] &&
    [ "$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)" -gt 6000000 ]
}
if [ -z "${TMPDIR:-}${GOTMPDIR:-}" ] && roomy && mkdir -p "$memory" && [ -O "$memory" ] && chmod 711 "$memory" && cp /bin/true "$memory/true" && "$memory/true" 2>/dev/null; then
  flags+=(-exec "env TMPDIR=$memory")
  # A program that a test leaves may still write there: that is no failure of a test.
  trap 'rm -rf "$memory" 2>/dev/null || { sleep 2; rm -rf "$memory"; } || true' EXIT
fi
if [ -z "${CI:-}" ]; then go test "${flags[@]}" "$@"; exit; fi
flags+=(-vet=off) # make lint has all of it, at once
mkdir -p .cache
log=${GOTEST_LOG:-.cache/gotest.log}

# Context is never in the way of a fix: what gathers it is tested through and
# through. The one run of its tests measures that on the way.
context='/(aggregator|providers(/[^ ]*)?)$'
cover=(-cover)
case " ${flags[*]} " in *" -race "*) cover=() ;; esac
covered() {
  awk -v least=80 -v context="$context" '
    { name = $1 == "ok" ? $2 : $1 } # one without tests stands alone
    name ~ context { for (i = 3; i < NF; i++) if ($i == "coverage:" && $(i + 1) ~ /%$/) share[name] = $(i + 1) + 0 }
    END { for (p in share) if (share[p] < least) { printf "%s: tests cover %s%% of the statements, want %d%%\n", p, share[p], least; bad = 1 }; exit bad }
  ' "$log"
}

# The longest first: at the end both cores are busy.
long='/(cmd/fettle/e2e|diagnostics/linter)$'
mapfile -t packages < <(printf "%s\n" "$@" | { grep -E "$long" || true; }; printf "%s\n" "$@" | { grep -vE "$long" || true; })

ok=true
: > "$log"
go test "${flags[@]}" "${cover[@]}" "${packages[@]}" 2>&1 | tee -a "$log" || ok=false
if $ok; then echo "gotest: no test was run again"; covered; exit; fi
no_second_run() { echo "gotest: $1 is not run again"; exit 1; }
if grep -qE 'DATA RACE|race detected' "$log"; then no_second_run "a data race"; fi
if grep -qE '\[(build|setup) failed\]' "$log"; then no_second_run "a build that failed"; fi
panicked='^[[:space:]]*(panic: |fatal error: |\[signal )|fettle: bug in '
if grep -qE "$panicked" "$log"; then
  grep -nE -m1 -B5 -A60 "$panicked" "$log" # once more at the end, where a long log is looked at first
  no_second_run "a panic"
fi
# A line for each package that failed: its name, and its tests as a pattern.
mapfile -t failed < <(awk '
  /^--- FAIL: / { names = names (names == "" ? "" : "|") $3 }
  /^ok / { names = "" }
  /^FAIL[ \t]+[^ \t]/ { print $2, (names == "" ? "?" : "^(" names ")$"); names = "" }
' "$log")
[ ${#failed[@]} -gt 0 ] || exit 1
# The tests that make up their inputs, as FOLDER/NAME: their names say so, or they
# roll dice, themselves or in what they use of their package. A method counts where
# one of its name is called; who reads rand.Reader makes a key.
random=$(git ls-files -z '*_test.go' | xargs -0 awk '
  FNR == 1 { dir = FILENAME; sub(/[^\/]*$/, "", dir) }
  FNR == 1 || /^}/ { name = "" }
  { gsub(/"([^"\\]|\\.)*"/, ""); sub(/\/\/.*/, "") }
  /^func / {
    dot = /^func \(/ ? "." : ""
    sub(/^func (\([^)]*\) )?/, "")
    match($0, /^[A-Za-z0-9_]+/)
    name = dir dot substr($0, 1, RLENGTH)
    $0 = substr($0, RLENGTH + 1)
    if (name ~ /\/(Test|Fuzz)[^\/]*$/) tests[name]
    if (name ~ /\/(Test[^\/]*(Propert|Random)|Fuzz)[^\/]*$/) rolls[name]
  }
  name != "" {
    if (/rand\.|quick\.Check/ && !/rand\.Reader/) rolls[name]
    for (rest = $0; match(rest, /\.[A-Za-z0-9_]+\(?|[A-Za-z0-9_]+/); rest = substr(rest, RSTART + RLENGTH)) {
      used = substr(rest, RSTART, RLENGTH)
      if (used !~ /^\./ || sub(/\($/, "", used)) uses[name, dir used]
    }
  }
  END {
    do {
      more = 0
      for (pair in uses) {
        split(pair, p, SUBSEP)
        if (p[2] in rolls && !(p[2] in tests) && !(p[1] in rolls)) { rolls[p[1]]; more = 1 }
      }
    } while (more)
    for (name in tests) if (name in rolls) print name
  }
')
module=$(sed -n 's/^module //p' go.mod)
count=0
for f in "${failed[@]}"; do
  names=$(tr -d '^()$' <<<"${f#* }" | tr '|' '\n')
  [ "$names" != '?' ] || no_second_run "${f%% *}, which failed outside its tests,"
  package=${f%% *}
  rolled=$(sed "s|^|${package#"$module"/}/|" <<<"$names" | grep -m1 -xF "$random") || true
  [ -z "$rolled" ] || no_second_run "$rolled, a test of random inputs,"
  count=$((count + $(wc -l <<<"$names")))
done
echo "gotest: $count tests are run again, 0 of them on random inputs"
printf 'once more: %s\n' "${failed[@]}"
for f in "${failed[@]}"; do
  go test "${flags[@]}" -count=1 -run "${f#* }" "${f%% *}" 2>&1 | tee -a "$log"
done
covered
