// Package langserver is a small client of other people's language servers: it
// asks where names are defined and used, and what is wrong with a text. jsonrpc2
// pairs calls with answers; the pipes under it are bounded here.
//
//	s := langserver.New(langserver.Options{Argv: argv, Root: root})
//	places, err := s.Definition(ctx, snapshot, offset)
//
// The process is started by the first question, in the background: a question
// waits for it as long as its context lasts. The server sees the text of the
// snapshot that is asked about, saved or not. A server that crashes, breaks
// the framing or does not answer the handshake is started again after a pause,
// one second at first, a minute at most; until then questions fail at once.
// Answers outside of the root are dropped.
//
// A server runs what the workspace configures (build scripts, plugins). The
// caller starts one only for a command that the user chose, in a root that the
// user trusts.
package langserver
