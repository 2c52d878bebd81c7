// Package ecma holds the rules for JavaScript and TypeScript. They work on what a
// syntax tree says of the file, and on the text.
package ecma
