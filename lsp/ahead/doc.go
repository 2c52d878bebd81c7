// Package ahead keeps the deterministic fixes that were worked out and checked
// before anybody opened a menu: a request only looks them up. They hold for one
// text of each document, and all of them together are checked as one.
package ahead
