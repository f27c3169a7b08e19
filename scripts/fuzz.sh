#!/bin/sh
# Runs every fuzz target for the given time, one after the other. Failing inputs
# are not minimised, to spend the time on finding more.
set -eu
cd "$(dirname "$0")/.."
for package in $(go list ./...); do
  for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
    echo "$package $target"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "${1:-60s}" -fuzzminimizetime 1x "$package"
  done
done
