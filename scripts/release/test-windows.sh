#!/bin/sh
# Runs the Windows program under Wine: conversion, registration in the registry,
# diagnosis by a native-messaging handshake, removal.
# Usage: test-windows.sh PULLTAB.EXE
set -eu
cd "$(dirname "$0")/../.."
for tool in wine x86_64-w64-mingw32-gcc; do
  command -v "$tool" >/dev/null || { echo "skipped test-windows: $tool is missing (apt: wine64, gcc-mingw-w64-x86-64-win32)"; exit 0; }
done
work=$(mktemp -d)
export WINEPREFIX="$work/prefix" WINEDEBUG=-all DISPLAY= WINEDLLOVERRIDES='mscoree,mshtml=' HOME="$work"
trap 'wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT
cp "$1" "$work/pulltab.exe"
wineboot --init >/dev/null 2>&1
x86_64-w64-mingw32-gcc -shared -O1 -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" scripts/release/wine/process-prng.c -ladvapi32
run() { wine "$work/pulltab.exe" "$@"; }
fail() { echo "test-windows: $1" >&2; exit 1; }

run --version | grep -q '^pulltab [0-9]' || fail 'no version'
run convert --url https://example.com/notes/tide-gauge <host/testdata/pages/tide-gauge.html | tr -d '\r' | grep -q '^# How a tide gauge keeps time' || fail 'no conversion'
key='HKCU\Software\Google\Chrome\NativeMessagingHosts\io.pulltab.host'
# A browser that was never started: only its installer's key exists.
wine reg add 'HKLM\Software\Microsoft\Windows\CurrentVersion\App Paths\brave.exe' /f >/dev/null
# One that was started: its profile exists.
local=$(wine cmd /c 'echo %APPDATA%' | tr -d '\r')
mkdir -p "$(winepath -u "$local")/Mozilla/Firefox"
run install | tr -d '\r' >"$work/install"
grep -q '^brave: registered' "$work/install" && grep -q '^firefox: registered' "$work/install" || fail "$(cat "$work/install")"
wine reg query "$key" | grep -q 'io.pulltab.host.chromium.json' || fail 'no key of Chrome'
run doctor | tr -d '\r' >"$work/doctor"
[ "$(grep -c '^✓ .* starts Pulltab' "$work/doctor")" = 2 ] || fail "$(cat "$work/doctor")"
run uninstall >/dev/null
if wine reg query "$key" >/dev/null 2>&1; then fail 'the key stays'; fi
echo 'ok   the Windows program under Wine: version, convert, install, doctor, uninstall'
