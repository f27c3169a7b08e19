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
)

// Model is everything that was learned.
type Model struct {
	Lexicon          *Lexicon
	Types            [len(PageTypes)]Forest // over the page's features
	FirstPass        Forest                 // over a block's features
	SecondPass       Forest                 // over its features in context; adds to the log odds of Blocks
	ConfidenceForest Forest                 // of a candidate; package judge knows its features
	Slope            float32                // what the log odds of the expected F1 count in it
}

// The form of a model's file: magic, version, hash of the feature names, then
// the lexicon, the forests and the slope, and a checksum of all that. Numbers are little
// endian; a file of another version or for other features is refused.
const (
	modelMagic   = "PTBM"
	modelVersion = 3
)

//go:embed model.bin
var modelFile []byte

// Default returns the model that the program carries. It panics if that is not
// the one made for this code, which a test rules out.
var Default = sync.OnceValue(func() *Model {
	m, err := ReadModel(modelFile)
	if err != nil {
		panic(err)
	}
	return m
})

// Version names the model that the program carries: its format's version and
// its checksum.
func Version() string {
	return VersionOf(modelFile)
}

// VersionOf names the model in file, which Bytes wrote. The checksum is the one
// that the file ends with: that of the whole file, itself included, would be
// the same for every model.
func VersionOf(file []byte) string {
	return fmt.Sprintf("%d-%08x", modelVersion, binary.LittleEndian.Uint32(file[len(file)-checksumBytes:]))
}

// checksumBytes is the length of the checksum at a file's end.
const checksumBytes = 4

// Bytes returns m as a file.
func (m *Model) Bytes() []byte {
	var b bytes.Buffer
	b.WriteString(modelMagic)
	put := func(v any) { binary.Write(&b, binary.LittleEndian, v) } // a Buffer takes everything
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
		put(f.Base)
		put(uint32(len(f.Roots)))
		put(f.Roots)
		put(uint32(len(f.Nodes)))
		put(f.Nodes)
	}
	put(m.Slope)
	put(crc32.ChecksumIEEE(b.Bytes()))
	return b.Bytes()
}

func (m *Model) forests() []*Forest {
	all := []*Forest{&m.FirstPass, &m.SecondPass, &m.ConfidenceForest}
	for i := range m.Types {
		all = append(all, &m.Types[i])
	}
	return all
}

// ReadModel reads what Bytes wrote.
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
		var n uint32
		count := func() uint32 {
			get(&n)
			if int64(n) > r.Size() {
				failed = errors.Join(failed, errors.New("model: too many nodes"))
				n = 0
			}
			return n
		}
		get(&f.Base)
		f.Roots = make([]int32, count())
		get(f.Roots)
		f.Nodes = make([]Node, count())
		get(f.Nodes)
		if failed != nil {
			return nil, failed
		}
		if !f.valid(widths()[i]) {
			return nil, errors.New("model: broken tree")
		}
	}
	if get(&m.Slope); failed != nil {
		return nil, failed
	}
	return m, nil
}

func widths() []int {
	all := []int{len(FeatureNames()), len(ContextFeatureNames()), len(ConfidenceFeatureNames)}
	for range PageTypes {
		all = append(all, len(PageFeatureNames()))
	}
	return all
}

// namesHash tells one list of features from another.
func namesHash() uint64 {
	h := fnv.New64a()
	for _, names := range [][]string{FeatureNames(), ContextFeatureNames(), PageFeatureNames(), ConfidenceFeatureNames} {
		h.Write([]byte(strings.Join(names, "\n") + "\n\n"))
	}
	return h.Sum64()
}
