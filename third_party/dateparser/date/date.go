// Package date declares the result type of the date parser.
package date

import "time"

// Date is a parsed date; the zero value means none.
type Date struct {
	Time time.Time
}
