#!/bin/sh
# Lists the Go files that gofmt would change, and fails if there are any.
cd "$(dirname "$0")/.." || exit 1
changed=$(gofmt -l host internal scripts third_party)
[ -z "$changed" ] && exit 0
printf 'gofmt would change:\n%s\n' "$changed"
exit 1
