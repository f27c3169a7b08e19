#!/bin/sh
# Prints the licences of everything that is built into the program.
set -eu
cd "$(dirname "$0")/.."
cat <<'END'
Pulltab is under the MIT licence, see LICENSE. The program contains the following
modules, each under its own licence, which follows. `scripts/notice.sh > NOTICE`
writes this file anew.
END
go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{if .Replace}}-{{else}}{{.Dir}}{{end}}{{end}}{{end}}' ./host |
  sort -u | while read -r path version dir; do
  [ "$dir" = - ] && continue # ours, in third_party
  printf '\n%s\n%s %s\n\n' "------------------------------------------------------------" "$path" "$version"
  found=
  for file in "$dir"/LICENSE* "$dir"/LICENCE* "$dir"/License* "$dir"/COPYING* "$dir"/NOTICE*; do
    [ -f "$file" ] && found=1 && tr -d '\r' <"$file"
  done
  [ -n "$found" ] || { echo "notice: $path has no licence file" >&2; exit 1; }
done
cat <<END

------------------------------------------------------------
The Go standard library $(go env GOVERSION | sed 's/\.[0-9]*$//')

END
cat "$(go env GOROOT)/LICENSE"
