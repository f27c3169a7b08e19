package normalise

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// The parts of tabs by documentation generators: MkDocs Material, sphinx-design,
// sphinx-tabs, sphinx-inline-tabs.
var (
	tabSets   = dom.Words("tabbed-set sd-tab-set sphinx-tabs tab-set")
	tabLabels = dom.Words("sd-tab-label sphinx-tabs-tab tab-label")
	tabPanels = dom.Words("tabbed-block sd-tab-content sphinx-tabs-panel tab-content")
)

// tabs writes the label of each tab above its content.
func (n *normaliser) tabs() {
	for _, set := range dom.Topmost(n.doc, func(x *html.Node) bool { return dom.HasAnyClass(x, tabSets) }) {
		labels := dom.Topmost(set, func(x *html.Node) bool {
			return dom.HasAnyClass(x, tabLabels) || x.Data == "label" && x.Parent != nil && (dom.HasClass(x.Parent, "tabbed-labels") || dom.HasClass(x.Parent, "tabbed-set"))
		})
		panels := dom.Topmost(set, func(x *html.Node) bool {
			return dom.HasAnyClass(x, tabPanels) || dom.HasClass(x, "tabbed-content") && !dom.HasClass(set, "tabbed-alternate")
		})
		if len(labels) != len(panels) {
			continue
		}
		for i, label := range labels {
			p := &html.Node{Type: html.ElementNode}
			dom.Rename(p, "p")
			strong := &html.Node{Type: html.ElementNode}
			dom.Rename(strong, "strong")
			p.AppendChild(strong)
			dom.AppendChildren(strong, dom.TakeChildren(label))
			panels[i].InsertBefore(p, panels[i].FirstChild)
			label.Parent.RemoveChild(label)
		}
	}
}
