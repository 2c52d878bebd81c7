#!/usr/bin/env bash
# fetch.sh DIR: brings the packages and repositories that the question sets are
# about into DIR, unpacked as NAME-VERSION, through their package managers and
# git. The first line of each set names its package, or its repository and commit.
set -euo pipefail
sets=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
for set in "$sets"/*.tsv; do
  read -r _ kind package version < "$set"
  into=$(basename "$set" .tsv)-${version#v}
  [ -d "$into" ] && continue
  work=$(mktemp -d)
  case $kind in
    pypi)
      pip download --quiet --no-deps --only-binary :all: --dest "$work" "$package==$version"
      mkdir "$into" && unzip -q "$work"/*.whl -d "$into"
      ;;
    npm)
      (cd "$work" && npm pack --silent "$package@$version" > /dev/null)
      mkdir "$into" && tar -xzf "$work"/*.tgz -C "$into" --strip-components=1
      ;;
    go)
      dir=$(cd "$work" && GOFLAGS=-mod=mod go mod download -json "$package@$version" | sed -n 's/.*"Dir": "\(.*\)",/\1/p')
      cp -r "$dir" "$into" && chmod -R u+w "$into"
      ;;
    git) # with its tests, examples and documents, which packages leave out
      mkdir "$into"
      git -C "$work" init --quiet
      git -C "$work" fetch --quiet --depth 1 "https://$package" "$version"
      git -C "$work" archive FETCH_HEAD | tar -x -C "$into"
      ;;
    crates)
      printf '[package]\nname = "fetch"\nversion = "0.0.0"\n[lib]\npath = "lib.rs"\n[dependencies]\n%s = "=%s"\n' "$package" "$version" > "$work/Cargo.toml"
      touch "$work/lib.rs"
      cargo vendor --quiet --versioned-dirs --manifest-path "$work/Cargo.toml" "$work/vendor" > /dev/null 2>&1
      cp -r "$work/vendor/$package-$version" "$into"
      ;;
  esac
  rm -rf "$work"
  echo "$into"
done
