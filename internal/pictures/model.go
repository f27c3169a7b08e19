package pictures

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"strings"
	"sync"

	"pulltab/internal/forest"
)

// Model decides whether a picture is content.
type Model struct {
	Forest    forest.Forest // of the features of FeatureNames
	Threshold float32       // score from which a picture is content
}

// vetoMargin is what the score of a picture is below its probability if the rule has
// a veto: on labelled pictures it costs as much recall as it gains precision, and
// it guards what the labels do not show.
const vetoMargin = 0.1

// Score returns the score of a picture of the given probability and features.
func Score(probability float64, features []float32) float64 {
	if features[0] < 0 {
		return probability - vetoMargin
	}
	return probability
}

// isContent reports whether a picture with these features is content.
func (m *Model) isContent(features []float32) bool {
	return Score(m.Forest.Probability(features), features) >= float64(m.Threshold)
}

// A model file holds the magic, a hash of the feature names, the threshold, the
// forest, and a CRC-32 of everything before it. Numbers are little-endian.
const (
	modelMagic    = "PTPM"
	checksumBytes = 4
)

//go:embed model.bin
var modelFile []byte

// shipped returns the embedded model, or nil if it does not match the code, which a
// test excludes: the rule then decides alone.
var shipped = sync.OnceValue(func() *Model {
	m, err := ReadModel(modelFile)
	if err != nil {
		return nil
	}
	return m
})

// Bytes returns m as a model file.
func (m *Model) Bytes() []byte {
	var b bytes.Buffer
	b.WriteString(modelMagic)
	put := func(v any) { binary.Write(&b, binary.LittleEndian, v) } // a Buffer returns no error
	put(namesHash())
	put(m.Threshold)
	m.Forest.AppendTo(&b)
	put(crc32.ChecksumIEEE(b.Bytes()))
	return b.Bytes()
}

// ReadModel parses a model file.
func ReadModel(file []byte) (*Model, error) {
	if len(file) < len(modelMagic)+checksumBytes || string(file[:len(modelMagic)]) != modelMagic {
		return nil, errors.New("model of pictures: not a model")
	}
	body, sum := file[:len(file)-checksumBytes], binary.LittleEndian.Uint32(file[len(file)-checksumBytes:])
	if crc32.ChecksumIEEE(body) != sum {
		return nil, errors.New("model of pictures: checksum does not match")
	}
	r := bytes.NewReader(body[len(modelMagic):])
	var hash uint64
	m := &Model{}
	if err := errors.Join(binary.Read(r, binary.LittleEndian, &hash), binary.Read(r, binary.LittleEndian, &m.Threshold)); err != nil {
		return nil, fmt.Errorf("model of pictures: %w", err)
	}
	if hash != namesHash() {
		return nil, errors.New("model of pictures: made for other features; run make train-pictures")
	}
	var err error
	if m.Forest, err = forest.Read(r, len(FeatureNames)); err != nil {
		return nil, fmt.Errorf("model of pictures: %w", err)
	}
	return m, nil
}

// namesHash returns a hash of all feature names.
func namesHash() uint64 {
	h := fnv.New64a()
	h.Write([]byte(strings.Join(FeatureNames, "\n")))
	return h.Sum64()
}
