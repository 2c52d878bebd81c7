package child

import (
	"crypto/rand"
	"encoding/hex"
	"sync"
	"sync/atomic"
)

// guard starts the guard, where there shall be one.
var guard atomic.Pointer[func() error]

// Guard has this process be guarded from its first child on: a second process
// of this program waits for the end of this one, however it ends, and then ends
// what its children have left running. The kernel ends the children themselves
// ([ownGroup]), but nothing that they have started. It costs one process for the
// life of this one, and nothing for each child; on a system that is not Linux
// there is none, and what a child has started may outlive a process that is
// killed. The program must first ask [GuardOf] whether it is the guard.
func Guard() {
	start := sync.OnceValue(startGuard)
	guard.Store(&start)
}

// beGuarded comes before every child. Without the guard a child runs as well.
func beGuarded() {
	if start := guard.Load(); start != nil {
		_ = (*start)()
	}
}

// Every child carries a mark in its environment, which what it starts inherits:
// each of them then shows whose it is, in whatever process group or
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

// GuardOf returns the mark of the children that a process has to guard, if its arguments say so.
func GuardOf(args []string) (string, bool) {
	if len(args) != 3 || args[1] != guardArgument {
		return "", false
	}
	return args[2], true
}
