package htmltree

import "testing"

func TestDecodeFindsTheEncoding(t *testing.T) {
	for _, c := range []struct{ name, in, encoding, want string }{
		{"plain ASCII", "<p>hi", "", "<p>hi"},
		{"UTF-8 without a word about it", "<p>für", "", "<p>für"},
		{"UTF-8 saved under a stale meta element", `<meta charset=iso-8859-1><p>für`, "", `<meta charset=iso-8859-1><p>für`},
		{"a meta element", "<meta charset=koi8-r><p>\xd0\xd2\xc9", "", "<meta charset=koi8-r><p>при"},
		{"a meta element of the old kind", "<meta http-equiv=content-type content='text/html; charset=shift_jis'>\x93\xfa\x96\x7b", "", "<meta http-equiv=content-type content='text/html; charset=shift_jis'>日本"},
		{"no word at all", "<p>f\xfcr \x80", "", "<p>für €"},
		{"a name given beats the meta element", "<meta charset=koi8-r>f\xfcr", "iso-8859-15", "<meta charset=koi8-r>für"},
		{"a byte order mark beats the name", "\xef\xbb\xbffür", "koi8-r", "für"},
		{"UTF-16 big end first", "\xfe\xff\x00<\x00p\x00>\x00\xfc", "", "<p>ü"},
		{"UTF-16 little end first", "\xff\xfe<\x00p\x00>\x00\xfc\x00", "", "<p>ü"},
		{"escape codes in ASCII bytes", "<meta charset=iso-2022-jp>\x1b$BF|K\\\x1b(B", "", "<meta charset=iso-2022-jp>日本"},
		{"broken UTF-8", "\xef\xbb\xbfa\xffb", "", "a\ufffdb"},
		{"nothing", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Decode([]byte(c.in), c.encoding)
			if err != nil || got != c.want {
				t.Errorf("got %q, %v\nwant %q", got, err, c.want)
			}
		})
	}
	if _, err := Decode([]byte("x"), "klingon"); err == nil {
		t.Error("an unknown encoding is accepted")
	}
}
