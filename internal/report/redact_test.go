package report

import (
	"regexp"
	"strings"
	"testing"
)

func TestRedactionKeepsTheStructureAndReplacesAllWords(t *testing.T) {
	const secret = `<!doctype html><html lang="en"><head><title>Canary title</title><meta property="og:title" content="Canary"><script>canary()</script><style>.canary{}</style></head>
<body><!-- canary --><article class="post" id="main" data-user="canary" onclick="canary()" style="color:red"><h1>Canary, 12 CANARY</h1>
<p>Canary writes to canary@canary.example about <a href="https://canary.example/canary/page.html?canary=1#x" title="canary">the canary</a>.</p>
<img src="/img/canary.jpg" alt="A canary"><a href="javascript:canary()">x</a><table><tr><td colspan="2">canary</table><template><p>canary</p></template><div><template shadowrootmode="open"><p>In the shadow</p></template></div><p>金絲雀 канарейка</article></body></html>`
	got, err := redactPage(secret)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(strings.ToLower(got), "canary") || strings.Contains(got, "金絲雀") || strings.Contains(got, "канарейка") {
		t.Errorf("a word remains:\n%s", got)
	}
	if again, _ := redactPage(secret); again != got {
		t.Error("the result is not deterministic")
	}
	for _, kept := range []string{`<article class="post" id="main">`, `<td colspan="2">`, `<template shadowrootmode="open"><p>`, `lang="en"`, `.jpg"`, `href="https://example.com/`, `.html"`} {
		if !strings.Contains(got, kept) {
			t.Errorf("%s is missing:\n%s", kept, got)
		}
	}
	heading := regexp.MustCompile(`<h1>([A-Z][a-z]{5}), \d\d ([A-Z]{6})</h1>`).FindStringSubmatch(got)
	if heading == nil || !strings.EqualFold(heading[1], heading[2]) {
		t.Errorf("length or capitals changed, or equal words became different:\n%s", got)
	}
}

func TestRedactionOfDeeplyNestedPages(t *testing.T) {
	for name, open := range map[string]string{"deep": strings.Repeat("<div>", 1_200), "formatted": strings.Repeat("<b>", 5_000) + strings.Repeat("<p>x", 3_000)} {
		t.Run(name, func(t *testing.T) {
			got, err := redactPage("<!doctype html><title>t</title>" + open + "<p>A canary sings.</p>")
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(got, "canary") || !regexp.MustCompile(`[A-Z] [a-z]{6} [a-z]{5}\.`).MatchString(got) || len(got) > 1<<20 {
				t.Errorf("%d bytes: %.200q", len(got), got)
			}
		})
	}
}
