package htmltree_test

import "testing"

func TestShadowTreesReplaceTheirHostsChildren(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"an open root is read", `<x-a><template shadowrootmode="open"><p>inside</p></template></x-a>`, "inside"},
		{"a closed root is read", `<div><template shadowrootmode=closed><p>inside</p></template></div>`, "inside"},
		{"children without a slot are not shown", `<x-a><template shadowrootmode=open><p>inside</p></template><p>light</p>text</x-a>`, "inside"},
		{"children go where their slot is", `<x-a><template shadowrootmode=open><h2><slot name=title></slot></h2><p>middle</p><slot></slot></template><p>last</p><span slot=title>first</span></x-a>`, "first|middle|last"},
		{"text goes to the slot without a name", `<x-a><template shadowrootmode=open><p>a</p><p><slot></slot></p></template>b</x-a>`, "a|b"},
		{"an empty slot shows its own content", `<x-a><template shadowrootmode=open><slot name=x><p>own</p></slot><slot><p>other</p></slot></template><p slot=x>given</p></x-a>`, "given|other"},
		{"the first slot of a name takes all", `<x-a><template shadowrootmode=open><p>1 <slot></slot></p><p>2 <slot>own</slot></p></template>x</x-a>`, "1 x|2 own"},
		{"roots nest", `<x-a><template shadowrootmode=open><x-b><template shadowrootmode=open><p>deep</p><slot></slot></template><p>mid</p></x-b></template></x-a>`, "deep|mid"},
		{"a slot passes through an inner root", `<x-a><template shadowrootmode=open><x-b><template shadowrootmode=open><p>head</p><slot name=in>nothing</slot></template><slot name=out slot=in></slot></x-b></template><p slot=out>given</p></x-a>`, "head|given"},
		{"list items in a slot stay in their list", `<x-a><template shadowrootmode=open><ul><slot></slot></ul></template><li>one</li><li>two</li></x-a>`, "one|two"},
		{"a common template stays unseen", `<p>a</p><template><p>b</p></template>`, "a"},
		{"an empty root covers its children", `<p>a</p><x-a><template shadowrootmode=open></template><p>b</p></x-a>`, "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := shown(parsed(t, c.html)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestSlotsAndTemplatesAreRemoved(t *testing.T) {
	p := parsed(t, `<x-a><template shadowrootmode=open><ul><slot><li>own</li></slot></ul></template></x-a>`)
	for n := range p.Doc.Descendants() {
		if n.Data == "slot" || n.Data == "template" {
			t.Errorf("%s is left", n.Data)
		}
	}
}
