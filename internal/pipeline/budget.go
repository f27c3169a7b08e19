package pipeline

import "time"

// The clock decides as a last resort: engines refuse what their own budgets of
// nodes and bytes forbid long before, so that a busy machine gives the same
// result as an idle one.
const (
	engineTime  = 8 * time.Second  // for all engines, which run at the same time
	requestTime = 20 * time.Second // for one conversion
)
