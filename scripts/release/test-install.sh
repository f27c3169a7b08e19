#!/bin/sh
# Installs the packages of dist/release in a bare system, in a mount and network
# namespace of its own, and copies a page in both browsers. Needs root.
# Usage: test-install.sh DEB WEBEXT-DEB
set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "test-install: run it as root" >&2; exit 1; }
[ $# = 2 ] || { echo "usage: test-install.sh DEB WEBEXT-DEB" >&2; exit 2; }
base=$(realpath "${INSTALL_ROOT:-build/install-root}")
scripts/release/install-root.sh "$base"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$1" "$work/pulltab.deb"
cp "$2" "$work/webext.deb"
export work base
unshare --mount --net --pid --fork sh -eu -c '
  ip link set lo up
  ROOT=$work/root; mkdir -p "$ROOT" "$work/layer"
  mount -t tmpfs layer "$work/layer"; mkdir "$work/layer/upper" "$work/layer/work"
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/layer/upper,workdir=$work/layer/work" "$ROOT"
  mount --bind /tmp "$ROOT/tmp"; mount -t proc proc "$ROOT/proc"; mount --rbind /dev "$ROOT/dev"; mount --rbind /sys "$ROOT/sys"
  mount -t proc proc /proc
  in_root() { chroot "$ROOT" /usr/bin/env HOME=/root PATH=/usr/bin:/bin:/usr/sbin:/sbin "$@"; }
  for tool in go node; do
    if in_root sh -c "command -v $tool" >/dev/null; then echo "test-install: the bare system has $tool" >&2; exit 1; fi
  done
  in_root dpkg -i "$work/pulltab.deb" "$work/webext.deb" >/dev/null
  in_root pulltab --version
  in_root pulltab doctor
  ROOT=$ROOT node extension/tools/test-install.mjs
  in_root pulltab uninstall
  in_root dpkg -P pulltab-webext pulltab >/dev/null
  left=$(in_root find / -xdev -name "*pulltab*" -not -path "/tmp/*" -not -path "/proc/*" -not -path "/var/lib/dpkg/*" -not -path "/root/.local/share/pulltab*")
  if [ -n "$left" ]; then echo "test-install: left behind: $left" >&2; exit 1; fi
  echo "ok   removed without a trace"
'
