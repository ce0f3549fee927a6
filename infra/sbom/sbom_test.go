package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

const mit = `MIT License

Copyright (c) 2020 Somebody

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

// folderWith creates a folder of files.
func folderWith(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestModules(t *testing.T) {
	a := folderWith(t, map[string]string{"LICENSE": mit, "NOTICE.txt": "A, made by Somebody", "license_test.go": "package a"})
	b := folderWith(t, map[string]string{"License.md": mit})
	parts, err := modulesOf([]byte(`
		{"ImportPath": "fmt"}
		{"ImportPath": "anzen/functions/api", "Module": {"Path": "anzen", "Main": true}, "Imports": ["example.com/a/x"]}
		{"ImportPath": "example.com/a/x", "Module": {"Path": "example.com/a", "Version": "v1.2.3", "Dir": "`+a+`"}, "Imports": ["fmt", "example.com/b", "example.com/a/y"]}
		{"ImportPath": "example.com/a/y", "Module": {"Path": "example.com/a", "Version": "v1.2.3", "Dir": "`+a+`"}}
		{"ImportPath": "example.com/b", "Module": {"Path": "example.com/b", "Version": "v0.1.0", "Replace": {"Path": "example.com/c", "Version": "v0.2.0", "Dir": "`+b+`"}}}
	`), map[string]string{"example.com/a v1.2.3": "ab12"})
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) != 2 || parts[0].Name != "example.com/a" || parts[1].Name != "example.com/c" || parts[1].Version != "v0.2.0" {
		t.Fatalf("parts are %+v", parts)
	}
	if got := *parts[0].Licenses; len(got) != 1 || got[0].License.ID != "MIT" {
		t.Errorf("its licences are %+v", got)
	}
	if got := parts[0].notices; len(got) != 2 || got[1] != "A, made by Somebody" {
		t.Errorf("its notices are %q", got)
	}
	if got := parts[0].needs; len(got) != 1 || got[0] != "pkg:golang/example.com/c@v0.2.0" {
		t.Errorf("it needs %q", got)
	}
	if got := (*parts[0].Hashes)[0].Value; got != "ab12" {
		t.Errorf("its hash is %q", got)
	}
	if err := allowed(parts); err != nil {
		t.Error(err)
	}
}

func TestPackages(t *testing.T) {
	frontend := folderWith(t, map[string]string{"node_modules/a/LICENSE": mit, "node_modules/a/node_modules/@s/b/NOTICE": "B", "node_modules/@s/b/LICENSE": "not this one"})
	listed := []byte(`{"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": [
		{"bom-ref": "a@1.0.0", "type": "library", "name": "a", "version": "1.0.0", "licenses": [{"license": {"id": "MIT"}}]},
		{"bom-ref": "tool@3.0.0", "type": "library", "name": "tool", "version": "3.0.0", "licenses": [{"license": {"id": "GPL-3.0-only"}}]},
		{"bom-ref": "@s/b@2.0.0", "type": "library", "name": "@s/b", "version": "2.0.0", "licenses": [{"expression": "(GPL-3.0 OR Apache-2.0)"}]}],
		"dependencies": [{"ref": "x@0.0.0", "dependsOn": ["a@1.0.0", "tool@3.0.0"]}, {"ref": "a@1.0.0", "dependsOn": ["@s/b@2.0.0"]}]}`)
	lock := []byte(`{"packages": {"": {"name": "x", "dependencies": {"a": "1.0.0"}, "devDependencies": {"tool": "3.0.0"}}, "node_modules/a": {"version": "1.0.0"}, "node_modules/@s/b": {"version": "1.9.0"}, "node_modules/a/node_modules/@s/b": {"version": "2.0.0"}}}`)
	parts, err := packagesOf(listed, lock, frontend)
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) != 2 || parts[0].notices[0] != mit || parts[1].notices[0] != "B" || len(parts[0].needs) != 1 {
		t.Fatalf("parts are %+v", parts)
	}
	if err := allowed(parts); err != nil {
		t.Error(err)
	}
	if _, err := packagesOf(listed, []byte(`{"packages": {"": {"dependencies": {"a": "1.0.0"}}, "node_modules/a": {"version": "1.0.0"}}}`), frontend); err == nil {
		t.Error("a package that is installed nowhere passes")
	}
}

func TestLicencesThatMayNotBeShipped(t *testing.T) {
	for name, permitted := range map[string]bool{
		"MIT": true, "(MIT OR GPL-3.0)": true, "MIT AND Apache-2.0": true, "GPL-3.0-only": false, "MIT AND GPL-3.0": false, "AGPL-3.0": false, "": false, "SSPL-1.0": false,
	} {
		one := part{Component: cyclonedx.Component{Name: "one", Licenses: &cyclonedx.Licenses{{Expression: name}}}}
		if err := allowed([]part{one}); (err == nil) != permitted {
			t.Errorf("%q: %v", name, err)
		}
	}
	if allowed([]part{{Component: cyclonedx.Component{Name: "unknown", Licenses: identify([]string{"All rights reserved."})}}}) == nil {
		t.Error("a component with an unknown licence passes")
	}
}

// Every embedded component has a notice, and every notice a component.
func TestCarriedHaveNotices(t *testing.T) {
	parts := carried()
	for _, p := range parts {
		if len(p.notices[0]) < 40 {
			t.Errorf("%s has no notice", p.Name)
		}
	}
	if n := len(notices(carriedNotices)); n != len(parts) {
		t.Errorf("%d notices of %d components", n, len(parts))
	}
	if err := allowed(parts); err != nil {
		t.Error(err)
	}
}

// The product itself: everything linked is listed and may be shipped, and the same
// sources give the same bytes.
func TestTheProduct(t *testing.T) {
	if _, err := os.Stat("../../frontend/node_modules/.package-lock.json"); err != nil {
		t.Skip("the dashboard's packages are not installed: run make setup")
	}
	var files [2]string
	for i := range files {
		folder := t.TempDir()
		if err := run(t.Context(), "../..", folder); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"anzen-functions.cdx.json", "anzen-dashboard.cdx.json", "third-party-notices.txt"} {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			files[i] += string(text)
		}
	}
	if files[0] != files[1] {
		t.Error("two runs gave different bytes")
	}
	for _, listed := range []string{`"github.com/aws/aws-lambda-go"`, `"github.com/klippa-app/go-pdfium"`, `"PDFium"`, `"react-dom"`, `"zod"`, `"@mui/material"`, "Copyright 2014 The PDFium Authors", "Copyright (c) Meta Platforms"} {
		if !strings.Contains(files[0], listed) {
			t.Errorf("%s is not listed", listed)
		}
	}
	for _, not := range []string{"versitygw", "aws-cdk", "vitest", "dynoxide"} {
		if strings.Contains(files[0], not) {
			t.Errorf("%s is listed, but not shipped", not)
		}
	}
}
