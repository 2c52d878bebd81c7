package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Caps of what is packed, in bytes.
const (
	sourceSize = 8 << 20
	binarySize = 256 << 20
)

type options struct {
	dir     string // the extension's folder
	target  string // "" = every platform
	binary  string // "" = none
	version string // "" = that of package.json
}

// targets are VS Code's names of the platforms.
var targets = []string{"linux-x64", "linux-arm64", "linux-armhf", "alpine-x64", "alpine-arm64", "darwin-x64",
	"darwin-arm64", "win32-x64", "win32-arm64"}

// entry is one file of the package.
type entry struct {
	name string
	data []byte
	mode fs.FileMode
}

// manifest is what the package needs of package.json.
type manifest struct {
	Name          string   `json:"name"`
	DisplayName   string   `json:"displayName"`
	Description   string   `json:"description"`
	Version       string   `json:"version"`
	Publisher     string   `json:"publisher"`
	Categories    []string `json:"categories"`
	Keywords      []string `json:"keywords"`
	ExtensionKind []string `json:"extensionKind"`
	Engines       struct {
		VSCode string `json:"vscode"`
	} `json:"engines"`
	Icon          string  `json:"icon"`
	Homepage      string  `json:"homepage"`
	Repository    address `json:"repository"`
	Bugs          address `json:"bugs"`
	GalleryBanner struct {
		Color string `json:"color"`
		Theme string `json:"theme"`
	} `json:"galleryBanner"`
}

type address struct {
	URL string `json:"url"`
}

// pack makes the bytes of a package.
func pack(o options) ([]byte, error) {
	if (o.target == "") != (o.binary == "") {
		return nil, errors.New("--target and --binary belong together")
	}
	if o.target != "" && !slices.Contains(targets, o.target) {
		return nil, fmt.Errorf("unknown target %q; known: %s", o.target, strings.Join(targets, ", "))
	}
	entries, err := extensionFiles(o)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(entries, func(e entry) bool { return e.name == "extension/package.json" })
	if o.version != "" {
		if entries[i].data, err = withVersion(entries[i].data, o.version); err != nil {
			return nil, err
		}
	}
	var m manifest
	if err := json.Unmarshal(entries[i].data, &m); err != nil {
		return nil, fmt.Errorf("package.json: %w", err)
	}
	if m.Name == "" || m.Version == "" || m.Publisher == "" || m.Engines.VSCode == "" {
		return nil, errors.New("package.json: name, version, publisher and engines.vscode are needed")
	}
	if !slices.ContainsFunc(entries, func(e entry) bool { return e.name == "extension/"+m.Icon }) {
		return nil, fmt.Errorf("package.json: the icon %q is no file of the package", m.Icon)
	}
	entries = append(entries,
		entry{"extension.vsixmanifest", vsixManifest(m, o.target), 0o644},
		entry{"[Content_Types].xml", contentTypes(entries), 0o644})
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return archive(entries)
}

// ownVersion is the extension's version in package.json, as npm writes it.
var ownVersion = lazyre.New(`(?m)^  "version": "[^"]*"`)

var threeNumbers = lazyre.New(`^\d+\.\d+\.\d+$`)

// withVersion is package.json with another version: that of a release is its tag's.
func withVersion(data []byte, version string) ([]byte, error) {
	if !threeNumbers.MatchString(version) {
		return nil, fmt.Errorf("the version is %q, want three numbers", version)
	}
	if n := len(ownVersion.FindAllString(string(data), -1)); n != 1 {
		return nil, fmt.Errorf("package.json: %d versions, want one", n)
	}
	return []byte(ownVersion.ReplaceAllString(string(data), `  "version": "`+version+`"`)), nil
}

// extensionFiles returns the files below extension/: named ones, so that nothing
// gets in by lying about, and all pages of
// the walkthrough.
func extensionFiles(o options) ([]entry, error) {
	names := []string{"package.json", "README.md", "CHANGELOG.md", "LICENSE", "dist/extension.js"}
	// Of the pictures only those that the walkthrough shows.
	for _, pattern := range []string{"media/*.md", "images/icon.png", "images/menu.png", "images/progress.png",
		"images/preview.png", "images/result.png"} {
		found, err := filepath.Glob(filepath.Join(o.dir, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			names = append(names, path.Dir(pattern)+"/"+filepath.Base(f))
		}
	}
	var entries []entry
	for _, name := range names {
		f, err := files.Read(filepath.Join(o.dir, filepath.FromSlash(name)), sourceSize)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry{"extension/" + name, f.Data, 0o644})
	}
	if o.binary != "" {
		f, err := files.Read(o.binary, binarySize)
		if err != nil {
			return nil, err
		}
		name := "extension/bin/fettle"
		if strings.HasPrefix(o.target, "win32-") {
			name += ".exe"
		}
		entries = append(entries, entry{name, f.Data, 0o755})
	}
	return entries, nil
}

// archive writes a zip whose bytes depend on nothing but the entries.
func archive(entries []entry) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		// The first time that a zip can hold.
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		h.SetMode(e.mode)
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// vsixManifest returns the part of the package that VS Code reads first.
func vsixManifest(m manifest, target string) []byte {
	var b bytes.Buffer
	platform := ""
	if target != "" {
		platform = ` TargetPlatform="` + target + `"`
	}
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="%s" Version="%s" Publisher="%s"%s/>
    <DisplayName>%s</DisplayName>
    <Description xml:space="preserve">%s</Description>
    <Tags>%s</Tags>
    <Categories>%s</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="%s"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="%s"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Source" Value="%s"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.GitHub" Value="%[11]s"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Support" Value="%[12]s"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Learn" Value="%[13]s"/>
      <Property Id="Microsoft.VisualStudio.Services.Branding.Color" Value="%[14]s"/>
      <Property Id="Microsoft.VisualStudio.Services.Branding.Theme" Value="%[15]s"/>
      <Property Id="Microsoft.VisualStudio.Services.GitHubFlavoredMarkdown" Value="true"/>
    </Properties>
    <License>extension/LICENSE</License>
    <Icon>extension/%[16]s</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" Path="extension/CHANGELOG.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/%[16]s" Addressable="true"/>
  </Assets>
</PackageManifest>
`, escape(m.Name), escape(m.Version), escape(m.Publisher), platform, escape(m.DisplayName), escape(m.Description),
		escape(strings.Join(m.Keywords, ",")), escape(strings.Join(m.Categories, ",")), escape(m.Engines.VSCode),
		escape(strings.Join(m.ExtensionKind, ",")),
		escape(m.Repository.URL), escape(m.Bugs.URL), escape(m.Homepage), escape(m.GalleryBanner.Color),
		escape(m.GalleryBanner.Theme), escape(m.Icon))
	return b.Bytes()
}

func escape(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer never fails
	return b.String()
}

// contentTypes names the type of every file of the package by its extension,
// and by its whole name where it has none.
func contentTypes(entries []entry) []byte {
	types := map[string]string{".json": "application/json", ".md": "text/markdown", ".js": "application/javascript",
		".png": "image/png"}
	seen := map[string]bool{}
	lines := []string{`<Default Extension=".vsixmanifest" ContentType="text/xml"/>`}
	for _, e := range entries {
		ext := filepath.Ext(e.name)
		kind, ok := types[ext]
		if !ok {
			kind = "application/octet-stream"
		}
		line := fmt.Sprintf(`<Default Extension="%s" ContentType="%s"/>`, ext, kind)
		if ext == "" {
			line = fmt.Sprintf(`<Override PartName="/%s" ContentType="%s"/>`, e.name, kind)
		}
		if !seen[line] {
			seen[line] = true
			lines = append(lines, line)
		}
	}
	return []byte(`<?xml version="1.0" encoding="utf-8"?>` + "\n" +
		`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` + strings.Join(lines, "") + "</Types>\n")
}
