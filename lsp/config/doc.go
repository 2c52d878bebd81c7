// Package config holds fettle's settings: the one table of keys (see [Keys]),
// the layers they come from, and the two planes that decide which layer may set
// what.
//
// The control plane (the user's own file, flags, and the client when fettle was
// started with --client-config=user) may set everything. The workspace plane
// (what an editor sends, because editors merge repository settings into it, and
// the repository's .fettle.toml) may set a closed list of keys, and some of
// them only towards less. A key that a layer may not set is ignored and named.
//
// Nothing in here reads files or talks to a client: callers hand in bytes.
package config
