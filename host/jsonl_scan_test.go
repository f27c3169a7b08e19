package main

import (
	"encoding/json"
	"testing"
)

// scanSeeds are lines that scanObject reads, and lines that it must leave to
// encoding/json.
var scanSeeds = []string{
	`{"id":"a","url":"https://example.com/","html":"<p class=\"x\">Text\n\u00e9 \ud83d\ude00 \ud83d \/ \\ é</p>"}`,
	` { "id" : {"any":["}",1]} , "html" : "" , "more" : [ {"a":1} , "]" ] , "n" : -1.5e3 } `,
	`{}`, `{"id":null}`, `{"id":1,"id":2,"html":"one","html":"two"}`, `{"HTML":"x","Id":7,"URL":"y"}`,
	`{"html":null}`, `{"html":7}`, `{"html":"x","url":null}`, `{"html":"\ud800\u0041\uD83D\uDE00"}`,
	"{\"html\":\"a\x01b\"}", "{\"html\":\"a\xffb\"}", `{"html":"\x"}`, `{"html":"\u12"}`, `{"html":"x"`, `{"html":"x"}}`,
	`{"html":"x",}`, `{"ht\u006dl":"x"}`, `{"a":tru}`, `{"a":[1,}`, `{"a":[}]}`, `[1]`, `"x"`, ``, `{"a" 1}`, `{"a":1 "b":2}`,
	`{"ſ":1,"PATH":"p","Encoding":"e","html_BASE64":"x"}`, `{"a":01}`, `{"html":"x","extra":"a` + "\n" + `b"}`, `{"":0,"html":"x"}`,
}

// FuzzScanObject compares the fields of a line with those of encoding/json.
func FuzzScanObject(f *testing.F) {
	for _, s := range scanSeeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var want struct {
			ID   json.RawMessage `json:"id"`
			URL  string          `json:"url"`
			HTML *string         `json:"html"`
		}
		wantErr := json.Unmarshal(line, &want)
		got, err := parseLine(line)
		if (err != nil) != (wantErr != nil) {
			t.Fatalf("%q: error %v, encoding/json: %v", line, err, wantErr)
		}
		if string(got.id) != string(want.ID) || got.url != want.URL || (got.html == nil) != (want.HTML == nil) ||
			got.html != nil && *got.html != *want.HTML {
			t.Errorf("%q: %+v, encoding/json: %+v", line, got, want)
		}
		if err != nil {
			return
		}
		var all map[string]json.RawMessage
		if json.Unmarshal(line, &all) != nil {
			return
		}
		for name := range all {
			if isLineField(name) {
				delete(all, name)
			}
		}
		if len(all) != len(got.passed) {
			t.Fatalf("%q: passes on %v, want %v", line, got.passed, all)
		}
		for _, m := range got.passed {
			if string(all[m.name]) != string(m.value) {
				t.Errorf("%q: passes on %s as %s, want %s", line, m.name, m.value, all[m.name])
			}
		}
	})
}

// TestUsualLinesAreReadInOnePass fails if common lines need encoding/json, which
// costs three times as much.
func TestUsualLinesAreReadInOnePass(t *testing.T) {
	for _, line := range scanSeeds[:4] {
		var f lineFields
		if !scanObject([]byte(line), f.take) {
			t.Errorf("%s is left to encoding/json", line)
		}
	}
}
