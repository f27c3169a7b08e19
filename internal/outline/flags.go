package outline

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"pulltab/internal/judge"
	"pulltab/internal/summarize"
)

// form is one form of a suspicious text.
type form struct {
	kind  string
	words []string // in lower case; every text that form matches has one of them
	form  *regexp.Regexp
}

// forms are texts that have no business in a page's prose, by kind. The kinds of
// judge.Instruction (override, role, secrecy) come in addition.
var forms = []form{
	{"frame", []string{"<", "[b"}, regexp.MustCompile(`(?i)</?\s*(?:page|system|user|assistant|untrusted|document|context|tool_result)[-_ >]|(?m)^\s*\[b\d+(?:\.\d+)?(?:\]|-b\d)`)},
	{"tool-call", []string{"function", "invoke", "tool_", "system", "assistant", "developer"}, regexp.MustCompile(`(?i)</?(?:antml:)?(?:function_calls?|invoke|tool_call|tool_use|tool_code|function)\b|"(?:tool_calls|function_call|tool_use)"\s*:|^\s*(?:system|assistant|developer)\s*:\s`)},
	{"override", []string{"ignore", "disregard", "forget", "override", "bypass", "instruction", "end of "}, regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,30}\b(?:(?:previous|prior|earlier|above|existing|original|your|all)\s+){1,3}(?:\w+\s+)?(?:instructions?|rules|guidelines|directives|guardrails|safety|restrictions|programming)\b|\bnew\s+(?:system\s+)?instructions?\s*:|\bend of (?:page|document|context|user input)\b`)},
	{"override", []string{"ignor", "vergiss", "missacht", "umgeh", "oublie", "olvida"}, regexp.MustCompile(`(?i)\b(?:ignoriere|vergiss|missachte|umgehe)n?\b[^.!?\n]{0,30}\b(?:anweisungen|regeln|vorgaben)\b|\b(?:ignorez|oubliez)\b[^.!?\n]{0,30}\b(?:instructions|consignes)\b|\b(?:ignora|olvida)\b[^.!?\n]{0,30}\binstrucciones\b`)},
	{"role", []string{" as ", " mode", " this "}, regexp.MustCompile(`(?i)\b(?:act|behave|respond) as (?:an?|the) (?:unrestricted|uncensored|jailbroken|root|admin\w*|developer mode)\b|\b(?:developer|dan|jailbreak|god) mode (?:is )?(?:on|enabled|activated)\b|\b(?:ai|llm|language model|chatbot)s?\b[^.!?\n]{0,25}\b(?:reading|processing|summari[sz]ing|visiting) this (?:page|site|document|text)\b`)},
	{"secrecy", []string{"user"}, regexp.MustCompile(`(?i)\b(?:do not|don't|never|without)\s+(?:tell|telling|inform|informing|notify|notifying|alert|alerting|ask|asking|mention\w*)\b[^.!?\n]{0,20}\buser\b`)},
	{"exfiltration", []string{"send", "post", "forward", "upload", "submit", "transmit", "mail", "append", "leak", "exfiltrate"}, regexp.MustCompile(`(?i)\b(?:send|post|forward|upload|submit|transmit|e-?mail|append|leak|exfiltrate)\b[^.!?\n]{0,60}\b(?:conversation|chat history|system prompt|api keys?|passwords?|credentials|cookies?|tokens?|secrets?|private keys?|user'?s (?:data|files|e-?mails?))\b[^.!?\n]{0,40}\b(?:to|at|into|as)\b`)},
	{"address", []string{"http"}, regexp.MustCompile(`https?://[^\s<>")\]]*[?&/=#](?:[A-Za-z0-9+/_-]{80,}|(?:[0-9a-fA-F]{2}){40,}|[^\s<>")\]&]*(?:\{\{|%7B%7B|\$\{|\{(?:data|prompt|conversation|history|secret|token|summary)\}|\[(?:data|conversation|history|secret|summary)\]))`)},
	{"encoded", nil, regexp.MustCompile(`(?:^|[^A-Za-z0-9+/])[A-Za-z0-9+/]{120,}={0,2}(?:[^A-Za-z0-9+/=]|$)|(?:\\x[0-9a-fA-F]{2}){20,}|(?:%[0-9a-fA-F]{2}){30,}`)},
}

const (
	maxFlagged = 64 << 10 // bytes of a block that are searched
	minEncoded = 60       // bytes of the shortest word that encoded data has
)

// flagsOf returns the kinds of the suspicious texts in a block of Markdown, without
// repetition.
func flagsOf(md string) []string {
	md = strings.ReplaceAll(md[:min(len(md), maxFlagged)], `\`, "")
	plain := summarize.PlainText(md)
	lower := strings.ToLower(md)
	var kinds []string
	if kind := cmp.Or(judge.Instruction(plain), judge.Instruction(md)); kind != "" {
		kinds = append(kinds, kind)
	}
	for _, f := range forms {
		if !slices.Contains(kinds, f.kind) && f.mayMatch(lower) && (f.form.MatchString(plain) || f.form.MatchString(md)) {
			kinds = append(kinds, f.kind)
		}
	}
	return kinds
}

func (f form) mayMatch(lower string) bool {
	if f.words == nil {
		return slices.ContainsFunc(strings.Fields(lower), func(w string) bool { return len(w) >= minEncoded })
	}
	return slices.ContainsFunc(f.words, func(w string) bool { return strings.Contains(lower, w) })
}
