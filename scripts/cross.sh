#!/bin/sh
# Vets and builds all packages for the system given: windows or darwin. Test
# files are left out, since some measure CPU time with Unix system calls.
set -eu
cd "$(dirname "$0")/.."
export GOOS="$1" CGO_ENABLED=0
go build ./...
go list -f '{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}} {{end}}' ./... | while read -r files; do
  # shellcheck disable=SC2086
  go vet $files
done
