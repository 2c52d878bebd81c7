// Package config holds fettle's settings: the one table of keys ([Keys]), the
// layers they come from ([Layer]), and the two planes that decide which layer may
// set what. [Resolve] makes [Settings] of layers.
//
// The control plane (the user's own file, flags, and the client if fettle was
// started with --client-config=user) may set everything. The workspace plane
// (what an editor sends, because editors merge repository settings into it, and
// the repository's .fettle.toml) may set a closed list of keys, some of them only
// to restrict what the user allows. A key that a layer may not set is ignored and
// named.
//
// Nothing in here reads files or talks to a client: callers pass in bytes.
package config
