package pipeline

import (
	"pulltab/internal/engine"
)

// enginesFor returns the default engines, or, if o names an engine that needs no
// other, that one and the cleaned body, which replaces a missing result. No other
// option removes an engine.
func enginesFor(o Options) []engine.Engine {
	if !runsAlone(o) {
		return defaultEngines()
	}
	engines := []engine.Engine{engine.Body{}}
	for _, e := range append(defaultEngines(), optionalEngines()...) {
		if e.Name() == o.Engine && o.Engine != (engine.Body{}).Name() {
			engines = append(engines, e)
		}
	}
	return engines
}

// runsAlone reports whether o names an engine that needs no other. The learned
// engine needs the selections of the default engines. Without it no result has a
// confidence.
func runsAlone(o Options) bool {
	return o.Engine != "" && o.Engine != "auto" && o.Engine != (engine.Blocks{}).Name()
}

// defaultEngines run on every page, besides the learned engine.
func defaultEngines() []engine.Engine {
	return []engine.Engine{engine.Readability{}, engine.VotingTrafilatura(), engine.Body{}}
}

// optionalEngines run only if Options.Engine names them, or in Compare.
func optionalEngines() []engine.Engine {
	return []engine.Engine{engine.Distiller{}, engine.Semantic{}}
}

// EngineNames returns the values of Options.Engine besides "auto".
func EngineNames() []string {
	names := []string{engine.Blocks{}.Name()}
	for _, e := range append(defaultEngines(), optionalEngines()...) {
		names = append(names, e.Name())
	}
	return names
}
