package notebook

import (
	"slices"
	"sync"
)

// Order is which cells the open notebooks have, in which order. Notebooks and
// cells go by their URIs. The zero value is ready, and safe for concurrent use.
type Order struct {
	mu    sync.Mutex
	cells map[string][]string // by notebook
	of    map[string]string   // the notebook of a cell
}

// Set says what the cells of a notebook are; none: it is closed.
func (o *Order) Set(notebook string, cells []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cells == nil {
		o.cells, o.of = map[string][]string{}, map[string]string{}
	}
	for _, cell := range o.cells[notebook] {
		delete(o.of, cell)
	}
	o.cells[notebook] = cells
	for _, cell := range cells {
		o.of[cell] = notebook
	}
}

// Splice replaces some cells of a notebook.
func (o *Order) Splice(notebook string, start, gone int, with []string) {
	cells := o.Cells(notebook)
	start = max(0, min(start, len(cells)))
	end := max(start, min(start+gone, len(cells)))
	o.Set(notebook, slices.Concat(cells[:start], with, cells[end:]))
}

// Cells returns the cells of a notebook.
func (o *Order) Cells(notebook string) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.cells[notebook])
}

// Around returns the cells before a cell and behind it; not ok: it is none.
func (o *Order) Around(cell string) (before, after []string, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	cells := o.cells[o.of[cell]]
	i := slices.Index(cells, cell)
	if i < 0 {
		return nil, nil, false
	}
	return slices.Clone(cells[:i]), slices.Clone(cells[i+1:]), true
}
