#!/bin/sh
# Vets all packages with their tests for the system given: windows or darwin.
set -eu
cd "$(dirname "$0")/.."
export GOOS="$1" CGO_ENABLED=0
go build ./...
go vet ./...
