// Package date holds the result type of the stand-in date parser.
package date

import "time"

// Date is a parsed date; the zero value means none.
type Date struct {
	Time time.Time
}
