package markdown

import "testing"

func TestTheTitleIsTheFirstLineOnce(t *testing.T) {
	for name, c := range map[string]struct{ md, title, want string }{
		"no heading":                       {"The river rises.\n", "The gauge", "# The gauge\n\nThe river rises.\n"},
		"the same heading":                 {"# The gauge\n\nThe river rises.\n", "The gauge", "# The gauge\n\nThe river rises.\n"},
		"a heading of another level":       {"## The gauge\n\nThe river rises.\n", "The gauge", "# The gauge\n\nThe river rises.\n"},
		"other case and punctuation":       {"# The  GAUGE!\n\nText.\n", "The gauge", "# The  GAUGE!\n\nText.\n"},
		"below a date":                     {"Monday\n\n# The gauge\n\nText.\n", "The gauge", "# The gauge\n\nMonday\n\nText.\n"},
		"a first heading of level 1":       {"### News\n\nMonday\n\n# The gauge\n\nText.\n", "The gauge", "# The gauge\n\n### News\n\nMonday\n\nText.\n"},
		"a later section of the same name": {"## News\n\nMonday\n\n## The gauge\n\nText.\n", "The gauge", "# The gauge\n\n## News\n\nMonday\n\n## The gauge\n\nText.\n"},
		"another heading":                  {"# The river\n\n# The gauge\n", "The gauge", "# The gauge\n\n# The river\n\n# The gauge\n"},
		"code and emphasis stay":           {"## The `gauge` of *Bern*\n\nText.\n", "The gauge of Bern", "# The `gauge` of *Bern*\n\nText.\n"},
		"a link goes":                      {"## [The gauge](https://example.com/)\n\nText.\n", "The gauge", "# The gauge\n\nText.\n"},
		"a reference link goes":            {"## [The gauge][1]\n\nText.\n\n[1]: https://example.com/\n", "The gauge", "# The gauge\n\nText.\n\n[1]: https://example.com/\n"},
		"a picture goes":                   {"# ![](https://example.com/a.png) The gauge\n\nText.\n", "The gauge", "# The gauge\n\nText.\n"},
		"a line of code is no heading":     {"```sh\n# The gauge\n```\n", "The gauge", "# The gauge\n\n```sh\n# The gauge\n```\n"},
		"a longer fence":                   {"````\n```\n# The gauge\n````\n\n# The gauge\n", "The gauge", "# The gauge\n\n````\n```\n# The gauge\n````\n\n"},
		"syntax in the title":              {"Text.\n", "The *gauge* [x](y) <b> C #", "# The \\*gauge* \\[x](y) \\<b> C \\#\n\nText.\n"},
		"line breaks in the title":         {"Text.\n", "The\n\n# gauge", "# The # gauge\n\nText.\n"},
		"only the heading":                 {"# The gauge\n", "The gauge", "# The gauge\n"},
		"no title":                         {"Text.\n", "", "Text.\n"},
		"a title without letters":          {"Text.\n", "…", "Text.\n"},
		"other scripts":                    {"## 潮位計\n\n本文。\n", "潮位計", "# 潮位計\n\n本文。\n"},
	} {
		if got := WithTitle(c.md, c.title); got != c.want {
			t.Errorf("%s:\n%q, want\n%q", name, got, c.want)
		}
	}
}
