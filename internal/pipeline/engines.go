package pipeline

import (
	"pulltab/internal/engine"
)

// enginesFor returns the engines that answer for every page, in the order in
// which they are listed. Options may tune an engine; none takes one away, so
// that no setting can silently change where results come from.
func enginesFor(o Options) []engine.Engine {
	engines := usualEngines()
	for _, e := range furtherEngines() {
		if e.Name() == o.Engine {
			engines = append(engines, e)
		}
	}
	return engines
}

func usualEngines() []engine.Engine {
	return []engine.Engine{engine.Readability{}, engine.Voter(), engine.Body{}}
}

// EngineNames lists what --engine accepts besides auto.
func EngineNames() []string {
	names := []string{engine.Blocks{}.Name()}
	for _, e := range append(usualEngines(), furtherEngines()...) {
		names = append(names, e.Name())
	}
	return names
}

// furtherEngines are those that run only if they are asked for, or to compare.
func furtherEngines() []engine.Engine {
	return []engine.Engine{engine.Distiller{}, engine.Semantic{}}
}
