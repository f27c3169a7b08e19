// Package whatlanggo stands in for github.com/RadhiFadlillah/whatlanggo, which
// go-trafilatura asks for the language of every text that it has extracted,
// whether anybody wants to know or not. The answer is a fifth of the engine's
// work and goes into metadata that this program does not use: it reads the
// language from the page.
package whatlanggo

// Lang is a language, always the unknown one.
type Lang int

// DetectLang recognises no language.
func DetectLang(string) Lang { return 0 }

// Iso6391 is the code of the unknown language.
func (Lang) Iso6391() string { return "" }
