package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"pulltab/internal/bench"
	"pulltab/internal/longpages"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

const seed = 0x6d697865

// figures are the sums over the pages of a kind.
type figures struct {
	pages, none, sure, wrong int // none: without a result
	f1, confidence           float64
}

// checkMade converts made pages and prints the figures of each kind.
func checkMade(ctx context.Context, pages int) error {
	var order []string
	kinds := map[string]*figures{}
	wrong := 0
	for i, p := range longpages.Mixed(pages, seed) {
		f := kinds[p.Kind]
		if f == nil {
			f = &figures{}
			kinds[p.Kind] = f
			order = append(order, p.Kind)
		}
		f1, confidence, err := convert(ctx, p.Page, fmt.Sprintf("https://quay.example/m/%d", i))
		if err != nil {
			return err
		}
		f.pages++
		f.f1 += f1
		f.confidence += confidence
		switch {
		case confidence == 0:
			f.none++
		case confidence >= minSure:
			f.sure++
			if f1 < maxWrong {
				f.wrong++
				wrong++
				fmt.Printf("page %d, %s: F1 %.2f, confidence %.2f\n", i, p.Kind, f1, confidence)
			}
		}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\tpages\tmean F1\tmean confidence\tno result\tconfident\tof these wrong")
	for _, kind := range order {
		f := kinds[kind]
		n := float64(f.pages)
		fmt.Fprintf(w, "%s\t%d\t%.3f\t%.3f\t%d\t%d\t%d\n", kind, f.pages, f.f1/n, f.confidence/n, f.none, f.sure, f.wrong)
	}
	w.Flush()
	if wrong > 0 {
		return fmt.Errorf("%d of %d results for made pages are wrong and confident", wrong, pages)
	}
	return nil
}

// convert returns the F1 of words and the confidence of the result for p; without
// a result the text is empty and the confidence 0.
func convert(ctx context.Context, p longpages.Page, url string) (f1, confidence float64, err error) {
	src := page.Source{URL: url, HTML: p.HTML}
	o := pipeline.DefaultOptions()
	o.Comments, o.NoTimestamp = false, true
	text := ""
	r, err := pipeline.Convert(ctx, src, o, nil)
	switch {
	case errors.Is(err, pipeline.ErrNoContent):
	case err != nil:
		return 0, 0, err
	default:
		parsed, err := page.Parse(ctx, src)
		if err != nil {
			return 0, 0, err
		}
		text, confidence = parsed.Text(r.Kept), r.Confidence.Score
	}
	return bench.Words{}.Score(text, bench.Truth{Text: p.Text}).F1, confidence, nil
}
