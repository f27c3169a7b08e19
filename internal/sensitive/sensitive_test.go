package sensitive

import (
	"slices"
	"strings"
	"testing"
)

func TestTheListIsShortAndClean(t *testing.T) {
	hosts := Hosts()
	if len(hosts) < 150 || len(hosts) > 300 {
		t.Errorf("%d hosts", len(hosts))
	}
	for i, h := range hosts {
		if h != strings.ToLower(h) || strings.ContainsAny(h, "/:* ") || slices.Contains(hosts[:i], h) {
			t.Errorf("%q", h)
		}
	}
}

func TestSubdomainsAreListed(t *testing.T) {
	for host, want := range map[string]bool{
		"paypal.com": true, "www.paypal.com": true, "paypal.com.": true, "notpaypal.com": false, "paypal.com.example.org": false,
		"mail.google.com": true, "google.com": false, "docs.google.com": false, "irs.gov": true, "tax.service.gov.uk": true, "": false, "example.com": false,
	} {
		if Is(host) != want {
			t.Errorf("%q: %v", host, !want)
		}
	}
}
