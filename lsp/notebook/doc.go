// Package notebook knows the cells of open notebooks: their order, what of them is
// Python, and how a tool sees one of them.
//
// The cells of a notebook are documents of their own to the protocol, and one
// program to Python. So a tool is given a cell between the others ([Between]), and
// what it says is moved back to the places of the cell; a fix stays within its
// cell. A notebook on disk is a [File]: the same in one text, and its changed cells written
// back with every other byte as it was.
package notebook
