// Package e2e tests the built program from outside: the scenarios of
// testdata/script on the command line, the conformance table of the language
// server, sessions of whole clients, the MCP server, and the soak. It has no code
// of its own; the doubles of editors and model endpoints are in internal/testkit.
package e2e
