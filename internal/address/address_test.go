package address

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	for name, c := range map[string][2]string{
		"plain addresses stay":          {"https://example.com/a/b.html?page=2&lang=de", "https://example.com/a/b.html?page=2&lang=de"},
		"user information and fragment": {"https://me:pw@Example.com/a#token=1", "https://example.com/a"},
		"named secrets":                 {"https://e.com/?access_token=x&sid=1&api-key=2&X-Amz-Signature=3&PHPSESSID=4&q=words", "https://e.com/?access_token=redacted&sid=redacted&api-key=redacted&X-Amz-Signature=redacted&PHPSESSID=redacted&q=words"},
		"names that only look alike":    {"https://e.com/?keyword=a&author=b&monkey=c&statement=d&pinned=e", "https://e.com/?keyword=a&author=b&monkey=c&statement=d&pinned=e"},
		"a session in the path":         {"https://e.com/a;jsessionid=12?x=1", "https://e.com/a;jsessionid=redacted?x=1"},
		"words, dates and numbers":      {"https://e.com/2026/05/03/how-to-keep-a-light-burning-for-11-years-20260503123456", "https://e.com/2026/05/03/how-to-keep-a-light-burning-for-11-years-20260503123456"},
		"an article's UUID":             {"https://e.com/550e8400-e29b-41d4-a716-446655440000", "https://e.com/550e8400-e29b-41d4-a716-446655440000"},
		"escapes stay as they are":      {"https://e.com/a%2Fb%20c?q=%C3%BC+x", "https://e.com/a%2Fb%20c?q=%C3%BC+x"},
		"names in brackets":             {"https://e.com/a?u[password]=x&u%5Btoken%5D=y&u[name]=z", "https://e.com/a?u[password]=redacted&u%5Btoken%5D=redacted&u[name]=z"},
		"files":                         {"file:///home/me/private.html", ""},
		"data":                          {"data:text/html,secret", ""},
		"no address":                    {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Redact(c[0]); got != c[1] {
				t.Errorf("\n got %s\nwant %s", got, c[1])
			}
			if got := Redact(Redact(c[0])); got != c[1] {
				t.Errorf("twice: %s", got)
			}
		})
	}
	secrets := rand.New(rand.NewPCG(1, 2))
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	seen := map[string]bool{}
	for range 500 {
		secret := make([]byte, 28+secrets.IntN(40))
		for i := range secret {
			secret[i] = letters[secrets.IntN(len(letters))]
		}
		for _, address := range []string{"https://e.com/share/" + string(secret), "https://e.com/?x=" + string(secret), "https://e.com/?eyJh." + string(secret)} {
			got := Redact(address)
			if strings.Contains(got, string(secret)) || seen[got] {
				t.Errorf("%s gives %s", address, got)
			}
			seen[got] = true
		}
	}
}

func TestJSONInAQueryIsRedacted(t *testing.T) {
	t.Parallel()
	for _, address := range []string{`https://e.com/a?data={"token":"SECRET"}`, "https://e.com/a?data=%7B%22token%22%3A%22SECRET%22%7D"} {
		if got := Redact(address); strings.Contains(got, "SECRET") {
			t.Errorf("%s gives %s", address, got)
		}
		if got := Clean(address); got != "https://e.com/a" {
			t.Errorf("%s is cleaned to %s", address, got)
		}
	}
}

func TestCleanRemovesCredentialsAndNothingElse(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"https://user:pw@e.com/a", "https://e.com/a"},
		{"https://e.com/a?x=1&access_token=abc#id_token=def", "https://e.com/a?x=1"},
		{"https://e.com/a?token=abc", "https://e.com/a"},
		{"https://e.com/a;jsessionid=12?x=1", "https://e.com/a?x=1"},
		{"https://e.com/a;JSESSIONID=12/b;c=d?x", "https://e.com/a/b;c=d?x"},
		{"https://e.com/a?u[password]=x&b=1", "https://e.com/a?b=1"},
		{"https://e.com/a?X-Amz-Signature=abc&X-Amz-Security-Token=def&list=1", "https://e.com/a?list=1"},
		{"https://e.com/?code=aB3dE5fG7hI9jK1l&state=aB3dE5fG7hI9jK1lm", "https://e.com/"},
	} {
		if got := Clean(c[0]); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
		if got := Clean(c[1]); got != c[1] {
			t.Errorf("twice: %s", got)
		}
	}
	for _, address := range []string{
		"", "about:blank", "file:///home/me/a.html", "https://e.com/watch?v=aB3dE5fG7hI9jK1l", "https://e.com/a%2Fb?q=%C3%BC+x&&y#part-2",
		"https://e.com/?code=404&key=c&state=ny&login=me", "https://e.com/?tokens=5&sessions=3", "https://e.com/a@b", "https://e.com/?token=", "https://e.com/u/550e8400-e29b-41d4-a716-446655440000",
	} {
		if got := Clean(address); got != address {
			t.Errorf("%s became %s", address, got)
		}
	}
}

func TestRedactInReplacesCredentialsOfThePagesAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ address, text, want string }{
		{"https://e.com/a?token=s3cret-99&page=1", "[next](?page=2&token=s3cret-99) [raw](https://e.com/a?token=s3cret-99&page=1)", "[next](?page=2&token=redacted) [raw](https://e.com/a?token=redacted&page=1)"},
		{"https://e.com/a?token=s3cret-99", "see s3cret-99", "see redacted"},
		{"https://me:pa55word!@e.com/a", "[x](https://me:pa55word%21@e.com/b) and pa55word!", "[x](https://e.com/b) and redacted"},
		{"https://e.com/a;jsessionid=AB12CD34EF?x=1", "[b](b;jsessionid=AB12CD34EF)", "[b](b;jsessionid=redacted)"},
		// Short values and words stay where they are text.
		{"https://e.com/a?code=1&key=february", "code=1 and code 1 in february", "code=redacted and code 1 in february"},
		{"https://e.com/a?page=1", "page=1", "page=1"},
	} {
		if got := RedactIn(c.text, c.address); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.address, got, c.want)
		}
	}
}
