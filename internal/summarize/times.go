package summarize

import (
	"regexp"
	"strings"
)

var (
	clock    = regexp.MustCompile(`\b\d{1,2}:\d{2}\b`)
	anyClock = regexp.MustCompile(`\b\d{1,2}[:.h]\d{2}\b`) // also 17.15 Uhr and 17h15
)

// timeKey returns hours and minutes without separator and leading zeros.
func timeKey(s string) string {
	return strings.TrimLeft(strings.NewReplacer(":", "", ".", "", "h", "").Replace(s), "0")
}

// hasTime reports whether the page contains a time of day, also on the other half
// of a 12-hour clock. A ratio such as 16:9 counts as a time.
func (e *evidence) hasTime(s string) bool {
	hours, minutes, _ := strings.Cut(s, ":")
	for _, other := range []string{hours, halfDay[strings.TrimLeft(hours, "0")]} {
		if other != "" && e.times[timeKey(other+":"+minutes)] {
			return true
		}
	}
	return false
}

// halfDay maps an hour to the one twelve hours before or after it.
var halfDay = map[string]string{
	"1": "13", "2": "14", "3": "15", "4": "16", "5": "17", "6": "18", "7": "19", "8": "20", "9": "21", "10": "22", "11": "23", "12": "0",
	"13": "1", "14": "2", "15": "3", "16": "4", "17": "5", "18": "6", "19": "7", "20": "8", "21": "9", "22": "10", "23": "11", "": "12",
}
