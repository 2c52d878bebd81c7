// Package mcp serves search, diagnostics, fixes and edits over the Model
// Context Protocol: one file a tool, and in
// lines.go what stands between the client's lines and the SDK.
//
// It answers for the folders it was started for only, writes no file, and
// everything that it says has passed the gate for secrets.
package mcp
