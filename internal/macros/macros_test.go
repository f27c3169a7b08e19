package macros_test

import (
	"testing"

	"pulltab/internal/macros"
)

func TestMacrosAreBroken(t *testing.T) {
	for _, c := range []struct{ in, markdown, tex, yaml string }{
		{"<%* tR %>", `<\%* tR %>`, "< %* tR %>", `\x3C%* tR %>`},
		{"{{date}}", `{\{date}}`, "{ {date}}", `\x7B{date}}`},
		{"{{#if x}}", `{\{#if x}}`, "{ {#if x}}", `\x7B{#if x}}`},
		{"{{{raw}}}", `{\{\{raw}}}`, "{{ {raw}}}", `\x7B\x7B{raw}}}`},
		{"{% include a %}", `{\% include a %}`, "{ % include a %}", `\x7B% include a %}`},
		{`\frac{{a}}{{\rm b}}`, `\frac{\{a}}{\{\rm b}}`, `\frac{{a}}{{\rm b}}`, `\frac\x7B{a}}\x7B{\rm b}}`},
		{"a < b % c { d", "a < b % c { d", "a < b % c { d", "a < b % c { d"},
		{"{", "{", "{", "{"},
	} {
		if got := macros.Break(c.in, `\`); got != c.markdown {
			t.Errorf("Break(%q) is %q, not %q", c.in, got, c.markdown)
		}
		if got := macros.BreakTeX(c.in); got != c.tex {
			t.Errorf("BreakTeX(%q) is %q, not %q", c.in, got, c.tex)
		}
		if got := macros.YAML(c.in); got != c.yaml {
			t.Errorf("YAML(%q) is %q, not %q", c.in, got, c.yaml)
		}
	}
}

func TestQueriesAreRecognised(t *testing.T) {
	for code, want := range map[string]bool{
		"=this.file.name": true, "= this.file.name": true, " =date(today)": true, "=[[a]].b": true, "=1+1": true, "$=dv.pages()": true, "$= x": true,
		"=": false, "==": false, "===": false, "=>": false, "=> x": false, "a=b": false, "=~": false, "$x": false, "": false,
	} {
		if got := macros.IsQuery(code); got != want {
			t.Errorf("IsQuery(%q) is %v", code, got)
		}
	}
}

func TestExecutedLanguagesAreRecognised(t *testing.T) {
	for language, want := range map[string]bool{
		"dataview": true, "DataviewJS": true, "meta-bind-button": true, "meta-bind-embed": true, "meta-bind": true, "templater-x": true, "run-python": true, "button": true,
		"js": false, "python": false, "running": false, "meta": false, "sql": false, "": false,
	} {
		if got := macros.Runs(language); got != want {
			t.Errorf("Runs(%q) is %v", language, got)
		}
	}
}
