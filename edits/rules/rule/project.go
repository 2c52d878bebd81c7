package rule

import "github.com/fettle-dev/fettle/internal/text"

// Project is what is known of the other files of the project. Its answers are sorted and hold nothing twice.
type Project interface {
	// Module are the documents that a module consists of: for Go those of the package with that path, without its
	// tests, for Python the one of a dotted name; none where the module is not found.
	Module(path string) []text.Snapshot
	// Package are the other documents whose top level is the file's own, as in a package of Go.
	Package() []text.Snapshot
	// Definers are the documents of the project that define a function or class of that name at their top level.
	Definers(name string) []text.Snapshot
	// Renamed are the names that what the last commit calls so has in the files of today.
	Renamed(name string) []string
}

// Beside returns the project of a problem: where none is known, one without files.
func (p Problem) Beside() Project {
	if p.Project == nil {
		return alone{}
	}
	return p.Project
}

// alone is the project of a file about whose surroundings nothing is known.
type alone struct{}

func (alone) Module(string) []text.Snapshot   { return nil }
func (alone) Package() []text.Snapshot        { return nil }
func (alone) Definers(string) []text.Snapshot { return nil }
func (alone) Renamed(string) []string         { return nil }

// HomesOf returns the places from which a name can be imported: see [Problem.Homes].
func (p Problem) HomesOf(name string) []Home {
	if p.Homes == nil {
		return nil
	}
	return p.Homes(name)
}
