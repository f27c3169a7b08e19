#!/bin/sh
# Prepares the machine for `make test`: system packages (as root or with
# passwordless sudo), npm packages, and the pinned tools. Skips completed steps.
set -eu
cd "$(dirname "$0")/.."

root=
if [ "$(id -u)" != 0 ]; then
  if sudo -n true 2>/dev/null; then root="sudo -n"; else root=no; fi
fi

missing=
need() { # command package
  command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}
need node nodejs
need npm npm
need gcc gcc
need chromium chromium
need firefox-esr firefox-esr
need Xvfb xvfb
need xauth xauth
need xdotool xdotool
need xclip xclip
need strace strace

# The race detector links against the C library.
[ -e /usr/include/stdlib.h ] || missing="$missing libc6-dev"

if [ -n "$missing" ]; then
  if [ "$root" = no ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: please install:$missing" >&2
    exit 1
  fi
  echo "setup: installing$missing"
  export DEBIAN_FRONTEND=noninteractive
  $root apt-get update -qq >/dev/null
  # shellcheck disable=SC2086
  $root apt-get install -qq -y --no-install-recommends $missing >/dev/null
fi

if ! command -v go >/dev/null 2>&1; then
  echo "setup: Go is missing; see https://go.dev/doc/install (the version is in go.mod)" >&2
  exit 1
fi

if [ ! -e extension/node_modules/.package-lock.json ] ||
  [ extension/package-lock.json -nt extension/node_modules/.package-lock.json ]; then
  (cd extension && npm ci --silent --no-audit --no-fund)
  touch extension/node_modules/.package-lock.json
fi

if [ ! -x build/tools/staticcheck ] || [ scripts/tools/go.sum -nt build/tools/staticcheck ]; then
  mkdir -p build/tools
  go -C scripts/tools build -o ../../build/tools/staticcheck honnef.co/go/tools/cmd/staticcheck
fi
