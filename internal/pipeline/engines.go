package pipeline

import (
	"pulltab/internal/engine"
)

// enginesFor returns the default engines and, if it is another one, the engine
// that o names. No option removes an engine, so that no setting changes the
// other candidates.
func enginesFor(o Options) []engine.Engine {
	engines := defaultEngines()
	for _, e := range optionalEngines() {
		if e.Name() == o.Engine {
			engines = append(engines, e)
		}
	}
	return engines
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
