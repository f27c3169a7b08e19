package page

// MaxBytes is the maximum number of bytes of HTML of a page, frames included.
const MaxBytes = 32 << 20
