class Pulltab < Formula
  desc "{{.Description}}"
  homepage "https://pulltab.io"
  version "{{.Version}}"
  license "MIT"

  on_macos do
    on_arm do
{{- with .File "darwin-arm64"}}
      url "{{$.Base}}{{.Name}}"
      sha256 "{{.Sum}}"
{{- end}}
    end
    on_intel do
{{- with .File "darwin-amd64"}}
      url "{{$.Base}}{{.Name}}"
      sha256 "{{.Sum}}"
{{- end}}
    end
  end
  on_linux do
    on_arm do
{{- with .File "linux-arm64"}}
      url "{{$.Base}}{{.Name}}"
      sha256 "{{.Sum}}"
{{- end}}
    end
    on_intel do
{{- with .File "linux-amd64"}}
      url "{{$.Base}}{{.Name}}"
      sha256 "{{.Sum}}"
{{- end}}
    end
  end

  def install
    bin.install "pulltab"
    man1.install "pulltab.1"
    bash_completion.install "pulltab.bash" => "pulltab"
    zsh_completion.install "pulltab.zsh" => "_pulltab"
    fish_completion.install "pulltab.fish"
  end

  def caveats
    <<~EOS
      Register the program with your browsers once:
        pulltab install
    EOS
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/pulltab --version")
  end
end
