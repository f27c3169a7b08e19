package store

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// windowForm is a minus, a number and a unit; a plus stands for the blank, as
// in the query of an address.
var windowForm = regexp.MustCompile(`^-([1-9][0-9]{0,3})[ +](hour|day|week)s?$`)

var windowUnits = map[string]time.Duration{"hour": time.Hour, "day": 24 * time.Hour, "week": 7 * 24 * time.Hour}

// WindowError says that a window cannot be read, and how one looks.
type WindowError struct{ Window string }

func (e *WindowError) Error() string {
	return fmt.Sprintf(`%q is not a window; write "-7 days", "-7+days", "-36 hours" or "-2 weeks"`, e.Window)
}

// ParseWindow reads how far a window reaches back from now. The error is a
// *WindowError.
func ParseWindow(window string) (time.Duration, error) {
	m := windowForm.FindStringSubmatch(window)
	if m == nil {
		return 0, &WindowError{window}
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0, &WindowError{window}
	}
	return time.Duration(n) * windowUnits[m[2]], nil
}
