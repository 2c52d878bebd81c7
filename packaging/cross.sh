#!/usr/bin/env bash
# Builds the program with tree-sitter for other platforms: the C compiler is zig,
# which comes as the Python package ziglang. The grammars take minutes for each.
# usage: bash packaging/cross.sh linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
"$python" -c 'import ziglang' 2>/dev/null || { echo "cross: needs the Python package ziglang: pip install ziglang==0.17.1" >&2; exit 2; }
version=${VERSION:-$(git describe --tags --match 'v*' 2>/dev/null | sed 's/^v//' || true)}
for target in "$@"; do
  os=${target%-*} arch=${target#*-} suffix=
  cpu=x86_64
  [ "$arch" != arm64 ] || cpu=aarch64
  case $os in
  linux) abi=linux-gnu.2.17 ;;
  darwin) abi=macos ;;
  windows) abi=windows-gnu suffix=.exe ;;
  *) echo "cross: the target $target is not known" >&2; exit 2 ;;
  esac
  echo "cross: $target, takes about five minutes on two cores"
  mkdir -p "dist/$target"
  CGO_ENABLED=1 GOOS=$os GOARCH=$arch CC="$python -m ziglang cc -target $cpu-$abi" \
    go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=${version:-unknown}" -o "dist/$target/fettle$suffix" ./cmd/fettle
done
