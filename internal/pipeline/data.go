package pipeline

import (
	"context"
	"html"
	"strings"

	"pulltab/internal/markdown"
	"pulltab/internal/page"
	"pulltab/internal/typed"
)

// dataTable returns items as Markdown tables, one for each item. Texts are escaped
// as those of a page are.
func dataTable(ctx context.Context, items []typed.Item) (string, error) {
	tables := typed.Rows(items)
	if len(tables) == 0 {
		return "", nil
	}
	var b strings.Builder
	for _, rows := range tables {
		b.WriteString("<table>")
		for i, row := range rows {
			element := "td"
			if i == 0 {
				element = "th"
			}
			for _, text := range [...]string{row.Name, row.Value} {
				b.WriteString("<" + element + ">" + html.EscapeString(text) + "</" + element + ">")
			}
			b.WriteString("</tr><tr>")
		}
		b.WriteString("</tr></table>")
	}
	p, err := page.Parse(ctx, page.Source{HTML: strings.ReplaceAll(b.String(), "<table>", "<table><tr>"), Fragment: true})
	if err != nil {
		return "", err
	}
	doc, err := render(ctx, p, page.All(p), page.Thread{}, nil, markdown.Options{})
	return doc.Markdown, err
}

// withTable returns md with table below its first line, if that is a heading of
// level 1, else above it.
func withTable(md, table string) string {
	if table == "" {
		return md
	}
	if first, rest, _ := strings.Cut(md, "\n"); strings.HasPrefix(first, "# ") {
		return first + "\n\n" + strings.TrimRight(table, "\n") + "\n" + rest
	}
	return strings.TrimRight(table, "\n") + "\n\n" + md
}

// addData writes the data of r into its Markdown, as the option data asks.
func (r *Result) addData(how string) error {
	switch how {
	case "table":
		table, err := dataTable(context.Background(), r.Data)
		if err != nil {
			return err
		}
		r.Markdown = withTable(r.Markdown, table)
	case "front-matter":
		for _, rows := range typed.Rows(r.Data) {
			for i, row := range rows {
				if i == 0 {
					row.Name = strings.ToLower(row.Name)
				}
				r.Metadata.Data = append(r.Metadata.Data, [2]string{row.Name, row.Value})
			}
		}
	}
	return nil
}
