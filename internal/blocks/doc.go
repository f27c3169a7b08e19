// Package blocks is the learned engine: a classifier that estimates for each
// block of a page the probability of being content, and selects the blocks with
// the highest expected F1.
//
// [Analyse] computes features of a page; [Analysis.Score] applies the [Model] in
// two passes of gradient-boosted decision trees. The first uses features of the
// block, its surroundings, the page, and the selections of readability and
// trafilatura; the second adds the first pass's probabilities of neighbouring
// and similar blocks. [Scores.Best] makes the selection. Equal pages get equal
// results.
//
// scripts/train trains the model that the program embeds; model.md reports its
// figures, model.json lists the pages it was trained on. Code and model change
// together: a model file for other features is refused.
package blocks
