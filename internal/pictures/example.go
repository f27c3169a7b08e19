package pictures

import "pulltab/internal/page"

// Example is one picture of a page as training and measuring see it.
type Example struct {
	Kind      Kind
	Canonical []string // addresses without sizes and proxies
	Files     []string // distinctive file names
	Captioned bool
	Rule      bool      // the rule's verdict
	Features  []float32 // as in FeatureNames
	Excluded  bool      // outside the posts of a thread, or an advert: never content
}

// Examples returns the pictures of s with their features for the selection keep.
func (s *Survey) Examples(keep page.Selection, o Options) []Example {
	if len(s.Pictures) == 0 {
		return nil
	}
	v, inThread := s.against(keep, o)
	all := make([]Example, len(s.Pictures))
	for i, p := range s.Pictures {
		x, a := v.best(p)
		_, _, captioned := s.caption(x)
		all[i] = Example{Kind: p.Kind, Canonical: p.canonical, Files: p.files, Captioned: captioned,
			Rule: a == yes, Features: v.row(nil, p, x, i, a), Excluded: !inThread(x) || v.isAdvert(x) || v.isInSidebar(x)}
	}
	return all
}

// Canonical returns the form of an absolute address that is equal for all sizes of
// one picture, or "".
func Canonical(address string) string { return canonical(address, nil) }
