package filename_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"pulltab/internal/filename"
)

func TestNamesOfTitles(t *testing.T) {
	for _, c := range []struct{ name, title, want string }{
		{"plain", "Bread, slowly", "Bread, slowly.md"},
		{"a path", "../../etc/passwd", "etc passwd.md"},
		{"a path of Windows", `C:\Windows\system32`, "C Windows system32.md"},
		{"punctuation of Windows", `What? "Yes" <no> | a*b: c`, "What Yes no a b c.md"},
		{"characters of links", "Notes #1 [draft] ^top", "Notes 1 draft top.md"},
		{"a device", "con", "_con.md"},
		{"a device with an ending", "NUL.txt", "_NUL.txt.md"},
		{"a device with a raised digit", "COM¹", "_COM¹.md"},
		{"no device", "Context", "Context.md"},
		{"hidden", "...config", "config.md"},
		{"a dot at the end", "The end. . ", "The end.md"},
		{"controls and line ends", "a\x00b\x1b\nc\u2028d\u0085e", "ab c d e.md"},
		{"turned direction", "a\u202egpj.exe\u202c", "agpj.exe.md"},
		{"right to left", "مدّ وجزر", "مدّ وجزر.md"},
		{"a decomposed letter", "cafe\u0301", "café.md"},
		{"emoji of several parts", "👩\u200d🔬 in the lab", "👩\u200d🔬 in the lab.md"},
		{"broken bytes", "a\xffb", "ab.md"},
		{"nothing left", "???", "page.md"},
		{"empty", "", "page.md"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := filename.Safe(c.title, ".md", "page", filename.MaxBytes); got != c.want {
				t.Errorf("%q gives %q, want %q", c.title, got, c.want)
			}
		})
	}
}

func TestLongNamesAreCutBetweenCharacters(t *testing.T) {
	for _, c := range []struct{ name, unit string }{
		{"letters", "a"}, {"umlauts", "ü"}, {"marks", "e\u0301\u0323"}, {"family", "👨\u200d👩\u200d👧"}, {"skin", "👍🏽"}, {"flags", "🇩🇪"}, {"Hangul", "한"},
	} {
		for limit := 30; limit < 60; limit++ {
			name := filename.Safe(strings.Repeat(c.unit, 300), ".md", "page", limit)
			stem := strings.TrimSuffix(name, ".md")
			unit := norm.NFC.String(c.unit)
			if len(name) > limit || strings.Trim(strings.ReplaceAll(stem, unit, ""), "") != "" {
				t.Errorf("%s, %d bytes: %q", c.name, limit, name)
			}
		}
	}
}

func TestKeyOfEqualNames(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Straße.md", "STRASSE.md", false}, {"Notes.md", "notes.MD", true}, {"cafe\u0301.md", "CAFÉ.md", true}, {"a.md", "b.md", false},
	} {
		if got := filename.Key(c.a) == filename.Key(c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

// FuzzSafe checks that any title gives a name that this system accepts, that is
// in its folder, and that has no character that another system rejects.
func FuzzSafe(f *testing.F) {
	for _, s := range []string{"", "..", "a/b", "CON", "🇩🇪🇩🇪", "\u202e", strings.Repeat("é", 300), "a\u0301", "\u200d", ". .", "lpt³ .x"} {
		f.Add(s, 200)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, title string, limit int) {
		limit = max(filename.MinBytes, min(limit, filename.MaxBytes))
		name := filename.Safe(title, ".md", "page", limit)
		stem := strings.TrimSuffix(name, ".md")
		switch {
		case len(name) > limit || !utf8.ValidString(name) || !norm.NFC.IsNormalString(name):
			t.Fatalf("%q is too long or not normal", name)
		case strings.ContainsAny(name, "\\/:*?\"<>|#^[]\x00") || strings.HasPrefix(name, "."):
			t.Fatalf("%q has a forbidden character", name)
		case stem == "" || strings.HasSuffix(stem, ".") || strings.TrimSpace(stem) != stem:
			t.Fatalf("%q ends in a dot or a space", stem)
		case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }):
			t.Fatalf("%q has a control character", name)
		}
		if filename.Safe(stem, ".md", "page", limit) != name {
			t.Fatalf("%q is not stable", name)
		}
		path := filepath.Join(dir, name)
		if filepath.Dir(path) != dir {
			t.Fatalf("%q leaves its folder", name)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		os.Remove(path)
	})
}
