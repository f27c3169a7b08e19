package sites

import (
	"strings"

	"golang.org/x/net/html"
)

// stackexchange reads a question with its answers, in the order in which they
// are shown, and the comments on each.
var stackexchange = adapter{
	name:    "stackexchange",
	remarks: true,
	is: func(v *View) bool {
		return strings.HasPrefix(v.path, "/questions/") && v.on("stackexchange.com", "stackoverflow.com", "superuser.com",
			"serverfault.com", "askubuntu.com", "mathoverflow.net", "stackapps.com")
	},
	read: stackexchangePosts.read,
}

var (
	stackexchangeQuestion = either(value("id", "question"), both(class("question"), attr("data-questionid", "")))
	stackexchangeAnswer   = both(class("answer"), either(attr("data-answerid", ""), attr("id", "answer-")))
	stackexchangeComment  = both(tag("li"), class("comment", "js-comment"))
	stackexchangeAny      = either(stackexchangeQuestion, stackexchangeAnswer, stackexchangeComment)
)

var stackexchangePosts = layout{
	post: stackexchangeAny,
	body: either(class("js-post-body", "s-prose", "post-text"), class("comment-copy")),
	more: func(n *html.Node, f *found) {
		if stackexchangeComment(n) {
			f.author, f.time = first(n, stackexchangeComment, class("comment-user")), first(n, stackexchangeComment, class("comment-date"))
			if f.score = first(n, stackexchangeComment, class("cool", "warm", "hot", "supernova")); f.score != nil {
				f.points = points(text(f.score))
			}
			f.depth = 1
			return
		}
		// Who edited a post signs it before who wrote it.
		if signs := topmost(n, stackexchangeAny, class("post-signature", "user-info")); len(signs) > 0 {
			last := signs[len(signs)-1]
			if who := first(last, nil, class("user-details")); who != nil {
				if f.author = first(who, nil, tag("a")); f.author == nil {
					f.author = first(who, nil, tag("span"))
				}
			}
			f.time = first(last, nil, class("user-action-time"))
		}
		if f.score = first(n, stackexchangeAny, class("js-vote-count", "vote-count-post")); f.score != nil {
			f.points = points(text(f.score))
		}
		f.role = "Question"
		if stackexchangeAnswer(n) {
			f.role = "Answer"
		}
		if class("accepted-answer", "js-accepted-answer")(n) || value("itemprop", "acceptedAnswer")(n) {
			f.marks = append(f.marks, "accepted")
		}
	},
}

// points names the unit of a score that is a number alone.
func points(s string) string {
	s = strings.TrimSpace(s)
	switch {
	case s == "":
		return ""
	case s == "1" || s == "-1":
		return s + " point"
	case number(strings.TrimPrefix(s, "-")) >= 0:
		return s + " points"
	}
	return s
}
