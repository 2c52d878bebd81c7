package lsp

import (
	"encoding/json"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
)

// client is what initialize said about the editor. Every decision that depends
// on the editor is a field of this table; no other file reads its name.
type client struct {
	name      string // lower case
	encoding  text.Encoding
	processID int

	wholeLines     bool // columns mean nothing, see document.WholeLines
	versioned      bool // documentChanges with versions
	annotations    bool // changeAnnotationSupport
	applyEdit      bool // the command flow is possible
	literals       bool // CodeAction objects, else bare commands
	aiTag          bool // tag LLMGenerated
	preferred      bool
	disabled       bool // entries with disabled.reason are shown
	lineMenus      bool // every server's menu is of the cursor's line, not of the cursor
	progress       bool
	showDocument   bool
	askUser        bool   // showMessageRequest
	choices        bool   // and its buttons stay until one is pressed
	configuration  bool   // workspace/configuration can be pulled
	watchRegister  bool   // didChangeWatchedFiles dynamically
	status         bool   // fettle/status is understood
	configRegister bool   // didChangeConfiguration dynamically
	notebooks      bool   // their cells are sent
	failures       bool   // fettle/failed is understood
	undo           string // how the user undoes an edit

	// linkAI: AI actions carry the diagnostics they fix. Helix sorts the actions of
	// all servers itself (helix-editor/helix#4134): one with diagnostics ties with a
	// tool's own fix, and the quicker answer, ours, would stand above it. So there
	// they carry none.
	linkAI bool
	// ownWatcher: the client's watcher reports only its own saves, as that of Helix
	// (helix-editor/helix#11882), or none can be registered: Neovim on Linux (neovim/neovim#23291).
	ownWatcher bool

	roots []string // URIs of the workspace folders
}

// object is a JSON object decoded one level deep, so that one wrong member
// costs only itself.
type object map[string]json.RawMessage

func objectOf(raw json.RawMessage) object {
	o, _ := document.Members(raw)
	return o
}

// at follows a path of members.
func (o object) at(path ...string) json.RawMessage {
	var raw json.RawMessage
	for i, p := range path {
		raw = o[p]
		if i+1 < len(path) {
			o = objectOf(raw)
		}
	}
	return raw
}

// has reports whether a member is an object: some capabilities say no more.
func (o object) has(path ...string) bool { return objectOf(o.at(path...)) != nil }

func (o object) bool(path ...string) bool {
	var b bool
	return json.Unmarshal(o.at(path...), &b) == nil && b
}

func (o object) text(path ...string) string {
	var s string
	if json.Unmarshal(o.at(path...), &s) != nil {
		return ""
	}
	return s
}

func (o object) list(path ...string) []json.RawMessage {
	var l []json.RawMessage
	if json.Unmarshal(o.at(path...), &l) != nil {
		return nil
	}
	return l
}

func (o object) texts(path ...string) []string {
	var out []string
	for _, raw := range o.list(path...) {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			out = append(out, s)
		}
	}
	return out
}

func (o object) int(path ...string) int {
	var n int
	if json.Unmarshal(o.at(path...), &n) != nil {
		return 0
	}
	return n
}

// newClient reads the params of initialize member by member: a member of a
// wrong type has its default.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#initialize
func newClient(params json.RawMessage) client {
	o := objectOf(params)
	c := client{
		name:      strings.ToLower(o.text("clientInfo", "name")),
		processID: o.int("processId"),

		annotations:    o.has("capabilities", "workspace", "workspaceEdit", "changeAnnotationSupport"),
		applyEdit:      o.bool("capabilities", "workspace", "applyEdit"),
		literals:       o.has("capabilities", "textDocument", "codeAction", "codeActionLiteralSupport"),
		preferred:      o.bool("capabilities", "textDocument", "codeAction", "isPreferredSupport"),
		disabled:       o.bool("capabilities", "textDocument", "codeAction", "disabledSupport"),
		progress:       o.bool("capabilities", "window", "workDoneProgress"),
		askUser:        o.has("capabilities", "window", "showMessage"),
		showDocument:   o.bool("capabilities", "window", "showDocument", "support"),
		status:         o.bool("capabilities", "experimental", "fettleStatus"),
		failures:       o.bool("capabilities", "experimental", "fettleFailed"),
		notebooks:      o.has("capabilities", "notebookDocument", "synchronization"),
		configuration:  o.bool("capabilities", "workspace", "configuration"),
		watchRegister:  o.bool("capabilities", "workspace", "didChangeWatchedFiles", "dynamicRegistration"),
		configRegister: o.bool("capabilities", "workspace", "didChangeConfiguration", "dynamicRegistration"),
	}
	if name := objectOf(o["initializationOptions"]).text("client", "name"); name != "" {
		c.name = strings.ToLower(name)
	}
	for _, raw := range o.list("capabilities", "textDocument", "codeAction", "tagSupport", "valueSet") {
		c.aiTag = c.aiTag || string(raw) == "1"
	}
	offered := o.texts("capabilities", "general", "positionEncodings")
	c.encoding, c.wholeLines = document.Negotiate(offered), len(offered) == 0
	// Neovim accepts versioned edits without saying so, and checks them unless the
	// version is 0 (neovim/neovim#14366).
	c.versioned = o.bool("capabilities", "workspace", "workspaceEdit", "documentChanges") || c.annotations ||
		c.name == "neovim"
	c.choices = c.askUser && (!c.annotations || c.name == "neovim")
	c.linkAI, c.undo = c.name != "helix", "undo to take the fix back"
	if c.name == "helix" || c.name == "neovim" {
		c.undo = "undo with u"
	}
	c.lineMenus = c.name == "neovim"
	// Helix says that it knows disabled entries, and drops them: code_action in
	// https://github.com/helix-editor/helix/blob/25.07.1/helix-term/src/commands/lsp.rs.
	// VS Code, of which our extension alone knows fettle/failed, shows them in menus of
	// refactorings: https://code.visualstudio.com/api/references/vscode-api#CodeAction.
	c.disabled = c.disabled && c.name != "helix" && !c.failures
	c.ownWatcher = c.name == "helix" || !c.watchRegister
	c.roots = rootsOf(o)
	return c
}

// rootsOf returns the folders that a client opens, or the one folder of old clients.
func rootsOf(o object) (roots []string) {
	for _, f := range o.list("workspaceFolders") {
		if uri := objectOf(f).text("uri"); uri != "" {
			roots = append(roots, uri)
		}
	}
	if uri := o.text("rootUri"); len(roots) == 0 && uri != "" {
		roots = []string{uri}
	}
	return roots
}
