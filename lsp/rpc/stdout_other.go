//go:build !unix

package rpc

import "os"

// OwnStdout reserves standard output for the connection: what is printed to
// os.Stdout from now on goes to standard error. Call it once, before anything
// is written.
func OwnStdout() (*os.File, error) {
	out := os.Stdout
	os.Stdout = os.Stderr
	return out, nil
}
