//go:build !linux

package trust

import "io/fs"

// changedAt adds nothing where the time of a change has no common name.
func changedAt(fs.FileInfo) string { return "" }
