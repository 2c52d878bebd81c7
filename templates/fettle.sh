#!/usr/bin/env bash
# What the GitHub action and the GitLab template run: fettle fix, or fettle check
# where COMMAND says so, with the words of PATHS and ARGS, its output in the file
# OUTPUT if that is named, and exit code 0 while findings remain unless FAIL is true.
set -uo pipefail
command=${COMMAND:-fix}
case $command in
fix | check) ;;
*)
  echo "fettle: error: the command is fix or check, not ${command@Q}" >&2
  exit 2
  ;;
esac
read -ra paths <<<"${PATHS:-.}"
read -ra args <<<"${ARGS:-}"
if [ "$command" = fix ] && [ ${#args[@]} = 0 ]; then args=(--no-model); fi
if [ "$command" = check ] && [ "${paths[*]}" = . ]; then paths=(); fi # all that has changed
fettle=fettle
if [ -x "${RUNNER_TEMP:-}/fettle" ]; then fettle=$RUNNER_TEMP/fettle; fi
code=0
if [ -n "${OUTPUT:-}" ]; then
  "$fettle" "$command" --format "${FORMAT:-text}" "${args[@]}" -- "${paths[@]}" >"$OUTPUT" || code=$?
else
  "$fettle" "$command" --format "${FORMAT:-text}" "${args[@]}" -- "${paths[@]}" || code=$?
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "code=$code" >>"$GITHUB_OUTPUT"; fi
if [ "$code" = 1 ] && [ "${FAIL:-true}" != true ]; then exit 0; fi
exit "$code"
