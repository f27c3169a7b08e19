package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// survey records which kinds of elements a page has, so that passes without work
// are skipped.
type survey struct {
	noscript, images, pre, dashed bool // elements; dashed: with a dash in the name
	mathScripts                   bool // formulas of MathJax 2
	typesetter                    bool // a script that typesets delimited TeX
	dollars                       bool // single dollars delimit TeX, by that script's configuration
	texAttributes                 bool // attributes with TeX
	backslashes                   bool // in text
	hidden                        bool // annotated as hidden
	grids                         bool // tables by role
	tables                        bool
	summaries                     bool
	textAreas                     bool
	styleText                     bool // text that style sheets generate, by the page's own rules
	styled                        bool // the browser reports generated text
	noteAttributes                bool // attributes with the text of a note
	recipes                       bool // classes of recipes
	citations                     bool // labels of sources in answers of language models
	transcripts                   bool // parts of a video's transcript
	wordItems                     bool
	docsLists                     bool         // lists of Google Docs
	archive                       bool         // comments of Mailman's archive
	pilcrows                      bool         // in text
	edits                         []*html.Node // links to an editor or to the source of the page
	classes                       uint16       // a bit for each list below of which a class occurs
}

// The bits of survey.classes, one for each list of class names.
const (
	ofMaths uint16 = 1 << iota
	ofCode
	ofSides
	ofLinks
	ofPrompts
	ofNotion
	ofTabs
	ofTasks
	ofDocs
	ofLaTeXML
)

var classLists = func() map[string]uint16 {
	m := map[string]uint16{}
	for bit, lists := range map[uint16][]map[string]bool{
		ofMaths: {mathClasses, sourceClasses}, ofCode: {editorClasses, mermaidClass}, ofPrompts: {promptClasses}, ofSides: {sideClasses},
		ofLinks: {headerLinks, sourceLinks}, ofNotion: {notionBlocks}, ofTabs: {tabSets}, ofTasks: {taskLists}, ofDocs: {docsPages}, ofLaTeXML: {latexMLClasses},
	} {
		for _, list := range lists {
			for name := range list {
				m[name] |= bit
			}
		}
	}
	return m
}()

// has reports whether an element has a class of the list.
func (s *survey) has(list uint16) bool { return s.classes&list != 0 }

// add records the element x.
func (s *survey) add(x *html.Node) {
	switch x.Data {
	case "noscript":
		s.noscript = true
	case "img":
		s.images = true
	case "a":
		if isEditLink(x) {
			s.edits = append(s.edits, x)
		}
	case "pre":
		s.pre = true
	case "table":
		s.tables = true
	case "summary":
		s.summaries = true
	case "textarea":
		s.textAreas = true
	case "script":
		s.addScript(x)
	case "ytd-transcript-segment-renderer", "transcript-segment-view-model":
		s.transcripts = true
	case "style":
		s.styleText = s.styleText || x.FirstChild != nil && generatesText(x.FirstChild.Data)
	}
	s.dashed = s.dashed || strings.IndexByte(x.Data, '-') > 0
	for _, a := range x.Attr {
		if a.Namespace != "" {
			s.hidden = s.hidden || a.Namespace == dom.Own && a.Key == "hidden"
			s.styled = s.styled || a.Namespace == dom.Own && a.Key == StyledMark
			continue
		}
		switch a.Key {
		case "class":
			s.recipes = s.recipes || strings.Contains(a.Val, "recipe")
			for c := range strings.FieldsSeq(a.Val) {
				s.classes |= classLists[c]
				s.docsLists = s.docsLists || strings.HasPrefix(c, "lst-kix_")
			}
		case "data-testid", "data-citation", "data-pplx-citation":
			s.citations = s.citations || namesCitation(a)
		case "role":
			s.grids = s.grids || a.Val == "table"
		case "style":
			s.wordItems = s.wordItems || strings.Contains(a.Val, "mso-list:")
		case "data-definition", "data-bigfoot-footnote", "data-footnote-content", "data-footnote-text":
			s.noteAttributes = true
		case slateType:
			s.classes |= ofCode
		case "type":
			s.mathScripts = s.mathScripts || strings.HasPrefix(a.Val, "math/")
		case "data-latex", "data-tex", "data-math", "data-katex", "data-formula", "data-equation":
			s.texAttributes = true
		}
	}
}

// maxConfiguration is the size of the largest script that is searched for the
// configuration of a typesetter. Bundles are larger and configure nothing.
const maxConfiguration = 64 << 10

// addScript records whether the script x loads or configures MathJax or KaTeX.
func (s *survey) addScript(x *html.Node) {
	if src := dom.Attr(x, "src"); src != "" && len(src) < 1<<10 {
		src = strings.ToLower(src)
		s.typesetter = s.typesetter || strings.Contains(src, "mathjax") || strings.Contains(src, "katex") || strings.Contains(src, "tex-mml-")
	}
	c := x.FirstChild
	if c == nil || len(c.Data) > maxConfiguration {
		return
	}
	if !strings.Contains(c.Data, "MathJax") && !strings.Contains(c.Data, "inlineMath") && !strings.Contains(c.Data, "renderMathInElement") {
		return
	}
	s.typesetter = true
	s.dollars = s.dollars || strings.Contains(c.Data, `'$'`) || strings.Contains(c.Data, `"$"`)
}
