// Package ecma holds the rules for JavaScript and TypeScript. They work on what a
// syntax tree tells of the file, and on the text.
package ecma
