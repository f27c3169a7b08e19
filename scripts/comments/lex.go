package main

import (
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
)

// comment is one comment with its marks.
type comment struct {
	line int // of its beginning, from 1
	text string
}

// commentsOfGo returns the comments of a Go file. Invalid tokens are skipped.
func commentsOfGo(source []byte) (all []comment) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, source, func(token.Position, string) {}, scanner.ScanComments)
	for {
		at, kind, text := s.Scan()
		switch kind {
		case token.EOF:
			return all
		case token.COMMENT:
			all = append(all, comment{file.Line(at), text})
		}
	}
}

// templateText matches a template literal up to its first substitution or its
// end, without the mark at its beginning.
const templateText = "(?:\\\\.|[^`\\\\$]|\\$+(?:[^{$`\\\\]|\\\\.))*\\$*(?:`|\\$\\{)"

var (
	// jsToken matches one token of JavaScript other than a regular expression.
	jsToken = regexp.MustCompile("^(?s:" +
		`//[^\n]*|/\*.*?\*/` +
		`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'` +
		"|`" + templateText +
		`|[\pL\pN_$]+|\s+|.)`)
	jsTemplateRest = regexp.MustCompile(`^(?s:\}` + templateText + `)`)
	jsRegexp       = regexp.MustCompile(`^/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])*/`)
	// jsOperand matches tokens after which "/" is a division. It treats ")" as
	// the end of an operand, which is wrong only for a regular expression that
	// follows the condition of an if, while or for.
	jsOperand = regexp.MustCompile("(?s)[\\pL\\pN_$)\\]}\"'`]$")
	jsKeyword = regexp.MustCompile(`^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|yield|await)$`)
)

// commentsOfJS returns the comments of a JavaScript file.
func commentsOfJS(source []byte) (all []comment) {
	line := 1
	previous := ""          // the last token other than space and comments
	var substitutions []int // for each open ${, the number of "{" open in it
	for len(source) > 0 {
		token := jsToken.Find(source)
		inside := len(substitutions) - 1
		operand := jsOperand.MatchString(previous) && !jsKeyword.MatchString(previous)
		if rest := jsTemplateRest.Find(source); rest != nil && inside >= 0 && substitutions[inside] == 0 {
			token = rest
			substitutions = substitutions[:inside]
		} else if expression := jsRegexp.Find(source); expression != nil && !operand {
			token = expression
		}
		text := string(token)
		switch {
		case strings.HasPrefix(text, "//") || strings.HasPrefix(text, "/*"):
			all = append(all, comment{line, text})
		case strings.TrimSpace(text) != "":
			previous = text
		}
		switch {
		case strings.HasSuffix(text, "${") && (text[0] == '`' || text[0] == '}'):
			substitutions = append(substitutions, 0)
		case text == "{" && inside >= 0:
			substitutions[inside]++
		case text == "}" && inside >= 0:
			substitutions[inside]--
		}
		line += strings.Count(text, "\n")
		source = source[len(token):]
	}
	return all
}
