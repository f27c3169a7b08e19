#!/bin/sh
# Makes the bare system in which `make test-install` installs the packages:
# Debian without Go and node, with the distribution's Chromium and Firefox ESR.
# Needs root and the network, once. Usage: install-root.sh FOLDER
set -eu
root=$1
[ ! -e "$root/.complete" ] || exit 0
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
rm -rf "$root"
debootstrap --variant=minbase "$suite" "$root" >"$root.log" 2>&1 || { tail -5 "$root.log" >&2; exit 1; }
for file in /etc/resolv.conf /etc/hosts; do cp "$file" "$root$file"; done
cp -r /etc/apt/apt.conf.d "$root/etc/apt/"
for file in /etc/ssl/certs/ca-certificates.crt; do mkdir -p "$root${file%/*}" && cp "$file" "$root$file"; done
# Browsers come from the security updates: the extension needs Firefox 142.
cat >"$root/etc/apt/sources.list" <<LIST
deb http://deb.debian.org/debian $suite main
deb http://deb.debian.org/debian-security $suite-security main
LIST
chroot "$root" apt-get update -qq >>"$root.log" 2>&1
DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get install -qq -y --no-install-recommends chromium firefox-esr fonts-dejavu-core >>"$root.log" 2>&1 ||
  { tail -5 "$root.log" >&2; exit 1; }
touch "$root/.complete"
