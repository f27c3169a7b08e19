package store

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// windowForm matches a minus sign, a number and a unit. A plus sign replaces
// the space in query strings.
var windowForm = regexp.MustCompile(`^-([1-9][0-9]{0,3})[ +](hour|day|week)s?$`)

var windowUnits = map[string]time.Duration{"hour": time.Hour, "day": 24 * time.Hour, "week": 7 * 24 * time.Hour}

// WindowError reports an invalid window and names valid ones.
type WindowError struct{ Window string }

func (e *WindowError) Error() string {
	return fmt.Sprintf(`%q is not a window; write "-7 days", "-7+days", "-36 hours" or "-2 weeks"`, e.Window)
}

// ParseWindow returns the length of a window that ends now. The error is a
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
