module github.com/go-shiori/dom

go 1.26.0

require (
	github.com/andybalholm/cascadia v1.3.5
	golang.org/x/net v0.62.0
)
