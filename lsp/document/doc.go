// Package document keeps the documents that the client has open. It accepts the
// parameters of didOpen, didChange, didClose and didSave as they come from the
// wire and returns immutable snapshots.
//
//	store := document.NewStore(document.Options{Encoding: text.UTF16})
//	store.OnChange(history.Record)         // called on the reading lane
//	doc, err := store.Change(params)       // on the reading lane, in wire order
//	doc, ok := store.Get(uri)              // from anywhere
//
// [Steps] remembers what was typed, so that a fix can be moved over it, and
// [WholeLines] is how edits are sent to a client whose columns mean nothing.
//
// # Trust in the text
//
// A fix is only as good as our copy of the document. The store knows when it
// may differ from the editor's and says so: Unsynced after a change that could
// not be decoded or applied or whose version goes back, until the next full
// text; Lossy when the text was sent with bytes or surrogates that no string
// can hold. Such documents go on being followed, as well as can be, and are not
// Fixable.
//
// # Names
//
// Clients spell the same URI in several ways, also between two messages. The
// store finds a document under any of them and returns the spelling it was
// opened with, which is the only one the client is sure to know.
package document
