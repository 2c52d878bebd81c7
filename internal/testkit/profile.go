package testkit

import (
	"cmp"
	"encoding/json"
)

// ClientProfile is how one editor behaves as a client: what it announces, and
// where it differs from what one would expect.
type ClientProfile struct {
	Name         string
	Client       string // what it calls itself, where that is not Name
	Encoding     string // of positions; "" announces none, which means utf-16
	Counts       string // encoding that it really counts in, Encoding if empty
	Capabilities string // JSON
	FirstVersion int
	NoVersions   bool // sends null

	OwnDiagnosticsOnly bool // the context of a menu request is empty
	LieApplied         bool // answers applied:true for an edit it dropped
	SkipVersion0       bool // does not check an edit for version 0
	ErrorWhenStale     bool // answers with an error in place of applied:false
	LateChange         bool // sends changes some time later, or with the next request
	NullConfiguration  bool // a pull of settings returns null
	DropDisabled       bool // leaves disabled entries out of the menu
	DropUnadvertised   bool // leaves entries out whose command was not advertised
	StripData          bool // removes data from diagnostics
}

// ClientProfiles returns the editors that fettle is made for, and one that can do
// next to nothing.
func ClientProfiles() []ClientProfile {
	const actions = `"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit","command"]},
				"disabledSupport":true,"isPreferredSupport":true,
				"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix","refactor","source"]}}`
	const neovim = `{
			"window":{"workDoneProgress":true,"showMessage":{},"showDocument":{"support":true}},
			"workspace":{"applyEdit":true,"configuration":true,
				"workspaceEdit":{"changeAnnotationSupport":{"groupsOnLabel":true},"normalizesLineEndings":true}},
			"textDocument":{` + actions + `}}}`
	return []ClientProfile{
		{Name: "helix", Encoding: "utf-8", NullConfiguration: true, DropDisabled: true, Capabilities: `{
			"window":{"workDoneProgress":true,"showMessage":{},"showDocument":{"support":true}},
			"workspace":{"applyEdit":true,"configuration":true,"executeCommand":{},
				"workspaceEdit":{"documentChanges":true,"normalizesLineEndings":false,"failureHandling":"abort"},
				"didChangeWatchedFiles":{"dynamicRegistration":true}},
			"textDocument":{` + actions + `}}}`},
		{Name: "neovim", Encoding: "utf-8", OwnDiagnosticsOnly: true, LieApplied: true, SkipVersion0: true, LateChange: true,
			NullConfiguration: true, Capabilities: neovim},
		// With our plugin, which refuses what Neovim itself would not.
		{Name: "neovim-plugin", Client: "neovim", Encoding: "utf-8", OwnDiagnosticsOnly: true, LateChange: true,
			NullConfiguration: true, Capabilities: neovim},
		{Name: "vscode", Encoding: "utf-16", FirstVersion: 1, StripData: true, Capabilities: `{
			"window":{"workDoneProgress":true,"showMessage":{},"showDocument":{"support":true}},
			"workspace":{"applyEdit":true,"configuration":true,"executeCommand":{},
				"workspaceEdit":{"documentChanges":true,"changeAnnotationSupport":{"groupsOnLabel":true},
				"normalizesLineEndings":true},
				"didChangeConfiguration":{"dynamicRegistration":true},"didChangeWatchedFiles":{"dynamicRegistration":true}},
			"textDocument":{` + actions + `,"tagSupport":{"valueSet":[1]}}}}`},
		{Name: "zed", Encoding: "utf-16", DropUnadvertised: true, Capabilities: `{
			"window":{"workDoneProgress":true,"showMessage":{}},
			"workspace":{"applyEdit":true,"configuration":true,"workspaceEdit":{"documentChanges":true}},
			"textDocument":{` + actions + `}}}`},
		{Name: "eglot", Encoding: "utf-32", OwnDiagnosticsOnly: true, ErrorWhenStale: true, Capabilities: `{
			"window":{"workDoneProgress":true,"showMessage":{},"showDocument":{"support":true}},
			"workspace":{"applyEdit":true,"configuration":true,"executeCommand":{},"workspaceEdit":{"documentChanges":true}},
			"textDocument":{` + actions + `}}}`},
		// As vim-lsp and old lsp-mode: announces nothing, counts characters.
		{Name: "characters", Counts: "utf-32", FirstVersion: 1, NullConfiguration: true, Capabilities: `{
			"window":{"workDoneProgress":true},
			"workspace":{"applyEdit":true,"configuration":true,"workspaceEdit":{"documentChanges":true}},
			"textDocument":{` + actions + `}}}`},
		{Name: "minimal", NoVersions: true, NullConfiguration: true, Capabilities: `{"workspace":{"applyEdit":true}}`},
	}
}

// NamedProfile is one of [ClientProfiles].
func NamedProfile(name string) ClientProfile {
	for _, p := range ClientProfiles() {
		if p.Name == name {
			return p
		}
	}
	panic("no profile " + name)
}

// initialize returns the profile's first message.
func (p ClientProfile) initialize(root string, options any) map[string]any {
	var caps map[string]any
	if err := json.Unmarshal([]byte(p.Capabilities), &caps); err != nil {
		panic(err)
	}
	if p.Encoding != "" {
		caps["general"] = map[string]any{"positionEncodings": []string{p.Encoding}}
	}
	return map[string]any{"processId": nil, "clientInfo": map[string]string{"name": cmp.Or(p.Client, p.Name)},
		"capabilities": caps,
		"rootUri":      FileURI(root), "workspaceFolders": []any{map[string]string{"uri": FileURI(root), "name": "w"}},
		"initializationOptions": options}
}
