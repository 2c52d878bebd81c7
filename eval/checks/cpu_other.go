//go:build !unix

package checks

import "time"

// childCPU is not known here.
func childCPU() (time.Duration, bool) { return 0, false }
