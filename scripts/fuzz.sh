#!/bin/sh
# Runs every fuzz target for the time given, one after the other. A finding is
# kept as it is found: making it smaller would take the time of looking further.
set -eu
cd "$(dirname "$0")/.."
for package in $(go list ./...); do
  for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
    echo "$package $target"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "${1:-60s}" -fuzzminimizetime 1x "$package"
  done
done
