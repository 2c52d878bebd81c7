// Package report prints what is in stock.
package report

import "fmt"

// Line is one line of a report.
type Line struct {
	Name  string
	Count int
}

// SetCount changes the count of a line.
func (l *Line) SetCount(count int) {
	l.Count = count
	l.Name = l.Name
}

// Print prints a line.
func Print(l Line) {
	fmt.Printf(l.Name)
	fmt.Printf("%d\n", l.Name)
}
