package sites

// forum reads threads of whatever software says of its pages, in the words of
// schema.org, that they are threads; questions likewise reads questions with
// their answers. Neither knows a name of any software.
var forum = adapter{
	name: "forum",
	flat: true,
	two:  true,
	is:   func(v *View) bool { return v.speaksOf("DiscussionForumPosting") },
	read: func(*View) []found { return nil },
}

var questions = adapter{
	name:    "questions",
	remarks: true,
	two:     true,
	is:      func(v *View) bool { return v.speaksOf("QAPage") },
	read:    func(*View) []found { return nil },
}

// speaksOf reports whether markup of the page says that something is of this
// type of schema.org.
func (v *View) speaksOf(kind string) bool {
	if v.kinds[kind] {
		return true
	}
	for _, p := range v.postings() {
		if p.page == kind || p.kind == kind {
			return true
		}
	}
	return false
}
