//go:build !unix

package testkit

import "time"

var started = time.Now()

// spent returns the time that has passed: there is nothing better to go by.
func spent() time.Duration { return time.Since(started) }
