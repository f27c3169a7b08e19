package notetemplate

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// dateLayouts are the forms of dates in metadata.
var dateLayouts = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly, "2006-01", "2006"}

func parseDate(s string) (time.Time, bool) {
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// dateParts are the parts of a layout, as note applications write them (the tokens
// of Moment.js), longest first.
var dateParts = []struct {
	token string
	text  func(time.Time) string
}{
	{"YYYY", golang("2006")}, {"YY", golang("06")},
	{"MMMM", golang("January")}, {"MMM", golang("Jan")}, {"MM", golang("01")}, {"M", golang("1")},
	{"DDDD", golang("002")}, {"DD", golang("02")}, {"D", golang("2")},
	{"dddd", golang("Monday")}, {"ddd", golang("Mon")},
	{"HH", golang("15")}, {"H", func(t time.Time) string { return strconv.Itoa(t.Hour()) }},
	{"hh", golang("03")}, {"h", golang("3")}, {"mm", golang("04")}, {"m", golang("4")}, {"ss", golang("05")}, {"s", golang("5")},
	{"A", golang("PM")}, {"a", golang("pm")}, {"Z", golang("-07:00")},
	{"GGGG", func(t time.Time) string { year, _ := t.ISOWeek(); return fmt.Sprintf("%04d", year) }},
	{"WW", func(t time.Time) string { _, week := t.ISOWeek(); return fmt.Sprintf("%02d", week) }},
	{"Q", func(t time.Time) string { return strconv.Itoa((int(t.Month()) + 2) / 3) }},
	{"X", func(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }},
}

func golang(layout string) func(time.Time) string {
	return func(t time.Time) string { return t.Format(layout) }
}

// formatDate writes t in a layout such as "YYYY-MM-DD". Text in square brackets is
// kept as it is.
func formatDate(t time.Time, layout string) string {
	var b strings.Builder
next:
	for i := 0; i < len(layout); {
		if layout[i] == '[' {
			if end := strings.IndexByte(layout[i:], ']'); end > 0 {
				b.WriteString(layout[i+1 : i+end])
				i += end + 1
				continue
			}
		}
		for _, p := range dateParts {
			if strings.HasPrefix(layout[i:], p.token) {
				b.WriteString(p.text(t))
				i += len(p.token)
				continue next
			}
		}
		b.WriteByte(layout[i])
		i++
	}
	return b.String()
}
