package sites

// Names returns the names of all adapters.
func Names() []string {
	var names []string
	for _, a := range adapters {
		names = append(names, a.name)
	}
	return names
}
