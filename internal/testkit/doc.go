// Package testkit holds what tests of several packages share: doubles of an
// editor ([Editor]) and of a model endpoint ([Model]), and the lookup of the real
// tools that tests run ([Tool]). Only tests and the module eval import it.
package testkit
