package bench

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

const (
	svgLabel = 190 // width of the labels, px
	svgBar   = 420 // width of the scale, px
	svgLine  = 24  // height of a row, px
	svgHead  = 34  // height of a title, px
)

// WriteSVG draws the F1 of all rows with their intervals on one scale. The picture
// adapts to light and dark mode and uses system fonts.
func WriteSVG(w io.Writer, reports []*Report) error {
	low, height := 1.0, 8
	for _, r := range reports {
		height += svgHead + svgLine*len(r.Rows)
		for _, row := range r.Rows {
			low = math.Min(low, row.Interval.Low)
		}
	}
	low = math.Max(0, math.Floor(low*10-0.5)/10)
	x := func(f float64) float64 { return svgLabel + svgBar*(f-low)/(1-low) }

	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="system-ui, sans-serif" font-size="13" role="img">`+"\n",
		svgLabel+svgBar+80, height)
	b.WriteString("<title>F1 of each engine, with 95 % intervals</title>\n" +
		"<style>text{fill:#24292f}.bar{fill:#8c959f}.oracle{fill:none;stroke:#8c959f;stroke-dasharray:3}.pick{fill:#1a7f37}.range{stroke:#24292f}" +
		"@media (prefers-color-scheme:dark){text{fill:#e6edf3}.range{stroke:#e6edf3}}</style>\n")
	y := 0
	for _, r := range reports {
		fmt.Fprintf(&b, `<text x="8" y="%d" font-weight="bold">%s (%d pages)</text><text x="%d" y="%d" text-anchor="end" opacity="0.7">F1, %.1f to 1</text>`+"\n",
			y+22, html.EscapeString(r.Corpus), r.Pages, svgLabel+svgBar, y+22, low)
		y += svgHead
		for _, row := range r.Rows {
			class := "bar"
			switch {
			case row.Oracle:
				class = "oracle"
			case strings.HasPrefix(row.Name, "pick"):
				class = "pick"
			}
			middle := y + svgLine/2
			fmt.Fprintf(&b, `<text x="8" y="%d">%s</text><rect class="%s" x="%d" y="%d" width="%.1f" height="%d" rx="2"/>`,
				middle+4, html.EscapeString(row.Name), class, svgLabel, y+4, math.Max(0, x(row.F1)-svgLabel), svgLine-8)
			fmt.Fprintf(&b, `<line class="range" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/>`, x(row.Interval.Low), x(row.Interval.High), middle, middle)
			fmt.Fprintf(&b, `<text x="%d" y="%d">%.3f</text>`+"\n", svgLabel+svgBar+8, middle+4, row.F1)
			y += svgLine
		}
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
