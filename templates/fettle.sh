#!/usr/bin/env bash
# What the GitHub action and the GitLab template run: fettle fix with the words
# of PATHS and ARGS, its output in the file OUTPUT if that is named, and exit
# code 0 while findings remain unless FAIL is true.
set -uo pipefail
read -ra paths <<<"${PATHS:-.}"
read -ra args <<<"${ARGS:-}"
fettle=fettle
if [ -x "${RUNNER_TEMP:-}/fettle" ]; then fettle=$RUNNER_TEMP/fettle; fi
code=0
if [ -n "${OUTPUT:-}" ]; then
  "$fettle" fix --format "${FORMAT:-text}" "${args[@]}" -- "${paths[@]}" >"$OUTPUT" || code=$?
else
  "$fettle" fix --format "${FORMAT:-text}" "${args[@]}" -- "${paths[@]}" || code=$?
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "code=$code" >>"$GITHUB_OUTPUT"; fi
if [ "$code" = 1 ] && [ "${FAIL:-true}" != true ]; then exit 0; fi
exit "$code"
