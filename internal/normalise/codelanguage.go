package normalise

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
)

const (
	preAtom  = atom.Pre
	codeAtom = atom.Code
)

// language returns the language of listing x, in lower case, or "". It searches the
// listing, the elements inside, and the wrappers that contain nothing else.
func (n *normaliser) language(x *html.Node) string {
	code := dom.First(x, func(y *html.Node) bool {
		return y.Data == "code" && (dom.Attr(y, "class") != "" || languageAttr(y) != "")
	})
	for _, y := range []*html.Node{code, x} {
		if y == nil {
			continue
		}
		if l := languageOf(y, true); l != "" {
			return l
		}
	}
	// In a table, any pre or cell may name the language.
	if x.Data == "table" {
		if isDiff(x) {
			return "diff"
		}
		for _, y := range dom.Topmost(x, func(y *html.Node) bool { return y.Data == "code" || y.Data == "pre" && dom.First(y, isCode) == nil }) {
			if l := languageOf(y, true); l != "" {
				return l
			}
		}
	}
	if dom.HasAnyClass(x, fileViews) {
		if l := fileLanguage(n.file); l != "" {
			return l
		}
		return typeLanguage(x)
	}
	for w, steps := x.Parent, 0; w != nil && steps < 4; w, steps = w.Parent, steps+1 {
		switch w.Data {
		case "div", "figure", "section", "span", "table", "tbody", "tr", "td", "details":
		default:
			if !strings.Contains(w.Data, "-") {
				return ""
			}
		}
		if l := languageOf(w, false); l != "" {
			return l
		}
	}
	return ""
}

// typeLanguage returns the language of the view x of a file according to the "type-"
// class of a wrapper, or "".
func typeLanguage(x *html.Node) string {
	for w, steps := x.Parent, 0; w != nil && steps < 3; w, steps = w.Parent, steps+1 {
		for _, c := range dom.Classes(w) {
			if l, ok := strings.CutPrefix(c, "type-"); ok && languages[l] {
				return l
			}
		}
	}
	return ""
}

// fileViews are the classes of listings that show the file at the page's address.
var fileViews = dom.Words(`js-file-line-container react-code-lines`)

// extensions are the file name extensions that differ from the language's name.
var extensions = map[string]string{
	"cc": "cpp", "cjs": "js", "cxx": "cpp", "ex": "elixir", "exs": "elixir", "h": "c", "hh": "cpp", "hpp": "cpp", "htm": "html",
	"jl": "julia", "mjs": "js", "mk": "makefile", "mts": "ts", "php5": "php", "pm": "perl", "proto": "protobuf",
	"pyi": "py", "tf": "hcl",
}

// fileLanguage returns the language of a file according to its name, or "".
func fileLanguage(name string) string {
	name = strings.ToLower(name)
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	if l := extensions[name]; l != "" {
		return l
	}
	if languages[name] {
		return name
	}
	return ""
}

func isCode(y *html.Node) bool { return y.Data == "code" }

func languageAttr(y *html.Node) string {
	for _, key := range []string{"data-lang", "data-language", "data-enlighter-language", "data-code-language", "data-syntax", "syntax", "data-highlight-language", "language"} {
		if v := dom.Attr(y, key); v != "" {
			return v
		}
	}
	return ""
}

var languagePrefixes = []string{"language-", "lang-", "highlight-source-", "highlight-text-", "mw-highlight-lang-", "enlighter-l-", "brush:", "lang:", "src-", "highlight-", "hl-", "ltx_lst_language_"}

// languageOf returns the language that x itself names, or "". If bare is set, the
// name of a known language counts as a class without a prefix.
func languageOf(x *html.Node, bare bool) string {
	if l := cleanLanguage(languageAttr(x)); l != "" {
		return l
	}
	if x.Data == "code" || x.Data == "pre" {
		if l := strings.ToLower(dom.Attr(x, "lang")); languages[l] {
			return l
		}
	}
	list := dom.Classes(x)
	if s := dom.Attr(x, "data-syntaxhighlighter-params"); s != "" {
		list = append(list, strings.Fields(s)...)
	}
	for i, c := range list {
		lower := strings.ToLower(c)
		if (lower == "brush:" || lower == "lang:") && i+1 < len(list) {
			if l := cleanLanguage(strings.TrimSuffix(list[i+1], ";")); l != "" {
				return l
			}
		}
		for _, prefix := range languagePrefixes {
			rest, ok := strings.CutPrefix(lower, prefix)
			if !ok || rest == "" {
				continue
			}
			rest = strings.TrimSuffix(rest, ";")
			switch prefix {
			case "highlight-", "src-", "hl-":
				// These prefixes have other uses, too: highlight-lines, src-block.
				if !languages[rest] {
					continue
				}
			case "highlight-text-":
				rest = strings.TrimSuffix(rest, "-basic")
			}
			if l := cleanLanguage(rest); l != "" {
				return l
			}
			if noLanguage[rest] {
				return ""
			}
		}
	}
	if bare || dom.HasAnyClass(x, bareWrappers) {
		for _, c := range list {
			// Minified style sheets have class names such as c and d, too.
			if c = strings.ToLower(c); languages[c] && (len(c) > 1 || len(list) == 1 || dom.HasAnyClass(x, bareWrappers)) {
				return c
			}
		}
	}
	return ""
}

// bareWrappers are the classes beside which a language name without a prefix counts.
var bareWrappers = dom.Words(`highlight syntaxhighlighter sourceCode codehilite code hljs code-block src geshi prettyprint crayon-syntax source listing`)

// noLanguage are the names that mean "no language".
var noLanguage = dom.Words(`none no nohighlight no-highlight auto default undefined null unknown raw generic switch switcher`)

// cleanLanguage returns s in lower case, without suffixes of generators ("ts{1,3}",
// "js:title"), or "" if it is no valid info string of a fence: 1–32 of A–Z a–z 0–9
// _ + # . -
func cleanLanguage(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if i := strings.IndexAny(s, "{:,; =?\n\t"); i >= 0 {
		s = s[:i]
	}
	if s == "" || len(s) > 32 || noLanguage[s] {
		return ""
	}
	if s == "ipython" || s == "ipython2" || s == "ipython3" {
		return "python"
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && !strings.ContainsRune("_+#.-", rune(c)) {
			return ""
		}
	}
	return s
}

// languages are the names that count as a language without a prefix.
var languages = dom.Words(`abap actionscript ada apache applescript arduino asm asciidoc assembly autohotkey awk bash basic bat batch
	bibtex bnf c c# c++ clike clj clojure cmake cobol coffee coffeescript console cpp cs csharp csp css csv cuda cython d dart
	delphi diff django docker dockerfile dos dotenv ebnf elisp elixir elm emacs-lisp erb erl erlang excel f# fish fortran fsharp
	gawk gcode gherkin git glsl gml gnuplot go golang gradle graphql groovy haml handlebars haskell hcl hlsl hs html htmlbars
	http ini ino ipython ipython3 jade java javascript js json json5 jsonc jsx julia jupyter kotlin kt latex lean less lisp livescript llvm log lua
	makefile markdown markup mathematica matlab md mdx mermaid mips ml mysql nasm nginx nim nix nsis objc objectivec
	objective-c ocaml octave pascal patch perl pgsql php pl plaintext plsql postgresql postscript powershell prolog properties
	protobuf ps1 pug puppet py python python2 python3 pycon qml r racket rb reason rest rs ruby rust sas sass scala scheme scss
	sh shell shell-session shellscript smalltalk smarty sml solidity sparql sql stan stata styl stylus svelte swift systemverilog tcl terraform
	tex text toml ts tsx twig txt typescript v vala vb vba vbnet vbscript verilog vhdl vim viml vue wasm wgsl x86asm xhtml xml
	xpath xquery yaml yml zig zsh`)
