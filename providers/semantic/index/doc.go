// Package index holds what semantic search needs to know about a workspace:
// terms and their postings, definitions, chunks, the import graph both ways,
// and what git says about files that change together. An [Index] ranks files and
// chunks for a text or for a place.
//
// Everything is in memory and disposable. Texts come from a [Source]; the
// index keeps features, not texts. One writer applies batches; readers see a
// consistent state with a generation number. The unit of reuse is the content
// of a file, not its path: after a branch switch, what did not change is reused.
//
// What a text defines is found by package [scan], without a parser.
//
// The postings of workspaces that are too large for memory ([Segment]) are our
// own, not SQLite's FTS5, because of a measurement (BenchmarkFullText in package
// semantic, the sources of Go 1.26): as much processor
// time to build (5.2 and 5.1 s), 10.9 MB on disk instead of 42.6, and 54 ms for a
// question instead of 409, since FTS5 ranks every row that has one of the terms.
package index
