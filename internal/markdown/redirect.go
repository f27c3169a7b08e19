package markdown

import (
	"encoding/base64"
	"net/url"
	"strings"
)

// redirect is a service that wraps links: its host, "www." aside, the beginning of
// its path, and the parameters with the wrapped address.
type redirect struct {
	path   string
	params []string
}

var redirects = map[string]redirect{
	"l.facebook.com":        {"/l.php", []string{"u"}},
	"lm.facebook.com":       {"/l.php", []string{"u"}},
	"facebook.com":          {"/l.php", []string{"u"}},
	"l.instagram.com":       {"/", []string{"u"}},
	"l.threads.net":         {"/", []string{"u"}},
	"youtube.com":           {"/redirect", []string{"q"}},
	"out.reddit.com":        {"/", []string{"url"}},
	"duckduckgo.com":        {"/l/", []string{"uddg"}},
	"bing.com":              {"/ck/a", []string{"u"}},
	"linkedin.com":          {"/", []string{"url"}},
	"vk.com":                {"/away.php", []string{"to"}},
	"slack-redir.net":       {"/link", []string{"url"}},
	"steamcommunity.com":    {"/linkfilter/", []string{"u", "url"}},
	"t.umblr.com":           {"/redirect", []string{"z"}},
	"disq.us":               {"/", []string{"url"}},
	"exit.sc":               {"/", []string{"url"}},
	"getpocket.com":         {"/redirect", []string{"url"}},
	"link.zhihu.com":        {"/", []string{"target"}},
	"link.juejin.cn":        {"/", []string{"target"}},
	"link.csdn.net":         {"/", []string{"target"}},
	"gitee.com":             {"/link", []string{"target"}},
	"douban.com":            {"/link2/", []string{"url"}},
	"jianshu.com":           {"/go-wild", []string{"url"}},
	"safelinks.outlook.com": {"/", []string{"url"}},
}

// unwrap returns the address behind the redirects of search engines, Google and
// social sites, at most three of them. Nothing is fetched: the address is part of
// the link.
func unwrap(address string) string {
	for range 3 {
		inner := unwrapOnce(address)
		if inner == "" {
			break
		}
		address = inner
	}
	return address
}

func unwrapOnce(address string) string {
	if !strings.HasPrefix(address, "http") || !strings.ContainsAny(address, "?") && !strings.Contains(address, "/RU=") {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	if strings.HasSuffix(host, ".safelinks.protection.outlook.com") {
		host = "safelinks.outlook.com"
	}
	service := redirects[host]
	switch {
	case strings.HasPrefix(host, "google.") && u.Path == "/url":
		service = redirect{"/url", []string{"q", "url"}}
	case host == "r.search.yahoo.com":
		if _, rest, found := strings.Cut(u.EscapedPath(), "/RU="); found {
			rest, _, _ = strings.Cut(rest, "/")
			inner, _ := url.PathUnescape(rest)
			return webAddress(inner)
		}
		return ""
	}
	if service.path == "" || !strings.HasPrefix(u.Path+"/", service.path) {
		return ""
	}
	query := u.Query()
	if host == "linkedin.com" && !strings.HasPrefix(u.Path, "/redir") && !strings.HasPrefix(u.Path, "/safety/go") {
		return ""
	}
	for _, p := range service.params {
		inner := query.Get(p)
		if host == "bing.com" {
			decoded, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(inner, "a1"))
			if err != nil {
				return ""
			}
			inner = string(decoded)
		}
		if inner = webAddress(inner); inner != "" {
			return inner
		}
	}
	return ""
}

// webAddress returns address if it is one of the web, else "".
func webAddress(address string) string {
	address = cleanAddress(address)
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return address
}

// trackers are the parameters that identify a reader or a campaign and do not change
// the page.
var trackers = map[string]bool{
	"fbclid": true, "gclid": true, "gclsrc": true, "dclid": true, "gbraid": true, "wbraid": true, "msclkid": true, "twclid": true, "ttclid": true,
	"yclid": true, "igshid": true, "igsh": true, "srsltid": true, "mc_cid": true, "mc_eid": true, "mkt_tok": true, "_hsenc": true, "_hsmi": true,
	"vero_id": true, "vero_conv": true, "oly_anon_id": true, "oly_enc_id": true, "_ga": true, "_gl": true, "s_cid": true, "wickedid": true,
	"rb_clickid": true, "ml_subscriber": true, "ml_subscriber_hash": true,
}

// withoutTracking removes the tracking parameters of address and keeps the spelling
// of the others.
func withoutTracking(address string) string {
	before, rest, found := strings.Cut(address, "?")
	if !found || !strings.HasPrefix(address, "http") {
		return address
	}
	query, hash, hashed := strings.Cut(rest, "#")
	if strings.Contains(before, "#") {
		return address // the question mark is part of the fragment
	}
	var kept []string
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if name = strings.ToLower(name); !trackers[name] && !strings.HasPrefix(name, "utm_") {
			kept = append(kept, part)
		}
	}
	if len(kept) > 0 {
		before += "?" + strings.Join(kept, "&")
	}
	if hashed {
		before += "#" + hash
	}
	return before
}
