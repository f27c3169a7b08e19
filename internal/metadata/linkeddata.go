package metadata

import (
	"encoding/json"
	"slices"
	"strings"
)

// linkedData holds the objects of the JSON-LD scripts of a page, in document order.
type linkedData struct {
	objects []map[string]any
	byID    map[string]map[string]any
	bytes   int
}

// entity holds the fields of one JSON-LD object that are used here.
type entity struct {
	title, published, modified, description, image, language, publisher string
	authors, tags                                                       []string
}

// read adds one script. It ignores one that is too long, too deep or not JSON.
func (d *linkedData) read(script string) {
	if d.bytes += len(script); len(script) > maxScript || d.bytes > maxScripts {
		return
	}
	script = strings.TrimSpace(script)
	for _, wrap := range [][2]string{{"<!--", "-->"}, {"//<![CDATA[", "//]]>"}, {"<![CDATA[", "]]>"}} {
		script = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(script, wrap[0]), wrap[1]))
	}
	script = strings.TrimSuffix(script, ";")
	if tooDeep(script) {
		return
	}
	// Raw line breaks in strings are the most common fault; a space replaces them.
	clean := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, script)
	var v any
	if json.Unmarshal([]byte(clean), &v) != nil {
		return
	}
	d.add(v)
}

// tooDeep reports whether the brackets of a JSON text nest beyond maxNesting.
func tooDeep(s string) bool {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxNesting {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// holders are the properties that can hold the object that describes the page.
// Objects in other properties describe something else.
var holders = []string{"@graph", "mainEntity", "mainEntityOfPage"}

func (d *linkedData) add(v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			d.add(x)
		}
	case map[string]any:
		if len(d.objects) >= maxObjects {
			return
		}
		d.objects = append(d.objects, v)
		if id, _ := v["@id"].(string); id != "" && len(v) > 1 {
			if d.byID == nil {
				d.byID = map[string]map[string]any{}
			}
			if _, taken := d.byID[id]; !taken {
				d.byID[id] = v
			}
		}
		for _, key := range holders {
			d.add(v[key])
		}
	}
}

// listed is the lowest rank of the types that a page can list as teasers.
const listed = 3

// rank orders types by how likely an object of the type describes the page; 0
// means never.
func rank(types []string) int {
	best := 0
	for _, t := range types {
		t = t[strings.LastIndexAny(t, "/:#")+1:]
		r := 0
		switch {
		case strings.HasSuffix(t, "Article"), strings.HasSuffix(t, "Posting") && t != "JobPosting", t == "Report", t == "Review", t == "Recipe", t == "HowTo":
			r = 4
		case t == "Question", t == "Product", t == "Event", t == "Course", t == "JobPosting",
			t == "SoftwareApplication", t == "MobileApplication", t == "WebApplication", t == "Book", t == "Movie", t == "VideoObject",
			t == "PodcastEpisode", t == "CreativeWork", t == "Dataset", t == "SoftwareSourceCode", t == "Service":
			r = 3
		case strings.HasSuffix(t, "Page") && t != "WebPage":
			r = 2
		case t == "WebPage":
			r = 1
		}
		best = max(best, r)
	}
	return best
}

// about merges the objects that describe the page of e, best rank first, and
// within a rank those with the page's address or title first. Missing fields are
// taken from the next object. Of types that a page can list, only an object with
// the page's address or title counts, or the first of at most two; more are
// teasers.
func (d *linkedData) about(e *evidence) entity {
	type ranked struct {
		object map[string]any
		rank   int
		here   bool
	}
	var all []ranked
	rivals := map[int]int{} // objects by rank
	for _, o := range d.objects {
		if r := rank(texts(o["@type"], nil)); r > 0 {
			all = append(all, ranked{o, r, d.isHere(o, e)})
			rivals[r]++
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		switch {
		case a.rank != b.rank:
			return b.rank - a.rank
		case a.here == b.here:
			return 0
		case a.here:
			return -1
		}
		return 1
	})
	var result entity
	for i, r := range all {
		best := i == 0 || all[i-1].rank != r.rank
		if r.here || r.rank < listed || best && rivals[r.rank] <= 2 {
			result.fill(d.entity(r.object))
		}
	}
	return result
}

// isHere reports whether o has the address or the title of the page.
func (d *linkedData) isHere(o map[string]any, e *evidence) bool {
	for _, key := range []string{"url", "@id", "mainEntityOfPage"} {
		for _, a := range texts(o[key], []string{"@id", "url"}) {
			if a != "" && e.page.Base != nil && sameAddress(e.absolute(a), e.page.Base.String()) {
				return true
			}
		}
	}
	title := fold(plain(text(o["headline"], o["name"]), maxTitle))
	return title != "" && (title == fold(e.name) || len(e.heads) > 0 && title == fold(e.heads[0]))
}

func sameAddress(a, b string) bool {
	trim := func(s string) string {
		s, _, _ = strings.Cut(s, "#")
		s, _, _ = strings.Cut(s, "?")
		_, s, _ = strings.Cut(s, "://")
		return strings.TrimSuffix(strings.TrimPrefix(s, "www."), "/")
	}
	return a != "" && trim(a) == trim(b)
}

func (d *linkedData) entity(o map[string]any) entity {
	names := []string{"name", "@value"}
	en := entity{
		title:       text(o["headline"], o["name"], o["title"]),
		published:   text(o["datePublished"], o["uploadDate"], o["dateCreated"], o["datePosted"]),
		modified:    text(o["dateModified"]),
		description: text(o["description"]),
		language:    head(texts(o["inLanguage"], []string{"alternateName", "name", "@value"})),
		image:       head(d.named(o["image"], []string{"url", "contentUrl", "@id"})),
		publisher:   head(d.named(o["publisher"], names)),
		authors:     d.named(o["author"], names),
		tags:        texts(o["keywords"], names),
	}
	if en.image == "" {
		en.image = text(o["thumbnailUrl"])
	}
	if len(en.authors) == 0 {
		en.authors = d.named(o["creator"], names)
	}
	return en
}

// fill copies from other the fields that en lacks.
func (en *entity) fill(other entity) {
	for _, f := range []struct{ to, from *string }{
		{&en.title, &other.title}, {&en.published, &other.published}, {&en.modified, &other.modified},
		{&en.description, &other.description}, {&en.image, &other.image}, {&en.language, &other.language},
		{&en.publisher, &other.publisher},
	} {
		if *f.to == "" {
			*f.to = *f.from
		}
	}
	if len(en.authors) == 0 {
		en.authors = other.authors
	}
	if len(en.tags) == 0 {
		en.tags = other.tags
	}
}

// named is texts with references to other objects by @id followed once.
func (d *linkedData) named(v any, keys []string) []string {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var out []string
	for _, x := range list {
		if o, ok := x.(map[string]any); ok {
			if id, _ := o["@id"].(string); id != "" && d.byID[id] != nil && text(o["name"], o["url"]) == "" {
				x = d.byID[id]
			}
		}
		out = append(out, texts(x, keys)...)
	}
	return out
}

// texts returns the strings of a JSON-LD value: of a string itself, of an
// object the first of keys that it has, of a list all of them.
func texts(v any, keys []string) []string {
	switch v := v.(type) {
	case string:
		if v = strings.TrimSpace(v); v != "" {
			return []string{v}
		}
	case []any:
		var all []string
		for _, x := range v {
			if len(all) < maxMarks {
				all = append(all, texts(x, keys)...)
			}
		}
		return all
	case map[string]any:
		for _, k := range keys {
			if t := texts(v[k], keys); len(t) > 0 {
				return t
			}
		}
	}
	return nil
}

// text returns the first string among values.
func text(values ...any) string {
	for _, v := range values {
		if t := texts(v, []string{"@value", "url"}); len(t) > 0 {
			return t[0]
		}
	}
	return ""
}

// head returns the first of values, or "".
func head(values []string) string {
	for _, v := range values {
		return v
	}
	return ""
}
