package sites

// forum reads threads of any software that marks its pages as discussions in the
// vocabulary of schema.org, and questions reads questions with their answers.
// Neither has selectors of its own.
var forum = adapter{
	name:     "forum",
	flat:     true,
	needsTwo: true,
	is:       func(v *View) bool { return v.declares("DiscussionForumPosting") },
}

var questions = adapter{
	name:     "questions",
	remarks:  true,
	needsTwo: true,
	is:       func(v *View) bool { return v.declares("QAPage") },
}

// declares reports whether microdata or JSON-LD of the page declares something
// to be of this schema.org type.
func (v *View) declares(kind string) bool {
	if v.itemTypes[kind] {
		return true
	}
	for _, p := range v.postings() {
		if p.page == kind || p.kind == kind {
			return true
		}
	}
	return false
}
