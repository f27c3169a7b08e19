package blocks

import "math"

// row collects the features of one block or page in a fixed order. Unless names
// is nil, it collects the features' names, too, which a model file is checked
// against.
type row struct {
	values []float32
	names  *[]string
	prefix string
}

// put appends a feature.
func (r *row) put(name string, v float64) {
	if v-v != 0 { // infinite or NaN
		v = 0
	}
	r.values = append(r.values, float32(v))
	r.name(name)
}

func (r *row) name(name string) {
	if r.names != nil {
		*r.names = append(*r.names, r.prefix+name)
	}
}

// is appends a feature of 0 or 1.
func (r *row) is(name string, yes bool) {
	v := float32(0)
	if yes {
		v = 1
	}
	r.values = append(r.values, v)
	r.name(name)
}

// bits appends one feature for each of the first n bits.
func (r *row) bits(bits uint32, n int, name func(i int) string) {
	for i := range n {
		label := ""
		if r.names != nil {
			label = name(i)
		}
		r.is(label, bits>>i&1 == 1)
	}
}

// log returns the logarithm of 1 + x, 0 for negative x. It is fastest for small
// counts, which most arguments are.
func log(x float64) float64 {
	if n := int(x); uint(n) < uint(len(logs)) && float64(n) == x {
		return logs[n]
	}
	return math.Log1p(math.Max(x, 0))
}

var logs = func() (l [256]float64) {
	for n := range l {
		l[n] = math.Log1p(float64(n))
	}
	return l
}()

// Limits of counts and sums in features. Beyond them a number tells how long a
// page is, not what a block is: a paragraph of an article of 5,000 paragraphs
// looks like one of 200.
const (
	manyThings = 200
	manyNodes  = 4000
	manyWords  = 5000
)

// some returns the logarithm of a count, as log does, limited to manyThings.
func some(count float64) float64 { return log(math.Min(count, manyThings)) }
