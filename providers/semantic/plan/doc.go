// Package plan turns a question in words into a search [Plan]: what the user
// wants to do (create, modify, debug, explain, refactor, search), how broad the
// question is, which names it mentions, and from that the strategy, how far to
// follow imports, and whether tests are wanted.
//
// The heuristics need microseconds and nothing else. A local model can plan too, or
// name words that the code may be called by ([Model]); if anything goes wrong with
// it, the heuristic plan is used and the reason is reported. A plan adds terms and
// candidates to a search and never removes any, so that a wrong one costs little.
package plan
