package child

import (
	"crypto/rand"
	"encoding/hex"
	"sync"
)

// Every child carries a mark in its environment, which what it starts inherits:
// whose it is can then be told of all of them, in whatever process group or
// session they are, and after their parents are gone.
const markName = "FETTLE_CHILD"

// mark is this process's mark.
var mark = sync.OnceValue(func() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
})

// withDaemons ends the mark of children that may leave daemons behind.
const withDaemons = "+"

// guardArgument is the first argument of a process that is a guard.
const guardArgument = "guard-children"

// GuardOf is the mark that a process's arguments tell it to guard, if they do.
func GuardOf(args []string) (string, bool) {
	if len(args) != 3 || args[1] != guardArgument {
		return "", false
	}
	return args[2], true
}
