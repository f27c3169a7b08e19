package protocol

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

const side = `{"stamps":{"elements":1},"frames":[{"ordinal":0,"source":{"url":"u","html":"<i>"}}]}`

// cut splits text as the extension does: at most size units per chunk, never
// between two surrogates.
func cut(id, text string, size int) []*Chunk {
	var chunks []*Chunk
	piece, units := "", 0
	for _, r := range text {
		if units+unitsOf(r) > size {
			chunks = append(chunks, &Chunk{Request: Request{ID: id}, Seq: len(chunks) + 1, S: piece})
			piece, units = "", 0
		}
		piece += string(r)
		units += unitsOf(r)
	}
	return append(chunks, &Chunk{Request: Request{ID: id}, Seq: len(chunks) + 1, S: piece})
}

func upload(html, side string, size int) (Content, *Error) {
	open := &Open{Request: Request{ID: "u"}, Units: Units(html + side), HTML: Units(html)}
	u, failure := NewUpload(open, 1<<20)
	if failure != nil {
		return Content{}, failure
	}
	chunks := cut("u", html+side, size)
	for _, c := range chunks {
		if failure := u.Add(c); failure != nil {
			return Content{}, failure
		}
	}
	return u.Finish(&End{Request: Request{ID: "u"}, Chunks: len(chunks), Units: open.Units})
}

func TestUploadInChunksOfAnySize(t *testing.T) {
	html := "<p>Grüße 😀😀 \u2028 \x00 \ufffd 漢字</p>"
	for size := 2; size < 80; size++ {
		got, failure := upload(html, side, size)
		if failure != nil {
			t.Fatalf("chunks of %d units: %v", size, failure)
		}
		if got.HTML != html || len(got.Frames) != 1 || got.Frames[0].Source.HTML != "<i>" || string(got.Annotations) != `{"elements":1}` {
			t.Fatalf("chunks of %d units: %+v", size, got)
		}
	}
}

func TestUploadWithoutSideHasNoAnnotations(t *testing.T) {
	got, failure := upload("<p>x", "", 100)
	if failure != nil || got.HTML != "<p>x" || got.Annotations != nil || got.Frames != nil {
		t.Errorf("%+v, %v", got, failure)
	}
}

func TestInvalidUploadsAreRejected(t *testing.T) {
	chunk := func(seq int, s string) *Chunk { return &Chunk{Request: Request{ID: "u"}, Seq: seq, S: s} }
	open := func(units, html int) *Open { return &Open{Request: Request{ID: "u"}, Units: units, HTML: html} }
	cases := []struct {
		name   string
		open   *Open
		chunks []*Chunk
		end    *End
		want   Code
	}{
		{"a chunk out of order", open(4, 4), []*Chunk{chunk(2, "ab")}, nil, CodeChunk},
		{"a chunk twice", open(4, 4), []*Chunk{chunk(1, "ab"), chunk(1, "ab")}, nil, CodeChunk},
		{"a missing chunk", open(4, 4), []*Chunk{chunk(1, "ab"), chunk(3, "cd")}, nil, CodeChunk},
		{"more than announced", open(3, 3), []*Chunk{chunk(1, "abcd")}, nil, CodeChunk},
		{"less than announced", open(5, 5), []*Chunk{chunk(1, "abcd")}, &End{Chunks: 1, Units: 4}, CodeChunk},
		{"wrong number of chunks", open(4, 4), []*Chunk{chunk(1, "abcd")}, &End{Chunks: 2, Units: 4}, CodeChunk},
		{"wrong number of units", open(4, 4), []*Chunk{chunk(1, "abcd")}, &End{Chunks: 1, Units: 5}, CodeChunk},
		{"bytes counted instead of units", open(3, 3), []*Chunk{chunk(1, "ü!")}, &End{Chunks: 1, Units: 3}, CodeChunk},
		{"HTML ends inside a character", open(2, 1), []*Chunk{chunk(1, "😀")}, nil, CodeChunk},
		{"an empty chunk", open(4, 4), []*Chunk{chunk(1, "")}, nil, CodeChunk},
		{"a chunk too long", open(ChunkUnits+1, 0), []*Chunk{chunk(1, strings.Repeat("a", ChunkUnits+1))}, nil, CodeChunk},
		{"side text that is not JSON", open(4, 2), []*Chunk{chunk(1, "ab{]")}, &End{Chunks: 1, Units: 4}, CodeJSON},
		{"side text that is no object", open(4, 2), []*Chunk{chunk(1, "ab[]")}, &End{Chunks: 1, Units: 4}, CodeField},
		{"HTML over the limit by bytes", open(1<<19, 1<<19), manyWide(), nil, CodeDocTooLarge},
		{"HTML over the limit as announced", open(2<<20, 2<<20), nil, nil, CodeDocTooLarge},
		{"side text over the limit as announced", open(MaxSide+1, 0), nil, nil, CodeDocTooLarge},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			u, failure := NewUpload(c.open, 1<<20)
			for i := 0; failure == nil && i < len(c.chunks); i++ {
				failure = u.Add(c.chunks[i])
			}
			if failure == nil && c.end != nil {
				_, failure = u.Finish(c.end)
			}
			if failure == nil || failure.Code != c.want || failure.ID != "u" {
				t.Errorf("got %v, want %s for u", failure, c.want)
			}
		})
	}
}

// manyWide returns chunks of three-byte characters: 1.5 MiB in 0.5 Mi units.
func manyWide() []*Chunk {
	s := strings.Repeat("漢", ChunkUnits)
	return []*Chunk{{Request: Request{ID: "u"}, Seq: 1, S: s}, {Request: Request{ID: "u"}, Seq: 2, S: s}}
}

func FuzzChunkAssembly(f *testing.F) {
	f.Add("<p>x</p>", `{"stamps":null}`, 3)
	f.Add("😀", "", 2)
	f.Add("", `{"frames":[{"ordinal":1,"source":{"url":""}}]}`, 5)
	f.Add("\xff\xfe<a>", "{", 1)
	f.Fuzz(func(t *testing.T, html, side string, size int) {
		if size < 2 || size > ChunkUnits || len(html) > 1<<20 {
			return
		}
		// Text from a browser is always valid UTF-8.
		html, side = strings.ToValidUTF8(html, "\ufffd"), strings.ToValidUTF8(side, "\ufffd")
		got, failure := upload(html, side, size)
		var want Side
		if side != "" {
			if err := json.Unmarshal([]byte(side), &want); err != nil {
				if failure == nil {
					t.Fatalf("side text %q was taken", side)
				}
				return
			}
		}
		if len(html) > 1<<20 {
			return // the replacement made it exceed the limit
		}
		if failure != nil {
			t.Fatal(failure)
		}
		if got.HTML != html || !reflect.DeepEqual(got.Side, want) {
			t.Fatalf("got %+v, want %q and %+v", got, html, want)
		}
	})
}
