package savedpage

import (
	"errors"
	"unicode/utf16"
)

var errPlist = errors.New("the property list is damaged")

// plist is a binary property list, version 00: objects, a table of their offsets
// and a trailer of 32 bytes. Every access is checked against the length of the
// data.
type plist struct {
	data                []byte // without the trailer
	offsets             []byte
	offsetSize, refSize int
	count               uint64
}

// openPlist returns the list in data and the number of its top object.
func openPlist(data []byte) (p plist, top uint64, err error) {
	const trailer = 32
	if len(data) < 8+trailer {
		return p, 0, errPlist
	}
	end := data[len(data)-trailer:]
	p = plist{data: data[:len(data)-trailer], offsetSize: int(end[6]), refSize: int(end[7]), count: number(end[8:16])}
	table := number(end[24:])
	if p.offsetSize < 1 || p.offsetSize > 8 || p.refSize < 1 || p.refSize > 8 || table > uint64(len(p.data)) ||
		p.count > (uint64(len(p.data))-table)/uint64(p.offsetSize) {
		return p, 0, errPlist
	}
	p.offsets = p.data[table:]
	return p, number(end[16:24]), nil
}

// number returns the big-endian number in b.
func number(b []byte) (n uint64) {
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}

// The types of objects that web archives have.
const (
	plistData  = 0x4
	plistASCII = 0x5
	plistUTF16 = 0x6
	plistArray = 0xA
	plistDict  = 0xD
)

// object returns the type of an object, the number of its elements and the bytes
// after its head.
func (p *plist) object(ref uint64) (kind byte, size int, body []byte, ok bool) {
	if ref >= p.count {
		return 0, 0, nil, false
	}
	at := number(p.offsets[ref*uint64(p.offsetSize):][:p.offsetSize])
	if at >= uint64(len(p.data)) {
		return 0, 0, nil, false
	}
	kind, size, body = p.data[at]>>4, int(p.data[at]&0xF), p.data[at+1:]
	if size == 0xF { // the size follows as a number
		if len(body) == 0 || body[0]>>4 != 1 || body[0]&0xF > 3 {
			return 0, 0, nil, false
		}
		width := 1 << (body[0] & 0xF)
		if len(body) < 1+width {
			return 0, 0, nil, false
		}
		long := number(body[1 : 1+width])
		if long > uint64(len(p.data)) {
			return 0, 0, nil, false
		}
		size, body = int(long), body[1+width:]
	}
	return kind, size, body, true
}

// bytes returns the content of a data object or, in UTF-8, of a string.
func (p *plist) bytes(ref uint64) ([]byte, bool) {
	kind, size, body, ok := p.object(ref)
	switch {
	case !ok:
	case (kind == plistData || kind == plistASCII) && size <= len(body):
		return body[:size], true
	case kind == plistUTF16 && size <= len(body)/2:
		units := make([]uint16, size)
		for i := range units {
			units[i] = uint16(number(body[2*i : 2*i+2]))
		}
		return []byte(string(utf16.Decode(units))), true
	}
	return nil, false
}

// refs returns the n numbers of objects at the start of body, as far as they are
// there, at most maxFrames.
func (p *plist) refs(body []byte, n int) []uint64 {
	n = min(n, len(body)/p.refSize, maxFrames)
	list := make([]uint64, n)
	for i := range list {
		list[i] = number(body[i*p.refSize:][:p.refSize])
	}
	return list
}

// member returns the value of a key of a dictionary.
func (p *plist) member(dict uint64, key string) (uint64, bool) {
	kind, size, body, ok := p.object(dict)
	if !ok || kind != plistDict || size > len(body)/(2*p.refSize) {
		return 0, false
	}
	for i, ref := range p.refs(body, size) {
		if name, ok := p.bytes(ref); ok && string(name) == key {
			return number(body[(size+i)*p.refSize:][:p.refSize]), true
		}
	}
	return 0, false
}

// items returns the objects of the array that is the value of a key.
func (p *plist) items(dict uint64, key string) []uint64 {
	ref, ok := p.member(dict, key)
	if !ok {
		return nil
	}
	kind, size, body, ok := p.object(ref)
	if !ok || kind != plistArray {
		return nil
	}
	return p.refs(body, size)
}
