// Command train trains the model of package blocks on labelled corpora and
// reports its figures. It runs on one thread with fixed seeds: equal corpora give
// an equal model.
//
//	go run ./scripts/train -corpus DIR -out internal/blocks
//
// DIR holds one folder per corpus, in one of the forms of bench.Open:
//
//	NAME/html/ID.html, NAME/ground-truth/ID.json  full texts and page types, scored by words
//	NAME/html/ID.html, NAME/truth.jsonl           with "main_content": full texts, scored by shingles
//	NAME/html/ID.html, NAME/truth.jsonl           with "with" and "without": scored by snippets
//
// and in NAME/LICENSE the licence, whose first line goes into model.json. Folders
// without html are ignored; -only NAME,NAME selects some. To these come pages that
// package longpages makes from them (corpus "made").
//
// Every figure is cross-validated: the pages are cut into five folds by
// registrable domain (bench.Fold), and each fold is scored by models trained on
// the others. The steps:
//
//  1. gather: parse all pages, run the engines, compute features and labels;
//  2. trainTypes: the page types' forests;
//  3. train: lexicon and first pass per fold, then the second pass on the first
//     pass's held-out probabilities (stacking), then the confidence on both, which
//     is also reported for each corpus by a fit to the others;
//  4. the same on all pages, which is the model that is written.
//
// It writes model.bin, model.json (pages and licences), model.md (figures) and
// testdata/golden.json, the trainer's own probabilities for golden.html, which a
// test of package blocks compares with the serving code.
package main
