package index

import "strings"

// Where files went that the history names and that are there no longer. A project
// that has moved its sources to a folder of their own keeps what was known of them:
// history is read without renames, since to find them costs git more time than
// everything else together.

// today returns where a file of the history is today: at its path, or where it was moved.
func (x *Index) today(path string) (slot uint32, ok bool) {
	if slot, ok = x.byPath[path]; ok {
		return slot, true
	}
	slot, ok = x.byPath[x.log.moved[path]] // it may be gone since
	return slot, ok
}

// follow finds where the files of the history went. It needs the write lock.
func (x *Index) follow() {
	x.log.moved = map[string]string{}
	named := map[string][]uint32{}
	for i, f := range x.files {
		if f != nil {
			named[baseOf(f.path)] = append(named[baseOf(f.path)], uint32(i))
		}
	}
	known := map[string]bool{}
	for _, c := range x.log.commits {
		for _, path := range c {
			if _, live := x.byPath[path]; live || known[path] {
				continue
			}
			known[path] = true
			if slot, ok := x.successor(path, named[baseOf(path)]); ok {
				x.log.moved[path] = x.files[slot].path
			}
		}
	}
}

// successor returns the one file among those of the same name whose path ends as a path
// that is gone does: with all of it, or with its name and a folder at least.
func (x *Index) successor(path string, among []uint32) (best uint32, ok bool) {
	all := strings.Count(path, "/") + 1
	most := 0
	for _, slot := range among {
		switch n := sharedTail(path, x.files[slot].path); {
		case n < min(all, 2) || n < most:
		case n == most:
			ok = false
		default:
			best, most, ok = slot, n, true
		}
	}
	return best, ok
}

// sharedTail returns how many parts two paths end alike in.
func sharedTail(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < min(len(as), len(bs)) && as[len(as)-1-n] == bs[len(bs)-1-n] {
		n++
	}
	return n
}

func baseOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
