//go:build !unix

package files

import "io/fs"

const nonBlock = 0

func isDevice(error) bool { return false }

func chownLike(string, fs.FileInfo) {}

func syncDir(string) {}
