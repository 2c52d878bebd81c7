// Package testkit holds what tests of several packages share: doubles of an
// editor and of a model endpoint, and look-up of the real tools that tests run.
package testkit
