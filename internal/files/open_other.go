//go:build !unix

package files

import "io/fs"

const nonBlock = 0

func isDevice(error) bool { return false }

func chownLike(string, fs.FileInfo) {}

// What a rename would lose is not known here: files of these systems are
// replaced with the rights of their folder.
func ownedLike(fs.FileInfo, fs.FileInfo) bool { return true }
func linked(fs.FileInfo) bool                 { return false }

func syncDir(string) {}
