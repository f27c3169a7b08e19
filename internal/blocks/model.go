package blocks

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"pulltab/internal/forest"
)

// Model holds all trained parts.
type Model struct {
	Lexicon          *Lexicon
	Types            [len(PageTypes)]forest.Forest // of page features, one per type
	FirstPass        forest.Forest                 // of block features
	SecondPass       forest.Forest                 // of Context.Features; adds to the log-odds of FirstPass
	ConfidenceForest forest.Forest                 // of candidate features, see Confidence
	Slope            float32                       // of the expected F1's log-odds in Confidence
}

// A model file holds the magic, the version, a hash of the feature names, the
// lexicon, the forests, the slope, and a CRC-32 of everything before it. Numbers
// are little-endian. A file of another version or for other features is refused.
const (
	modelMagic   = "PTBM"
	modelVersion = 3
)

//go:embed model.bin
var modelFile []byte

// Default returns the embedded model. It panics if that does not match the code,
// which a test excludes.
var Default = sync.OnceValue(func() *Model {
	m, err := ReadModel(modelFile)
	if err != nil {
		panic(err)
	}
	return m
})

// Version returns the version of the embedded model: the format's version and
// the checksum.
func Version() string {
	return VersionOf(modelFile)
}

// VersionOf returns the version of the model in file, which Bytes wrote. The
// checksum is the one at the file's end; a CRC-32 over a file that ends with its
// own CRC-32 would be constant.
func VersionOf(file []byte) string {
	return fmt.Sprintf("%d-%08x", modelVersion, binary.LittleEndian.Uint32(file[len(file)-checksumBytes:]))
}

// checksumBytes is the length of the checksum at the file's end.
const checksumBytes = 4

// Bytes returns m as a model file.
func (m *Model) Bytes() []byte {
	var b bytes.Buffer
	b.WriteString(modelMagic)
	put := func(v any) { binary.Write(&b, binary.LittleEndian, v) } // a Buffer returns no error
	put(uint16(modelVersion))
	put(namesHash())
	var entries []int
	for i, k := range m.Lexicon.keys {
		if k != 0 {
			entries = append(entries, i)
		}
	}
	slices.SortFunc(entries, func(x, y int) int { return int(int64(m.Lexicon.keys[x]) - int64(m.Lexicon.keys[y])) })
	put(uint32(len(entries)))
	last := uint32(0)
	for _, i := range entries {
		b.Write(binary.AppendUvarint(nil, uint64(m.Lexicon.keys[i]-last)))
		put(m.Lexicon.values[i])
		last = m.Lexicon.keys[i]
	}
	for _, f := range m.forests() {
		f.AppendTo(&b)
	}
	put(m.Slope)
	put(crc32.ChecksumIEEE(b.Bytes()))
	return b.Bytes()
}

func (m *Model) forests() []*forest.Forest {
	all := []*forest.Forest{&m.FirstPass, &m.SecondPass, &m.ConfidenceForest}
	for i := range m.Types {
		all = append(all, &m.Types[i])
	}
	return all
}

// ReadModel parses a model file.
func ReadModel(file []byte) (*Model, error) {
	if len(file) < len(modelMagic)+checksumBytes || string(file[:len(modelMagic)]) != modelMagic {
		return nil, errors.New("model: not a model")
	}
	body, sum := file[:len(file)-checksumBytes], binary.LittleEndian.Uint32(file[len(file)-checksumBytes:])
	if crc32.ChecksumIEEE(body) != sum {
		return nil, errors.New("model: checksum does not match")
	}
	r := bytes.NewReader(body[len(modelMagic):])
	var failed error
	get := func(v any) {
		if err := binary.Read(r, binary.LittleEndian, v); err != nil && failed == nil {
			failed = fmt.Errorf("model: %w", err)
		}
	}
	var version uint16
	var hash uint64
	var entries uint32
	get(&version)
	get(&hash)
	get(&entries)
	switch {
	case failed != nil:
		return nil, failed
	case version != modelVersion:
		return nil, fmt.Errorf("model: version %d, not %d", version, modelVersion)
	case hash != namesHash():
		return nil, errors.New("model: made for other features; run make train")
	case int64(entries) > r.Size():
		return nil, errors.New("model: too many entries")
	}
	m := &Model{Lexicon: newLexicon(int(entries))}
	key := uint32(0)
	for range entries {
		step, err := binary.ReadUvarint(r)
		value, err2 := r.ReadByte()
		if err := errors.Join(err, err2); err != nil {
			return nil, fmt.Errorf("model: lexicon: %w", err)
		}
		key += uint32(step)
		m.Lexicon.set(key, int8(value))
	}
	for i, f := range m.forests() {
		var err error
		if *f, err = forest.Read(r, widths()[i]); err != nil {
			return nil, fmt.Errorf("model: %w", err)
		}
	}
	if get(&m.Slope); failed != nil {
		return nil, failed
	}
	return m, nil
}

// widths returns the number of features of each of Model.forests.
func widths() []int {
	all := []int{len(FeatureNames()), len(ContextFeatureNames()), len(ConfidenceFeatureNames)}
	for range PageTypes {
		all = append(all, len(PageFeatureNames()))
	}
	return all
}

// namesHash returns a hash of all feature names.
func namesHash() uint64 {
	h := fnv.New64a()
	for _, names := range [][]string{FeatureNames(), ContextFeatureNames(), PageFeatureNames(), ConfidenceFeatureNames} {
		h.Write([]byte(strings.Join(names, "\n") + "\n\n"))
	}
	return h.Sum64()
}
