package nativemsg

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestSplitKeepsTheTextAndTheLimit(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":      "",
		"one letter":   "x",
		"all <":        strings.Repeat("<", 5000),
		"all controls": strings.Repeat("\x01", 5000),
		"all emoji":    strings.Repeat("😀", 5000),
		"all quotes":   strings.Repeat(`"\`, 5000),
		"separators":   strings.Repeat("\u2028\u2029", 2000),
		"not UTF-8":    strings.Repeat("\xff\xed\xa0\x80", 2000),
		"mixed":        strings.Repeat("aü漢😀\n\t\b\f\x7f</script>", 500),
	} {
		t.Run(name, func(t *testing.T) {
			for _, limit := range []int{16, 17, 100, 4096, 1 << 20} {
				checkSplit(t, text, limit)
			}
		})
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("a\u2028😀\x00<\"", 16)
	f.Add("\xff\xc3", 20)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		if limit >= 16 {
			checkSplit(t, text, limit)
		}
	})
}

func checkSplit(t *testing.T, text string, limit int) {
	t.Helper()
	pieces := Split(text, limit)
	if strings.Join(pieces, "") != text {
		t.Fatalf("limit %d: the pieces are not the text", limit)
	}
	for i, piece := range pieces {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(piece); err != nil {
			t.Fatal(err)
		}
		if b.Len()-1 > limit {
			t.Fatalf("limit %d: piece %d has %d bytes", limit, i, b.Len()-1)
		}
		if piece == "" && len(pieces) > 1 {
			t.Fatalf("limit %d: piece %d is empty", limit, i)
		}
	}
}
