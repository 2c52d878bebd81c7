#!/usr/bin/env bash
# bash get-editors.sh DIR [python | more]
#
# Unpacks Neovim, Helix, ruff and gopls of Debian sid under DIR, and tmux where
# this machine has none; with "python" also mypy and bandit. With "more" it
# unpacks Emacs with eglot and lsp-mode, and Vim with ALE, in place of all these.
# The programs are in DIR/bin, their versions in DIR/versions. Nothing is
# installed: no root is needed, and nothing outside DIR changes. amd64; DIR must
# not be moved later.
set -euo pipefail

dir=$(mkdir -p "$1" && cd "$1" && pwd -P) # a link to it may go away: the programs keep its name
python='' more=''
case ${2:-} in
'') ;;
python) python=1 ;;
more) more=1 ;;
*) echo "unknown set $2" >&2; exit 2 ;;
esac
root=$dir/root/usr
libs=$root/lib/x86_64-linux-gnu
loader=$root/lib64/ld-linux-x86-64.so.2

have_tmux() { [ -x "$dir/bin/tmux" ] || command -v tmux >/dev/null; }

complete() {
  if [ -n "$more" ]; then [ -e "$dir/versions" ] && [ -e "$dir/emacs-packages" ] && have_tmux; return; fi
  [ -x "$dir/bin/hx" ] && have_tmux && { [ -z "$python" ] || [ -x "$dir/bin/mypy" ]; }
}

# The archive this machine installs from already, unless DEBIAN_ARCHIVE names
# one.
archive() {
  if [ -n "${DEBIAN_ARCHIVE:-}" ]; then
    echo "$DEBIAN_ARCHIVE"
    return
  fi
  apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' |
    sed -n 's/^Debian //p' | sed '/security/d' | sort -u | sed -n 1p
}

# The keys that Debian signs its archive with.
keyring() {
  { dpkg -L debian-archive-keyring 2>&1 || true; } | sed -n '/debian-archive-keyring\.[gp]*$/p' | sed -n 1p
}

# An apt of its own: state, cache and sources under DIR/apt.
private_apt() { # ARCHIVE KEYRING
  mkdir -p "$dir"/apt/{lists/partial,cache/archives/partial}
  echo "deb [signed-by=$2] $1 sid main" >"$dir/apt/sources.list"
  : >"$dir/apt/status"
  cat >"$dir/apt/apt.conf" <<CONF
Dir::Etc::sourcelist "$dir/apt/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$dir/apt/lists";
Dir::State::status "$dir/apt/status";
Dir::Cache "$dir/apt/cache";
APT::Architecture "amd64";
APT::Architectures "amd64";
APT::Sandbox::User "";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Acquire::Languages "none";
Acquire::Retries "3";
CONF
  export APT_CONFIG=$dir/apt/apt.conf
  apt-get update -qq
}

# What the editors' packages depend on but the editors do not run: Perl, git
# and what only those need.
unneeded() {
  local names='perl.* libperl.* debconf tzdata netbase'
  if [ -n "$more" ]; then
    # Emacs compiles nothing here: of its compiler only the libraries that it is linked with.
    names="$names binutils.* libbinutils libgprofng0 libctf.* libsframe3 libgcc-[0-9]*-dev libc6-dev libc-dev-bin linux-libc-dev
      lib.san[0-9]* libhwasan0 libitm1 libquadmath0 libasound2.* install-info emacs-el"
  else
    names="$names git git-man liberror-perl openssl-provider-legacy libcurl4.* libldap.* libsasl2.* libgssapi.* libkrb5.* libk5.*
      libkeyutils1 libcom-err2 libssh2.* libpsl.* libnghttp.* libngtcp.* libgnutls.* libhogweed.* libnettle.* libtasn1.*
      libp11.* libidn2.* libunistring.* libgmp10 libbrotli1 libgdbm.*"
  fi
  echo "^($(echo $names | tr ' ' '|'))\$"
}

# Downloads packages with what they need, and unpacks them under DIR/root.
unpack() { # PACKAGE...
  local packages
  packages=$(apt-get install -s --no-install-recommends "$@" | sed -n 's/^Inst \([^ ]*\).*/\1/p' | grep -vE "$(unneeded)")
  mkdir -p "$dir/debs" "$dir/root"
  (cd "$dir/debs" && apt-get download -qq $packages)
  local deb
  for deb in "$dir"/debs/*.deb; do dpkg -x "$deb" "$dir/root"; done
}

# Makes programs start with the loader and the libraries of sid, and those with
# what they need in turn. Neovim's terminal interface does not start when the
# loader is called by hand: it runs itself again.
relink() { # PROGRAM...
  local program
  for program in "$@"; do
    "$loader" --library-path "$libs" "$root/bin/patchelf" --set-interpreter "$loader" --force-rpath --set-rpath "$libs" "$root/$program"
  done
}

# Writes DIR/bin/NAME, which runs a program in an environment.
wrap() { # NAME ENVIRONMENT PROGRAM [FIRST-ARGUMENTS]
  printf '#!%s\n%s exec "%s" %s "$@"\n' "$(command -v sh)" "$2" "$3" "${4:-}" >"$dir/bin/$1"
  chmod +x "$dir/bin/$1"
}

# Emacs, which looks for its own files where it was installed to, and its
# packages, whose folders it gets as "emacs-packages".
wrap_emacs() {
  local share home
  share=$(echo "$root"/share/emacs/[0-9]*) home=$(echo "$root"/libexec/emacs/*/*/)
  wrap emacs "EMACSLOADPATH='$(find "$share/lisp" -type d | tr '\n' ':'):$root/share/emacs/site-lisp' EMACSDATA='$share/etc' EMACSDOC='$share/etc' EMACSPATH='$home'" \
    "$root/bin/emacs-nox" "--dump-file='$(echo "$home"emacs-*.pdmp)'"
  ln -sfn "$root/share/emacs/site-lisp/elpa-src" "$dir/emacs-packages"
}

versions() {
  cd "$dir/bin"
  if [ -n "$more" ]; then
    ./emacs --version | head -1
    ./emacs -Q --batch -l finder-inf --eval "(princ (format \"eglot %S\n\" (aref (cdr (assq 'eglot package--builtins)) 0)))" 2>/dev/null
    (cd "$dir/emacs-packages" && ls -d lsp-mode*)
    ./vim --version | head -1
    sed -n 's/^let .*ale_version = \(.*\)/ALE \1/p; s/^.*\(ALE\) .*[vV]ersion.*/\1/p' "$dir/vim-ale/autoload/ale.vim" | head -1
    return
  fi
  ./nvim --version | head -1
  ./hx --version
  ./ruff --version
  ./gopls version
  if [ -n "$python" ]; then
    ./mypy --version
    ./bandit --version | head -1
  fi
}

if complete; then
  cat "$dir/versions"
  exit
fi
from=$(archive) keys=$(keyring)
if [ -z "$from" ] || [ -z "$keys" ]; then
  echo "install debian-archive-keyring; off Debian also set DEBIAN_ARCHIVE" >&2
  exit 1
fi
private_apt "$from" "$keys"

if [ -n "$more" ]; then
  want=(emacs-nox elpa-lsp-mode vim vim-ale patchelf)
  programs=(bin/emacs-nox bin/vim.basic)
else
  want=(neovim hx ruff gopls patchelf)
  programs=(bin/nvim bin/ruff bin/gopls lib/hx/hx)
fi
if ! have_tmux; then
  want+=(tmux ncurses-base)
  programs+=(bin/tmux)
fi
[ -z "$python" ] || want+=(python3 python3-mypy bandit)
unpack "${want[@]}"
relink "${programs[@]}"

mkdir -p "$dir/bin"
if [ -n "$more" ]; then
  wrap_emacs
  wrap vim "VIMRUNTIME='$(echo "$root"/share/vim/vim[0-9]*)'" "$root/bin/vim.basic"
  ln -sfn "$root/share/vim-ale" "$dir/vim-ale"
else
  wrap nvim "VIMRUNTIME='$root/share/nvim/runtime'" "$root/bin/nvim"
  wrap hx "HELIX_RUNTIME='$root/lib/hx/runtime'" "$root/lib/hx/hx"
  wrap ruff "" "$root/bin/ruff"
  wrap gopls "" "$root/bin/gopls"
fi
if [ -x "$root/bin/tmux" ]; then
  wrap tmux "TERMINFO_DIRS='$dir/root/usr/share/terminfo:$dir/root/lib/terminfo:/usr/share/terminfo:/lib/terminfo'" "$root/bin/tmux"
fi
if [ -n "$python" ]; then # Python does not survive relinking: it runs through the loader
  for module in mypy bandit; do
    wrap "$module" "PYTHONHOME='$root'" "$loader" "--library-path '$libs' '$root/bin/python3' -m $module"
  done
fi
rm -rf "$dir/apt" "$dir/debs"
versions >"$dir/versions"
cat "$dir/versions"
