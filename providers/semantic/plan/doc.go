// Package plan turns a question in words into a search plan: what the user
// wants to do (create, modify, debug, explain, refactor, search), how wide the
// question is, which names it mentions, and from that the strategy, the depth
// of the walk over imports, and whether tests are wanted.
//
// The heuristics take microseconds and need nothing. A small local model can
// plan too ([Model]); whatever goes wrong with it, the heuristic plan is used
// and the reason is told. A plan adds terms and candidates to a search; it
// never removes any, so that a wrong one costs little.
package plan
