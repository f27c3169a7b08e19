package page

// MaxBytes is how many bytes of HTML a page may have, frames included.
const MaxBytes = 32 << 20
