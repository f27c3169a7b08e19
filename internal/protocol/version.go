package protocol

// Negotiate returns the newest common version. Without one it returns E_PROTO
// with the older side in its detail.
func Negotiate(ext [2]int) (int, *Error) {
	if ext[0] > ext[1] || ext[0] < 1 {
		return 0, Errorf(CodeField, "proto is not a range of versions").With("field", "proto")
	}
	if ext[0] <= Version && ext[1] >= OldestVersion {
		return min(ext[1], Version), nil
	}
	older := "extension"
	if ext[0] > Version {
		older = "host"
	}
	return 0, Errorf(CodeProto, "no common version").
		With("hostProto", []int{OldestVersion, Version}).
		With("extProto", []int{ext[0], ext[1]}).
		With("update", older)
}
