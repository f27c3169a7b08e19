#!/bin/sh
# Vets and builds all packages for the system given: windows or darwin.
set -eu
cd "$(dirname "$0")/.."
export GOOS="$1" CGO_ENABLED=0
go vet ./...
go build ./...
