package blocks

import "pulltab/internal/page"

// If an article's votes agree, a selection that differs much from both yields to
// them, unless its expected F1 is high. On the corpora, by folds, this concerns
// few pages and changes F1 by less than 0.0005; it is for pages unlike any that
// the model was trained on. Without the limit on the expected F1 it loses 0.0015
// on wcxb-dev.
const (
	minArticle  = 0.5  // probability of the page type
	minVotes    = 0.8  // share of the votes' union that both keep
	maxAlone    = 0.15 // share of the selection that neither keeps
	maxMissed   = 0.10 // share missing of what both keep
	sureEnoughF = 0.8  // expected F1
)

// orMajority returns keep, or the blocks that two of three of keep and the votes
// have. Shares are of words.
func (s Scores) orMajority(keep page.Selection, v Votes) page.Selection {
	if s.Types[0] < minArticle || s.Expected(keep) > sureEnoughF {
		return keep
	}
	var both, either, own, alone, missed float64
	for i, w := range s.Weight {
		r, t := v.Readability.Has(i), v.Trafilatura.Has(i)
		if r && t {
			both += w
			if !keep[i] {
				missed += w
			}
		}
		if r || t {
			either += w
		}
		if keep[i] {
			own += w
			if !r && !t {
				alone += w
			}
		}
	}
	if either == 0 || both < minVotes*either || alone <= maxAlone*own && missed <= maxMissed*both {
		return keep
	}
	for i := range keep {
		r, t := v.Readability.Has(i), v.Trafilatura.Has(i)
		keep[i] = r && t || keep[i] && (r || t)
	}
	return keep
}
