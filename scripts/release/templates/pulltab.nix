# nix-env -f pulltab.nix -i, or callPackage of this file.
{
  pkgs ? import <nixpkgs> { },
  stdenv ? pkgs.stdenvNoCC,
  fetchurl ? pkgs.fetchurl,
}:
let
  files = {
{{- with .File "linux-amd64"}}
    x86_64-linux = { url = "{{$.Base}}{{.Name}}"; sha256 = "{{.Sum}}"; };
{{- end}}
{{- with .File "linux-arm64"}}
    aarch64-linux = { url = "{{$.Base}}{{.Name}}"; sha256 = "{{.Sum}}"; };
{{- end}}
{{- with .File "darwin-amd64"}}
    x86_64-darwin = { url = "{{$.Base}}{{.Name}}"; sha256 = "{{.Sum}}"; };
{{- end}}
{{- with .File "darwin-arm64"}}
    aarch64-darwin = { url = "{{$.Base}}{{.Name}}"; sha256 = "{{.Sum}}"; };
{{- end}}
  };
in
stdenv.mkDerivation {
  pname = "pulltab";
  version = "{{.Version}}";
  src = fetchurl files.${stdenv.hostPlatform.system};
  sourceRoot = ".";
  installPhase = ''
    install -Dm755 pulltab $out/bin/pulltab
    install -Dm644 pulltab.1 $out/share/man/man1/pulltab.1
    install -Dm644 pulltab.bash $out/share/bash-completion/completions/pulltab
    install -Dm644 pulltab.zsh $out/share/zsh/site-functions/_pulltab
    install -Dm644 pulltab.fish $out/share/fish/vendor_completions.d/pulltab.fish
  '';
  meta = {
    description = "{{.Description}}";
    homepage = "https://pulltab.io";
    license = pkgs.lib.licenses.mit;
    mainProgram = "pulltab";
  };
}
