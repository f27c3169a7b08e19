package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const goSource = `// Package p does what it says.
package p

//
/* Nobody reads
   this line. */
var s = "// what" // trailing
var r = '"' // what lies here
`

const jsSource = "// what\n" +
	"const a = '// what', b = \"/* what */\", c = `// what ${ /* what */ f({ g: `${1}` }) } // what`; // plain\n" +
	"const d = /[/\"'`]\\/\\/ what/g, e = a / b; // lies\n" +
	"f(`$${1}$`, `\\`$`, `$`); /** what\n */ g(`//`);\n" +
	"if (a) return /'/; // of ours\n" +
	"/**\n * Somewhat whatever.\n *\n */\n"

func TestCountCommentLines(t *testing.T) {
	for path, c := range map[string]struct {
		source string
		want   tally
		found  []string
	}{
		"a.go": {goSource, tally{lines: 5, what: 2, indirect: 2},
			[]string{"a.go:1: // Package p does what it says.\n", "a.go:5: /* Nobody reads\n", "a.go:8: // what lies here\n"}},
		"a.mjs": {jsSource, tally{lines: 7, what: 3, indirect: 2},
			[]string{"a.mjs:1: // what\n", "a.mjs:2: /* what */\n", "a.mjs:3: // lies\n", "a.mjs:4: /** what\n", "a.mjs:6: // of ours\n"}},
		"broken.js": {"'no end\n`${`", tally{}, nil},
		"broken.go": {"package \x00 '", tally{}, nil},
	} {
		got, found := count(path, []byte(c.source))
		if got != c.want || !slices.Equal(found, c.found) {
			t.Errorf("%s: %+v %q, want %+v %q", path, got, found, c.want, c.found)
		}
	}
}

func TestMeasureSkipsForeignFilesAndComparesTotalsWithLimits(t *testing.T) {
	dir := t.TempDir()
	for path, text := range map[string]string{
		"a/a.go":             "// one\n// what\n// three\n// lies\n",
		"b/b.js":             "// one\n// two\n// three\n// four\n",
		"b/vendor/b.js":      "// what\n",
		"third_party/c.go":   "// what\n",
		"a/testdata/d.go":    "// what\n",
		"node_modules/e.mjs": "// what\n",
		".hidden/f.js":       "// what\n",
		"a/readme.md":        "// what\n",
	} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		limits options
		within bool
	}{
		{options{what: 12.5, indirect: 12.5}, true},
		{options{what: 12.4, indirect: 12.5}, false},
		{options{what: 12.5, indirect: 12.4}, false},
	} {
		var out strings.Builder
		within, err := measure(&out, []string{dir}, c.limits)
		if err != nil || within != c.within {
			t.Errorf("%+v: %v, %v", c.limits, within, err)
		}
		if last := "total                              8   12.50     12.50\n"; !strings.HasSuffix(out.String(), last) {
			t.Errorf("got %q", out.String())
		}
		if strings.Contains(out.String(), ": //") {
			t.Errorf("lines were listed without -list: %q", out.String())
		}
	}
	var out strings.Builder
	if _, err := measure(&out, []string{dir}, options{list: true}); err != nil || strings.Count(out.String(), ": //") != 2 {
		t.Errorf("%v: %s", err, out.String())
	}
	if _, err := measure(&out, []string{filepath.Join(dir, "absent")}, options{}); err == nil {
		t.Error("no error for a path that does not exist")
	}
}
