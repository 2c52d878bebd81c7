// Package stock counts things.
package stock

import (
	"fmt"
	"os"
)

// Item is a thing on a shelf.
type Item struct {
	Name  string
	Count int
}

// Describe names an item.
func Describe(i Item) string {
	return fmt.Sprintf("%s (%d)", i.Name, i.Count)
}
