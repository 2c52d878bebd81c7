#!/usr/bin/env bash
# Runs go test FLAGS on PACKAGES. In CI, where dozens of real tools share two
# cores, tests that failed run once more, alone, and are named: one that missed a
# moment passes then. A data race and a failed build get no second run.
# In CI the packages that gather context must be covered by their tests.
# usage: bash .ci/gotest.sh FLAGS... -- PACKAGES...
set -euo pipefail
cd "$(dirname "$0")/.."
flags=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do flags+=("$1"); shift; done
shift
if [ -z "${CI:-}" ]; then exec go test "${flags[@]}" "$@"; fi
mkdir -p .cache
log=.cache/gotest.log

# Context is never in the way of a fix: what gathers it is tested through and
# through. The one run of its tests measures that on the way.
context='/(aggregator|providers(/[^ ]*)?)$'
mapfile -t gathering < <(printf '%s\n' "$@" | grep -E "$context")
mapfile -t others < <(printf '%s\n' "$@" | grep -vE "$context")
cover=(-cover)
case " ${flags[*]} " in *" -race "*) cover=() ;; esac
covered() {
  awk -v least=80 -v context="$context" '
    { name = $1 == "ok" ? $2 : $1 } # one without tests stands alone
    name ~ context { for (i = 3; i < NF; i++) if ($i == "coverage:" && $(i + 1) ~ /%$/) share[name] = $(i + 1) + 0 }
    END { for (p in share) if (share[p] < least) { printf "%s: tests cover %s%% of the statements, want %d%%\n", p, share[p], least; bad = 1 }; exit bad }
  ' "$log"
}

ok=true
: > "$log"
if [ ${#gathering[@]} -gt 0 ]; then go test "${flags[@]}" "${cover[@]}" "${gathering[@]}" 2>&1 | tee -a "$log" || ok=false; fi
if [ ${#others[@]} -gt 0 ]; then go test "${flags[@]}" "${others[@]}" 2>&1 | tee -a "$log" || ok=false; fi
if $ok; then covered; exit; fi
if grep -qE 'DATA RACE|race detected|\[(build|setup) failed\]' "$log"; then exit 1; fi
# A line for each package that failed: its name, and the tests as a pattern. One
# that did not get as far as naming a test runs whole.
mapfile -t failed < <(awk '
  /^--- FAIL: / { names = names (names == "" ? "" : "|") $3 }
  /^panic: / { whole = 1 }
  /^ok / { names = ""; whole = 0 }
  /^FAIL[ \t]+[^ \t]/ { print $2, (whole || names == "" ? "." : "^(" names ")$"); names = ""; whole = 0 }
' "$log")
[ ${#failed[@]} -gt 0 ] || exit 1
printf 'once more: %s\n' "${failed[@]}"
for f in "${failed[@]}"; do
  go test "${flags[@]}" -count=1 -run "${f#* }" "${f%% *}" 2>&1 | tee -a "$log"
done
