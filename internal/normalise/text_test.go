package normalise

import "testing"

func TestCharactersThatHideAMessageAreRemovedAndCounted(t *testing.T) {
	for text, want := range map[string]struct {
		text  string
		count int
	}{
		"word\U000e0049\U000e0047 end": {"word end", 2},
		"\u202etxet\u202c":             {"txet\u202c", 1},
		"a\u2063b":                     {"ab", 1},
		"\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": {"\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", 0},
		"\u200fשלום\u2067x\u2069":                                                {"\u200fשלום\u2067x\u2069", 0},
	} {
		if got, count := withoutCovert(text); got != want.text || count != want.count {
			t.Errorf("%q: %q, %d; want %q, %d", text, got, count, want.text, want.count)
		}
	}
}
