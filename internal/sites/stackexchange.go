package sites

import "strings"

// stackexchange reads a question with its answers, in the order shown, and the
// comments on each.
var stackexchange = adapter{
	name:    "stackexchange",
	remarks: true,
	is: func(v *View) bool {
		return strings.HasPrefix(v.path, "/questions/") && v.on("stackexchange.com", "stackoverflow.com", "superuser.com",
			"serverfault.com", "askubuntu.com", "mathoverflow.net", "stackapps.com")
	},
	layouts: []*layout{&stackexchangePosts},
}

var (
	stackexchangeAnswer   = css(".answer[data-answerid], .answer[id^=answer-]")
	stackexchangeComment  = css("li.comment, li.js-comment")
	stackexchangeAccepted = css(".accepted-answer, .js-accepted-answer, [itemprop~=acceptedAnswer]")

	stackexchangeCommentUser  = css(".comment-user")
	stackexchangeCommentTime  = css(".comment-date")
	stackexchangeCommentScore = css(".cool, .warm, .hot, .supernova")

	stackexchangeSignature     = css(".post-signature, .user-info")
	stackexchangeSignatureUser = css(".user-details")
	stackexchangeUserLink      = css("a")
	stackexchangeUserName      = css("span")
	stackexchangeSignatureTime = css(".user-action-time")
)

var stackexchangePosts = layout{
	post: css(`[id~=question], .question[data-questionid], .answer[data-answerid], .answer[id^=answer-],
		li.comment, li.js-comment`),
	body:  css(".js-post-body, .s-prose, .post-text, .comment-copy"),
	score: css(".js-vote-count, .vote-count-post"),
	more: func(e element, post *rawPost) {
		if e.IsMatcher(stackexchangeComment) {
			post.author, post.time, post.score = e.first(stackexchangeCommentUser), e.first(stackexchangeCommentTime), e.first(stackexchangeCommentScore)
			post.points = points(text(post.score))
			post.depth = 1
			return
		}
		// The editor of a post signs before its author.
		signature := e.find(stackexchangeSignature).Last()
		// A community wiki names its last editor in a second box.
		user := signature.FindMatcher(stackexchangeSignatureUser).First()
		post.author = firstOf(user.FindMatcher(stackexchangeUserLink))
		if post.author == nil {
			post.author = firstOf(user.FindMatcher(stackexchangeUserName))
		}
		post.time = firstOf(signature.FindMatcher(stackexchangeSignatureTime))
		post.points = points(text(post.score))
		post.role = "Question"
		if e.IsMatcher(stackexchangeAnswer) {
			post.role = "Answer"
		}
		if e.IsMatcher(stackexchangeAccepted) {
			post.marks = append(post.marks, "accepted")
		}
	},
}

// points adds the unit to a score that is a number alone.
func points(s string) string {
	s = strings.TrimSpace(s)
	switch {
	case s == "1" || s == "-1":
		return s + " point"
	case number(strings.TrimPrefix(s, "-")) >= 0:
		return s + " points"
	}
	return s
}
