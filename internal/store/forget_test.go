package store

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestForgetKnowsASiteInEveryForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		gone  []string
		stays []string
	}{
		{"münchen.example", []string{"https://xn--mnchen-3ya.example/x", "https://münchen.example/y", "https://MÜNCHEN.example/z", "https://www.münchen.example/"}, []string{"https://xmünchen.example/"}},
		{"https://MÜNCHEN.example:8443/path?q=1", []string{"https://münchen.example/"}, nil},
		{"xn--mnchen-3ya.example.", []string{"https://münchen.example/"}, nil},
		{"victim.example", []string{"https://victim.example:8443/", "https://user:pw@victim.example/", "https://VICTIM.example./", "https://a.b.victim.example/"}, []string{"https://xvictim.example/", "https://victim.example.org/"}},
		{"[::1]:8080", []string{"http://[::1]:8080/"}, nil},
	} {
		t.Run(c.text, func(t *testing.T) {
			s, _ := openWithPages(t)
			for i, address := range append(append([]string{}, c.gone...), c.stays...) {
				s.mustSave(t, page(address, fmt.Sprint(i), fmt.Sprint("text ", i)))
				s.mustLog(t, Entry{Address: address, Outcome: Done, Source: "blocks"})
			}
			site, err := ParseSite(c.text)
			if err != nil {
				t.Fatal(err)
			}
			deleted, err := s.Forget(Scope{Site: site})
			if err != nil || deleted.Rows != len(c.gone) || deleted.Clips != len(c.gone) {
				t.Errorf("%+v, %v", deleted, err)
			}
			if n := rowsOf(t, s, "clips"); n != len(c.stays) {
				t.Errorf("%d clips are left", n)
			}
		})
	}
	for _, text := range []string{"", "two words.example", "https://", "a\x00b"} {
		var wrong *ArgumentError
		if _, err := ParseSite(text); !errors.As(err, &wrong) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Rows of earlier versions have host names in Unicode and with a final dot.
func TestForgetFindsEarlierSpellings(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	for _, site := range []string{"münchen.example", "www.münchen.example.", "xn--mnchen-3ya.example."} {
		s.mustLog(t, entry("a.example", "blocks", 0.85))
		if _, err := s.db.Exec("UPDATE extraction_log SET site = ? WHERE site = 'a.example'", site); err != nil {
			t.Fatal(err)
		}
	}
	if deleted, err := s.Forget(Scope{Site: "xn--mnchen-3ya.example"}); err != nil || deleted.Rows != 3 {
		t.Errorf("%+v, %v", deleted, err)
	}
}

func TestForgetOfAnUnknownSiteNamesSimilarOnes(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	s.mustLog(t, entry("news.lighthouse.example", "blocks", 0.85))
	s.mustLog(t, entry("other.example", "blocks", 0.85))
	deleted, err := s.Forget(Scope{Site: "lighthouse.org"})
	if err != nil || deleted.Rows != 0 || deleted.Site != "lighthouse.org" || strings.Join(deleted.Similar, " ") != "news.lighthouse.example" {
		t.Errorf("%+v, %v", deleted, err)
	}
}

// Rows that moved between pages of the file leave no copy.
func TestForgottenSiteLeavesTheDisk(t *testing.T) {
	t.Parallel()
	s, _ := openWithPages(t)
	if err := s.SetPreferences(Preferences{Pages: true, Addresses: true}); err != nil {
		t.Fatal(err)
	}
	for i := range 120 {
		site := "stays.example"
		if i%3 == 0 {
			site = "canary.example"
		}
		address := fmt.Sprintf("https://%s/%d", site, i)
		s.mustLog(t, Entry{Address: address, Outcome: Done, Source: "blocks", Reason: strings.Repeat("r", i*7)})
		s.mustSave(t, page(address, fmt.Sprint(i), strings.Repeat(site+" text. ", i)))
	}
	if deleted, err := s.Forget(Scope{Site: "canary.example"}); err != nil || deleted.Rows != 40 || deleted.Clips != 40 {
		t.Errorf("%+v, %v", deleted, err)
	}
	if bytes.Contains(bytesOnDisk(t, s.dir), []byte("canary")) {
		t.Error("the site is on the disk")
	}
}

// While another program reads, deleted text is in the write-ahead log: forget does
// not report success.
func TestForgetReportsAReader(t *testing.T) {
	t.Parallel()
	s, c := openWithPages(t)
	s.mustSave(t, page("https://a.example/", "A", "canary text."))
	reader := open(t, s.dir, c)
	connection, err := reader.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	for _, statement := range []string{"BEGIN DEFERRED", "SELECT count(*) FROM clips"} {
		if _, err := connection.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Forget(Scope{All: true}); !errors.Is(err, ErrStillRead) {
		t.Errorf("with a reader: %v", err)
	}
	if _, err := connection.ExecContext(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Forget(Scope{All: true}); err != nil {
		t.Errorf("without: %v", err)
	}
	if bytes.Contains(bytesOnDisk(t, s.dir), []byte("canary")) {
		t.Error("the text is on the disk")
	}
}
