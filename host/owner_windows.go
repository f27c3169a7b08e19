package main

import "io/fs"

// onlyOwnerWrites trusts the access list of the user's profile, which Windows
// closes to other users.
func onlyOwnerWrites(fs.FileInfo) bool { return true }
