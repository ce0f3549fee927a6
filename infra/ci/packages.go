package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// goPackage is a package of `go list -json`, with what its tests read.
type goPackage struct {
	ImportPath                         string
	Dir                                string // from the root
	EmbedFiles                         []string
	Imports, TestImports, XTestImports []string
	GoFiles, TestGoFiles, XTestGoFiles []string
	TestEmbedFiles, XTestEmbedFiles    []string
	module                             string
	reads                              []string // path prefixes, from the root, that its tests read
}

// hasTests reports whether there are tests to run.
func (p *goPackage) hasTests() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

// listPackages lists the packages of all modules.
func listPackages(ctx context.Context) ([]*goPackage, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("find the root: %w", err)
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, fmt.Errorf("find the root: %w", err)
	}
	var all []*goPackage
	for _, module := range modules {
		listed, err := exec.CommandContext(ctx, "go", "-C", module, "list", "-e",
			"-json=ImportPath,Dir,EmbedFiles,TestEmbedFiles,XTestEmbedFiles,Imports,TestImports,XTestImports,GoFiles,TestGoFiles,XTestGoFiles", "./...").Output()
		if err != nil {
			return nil, fmt.Errorf("list the packages of %s: %w", module, err)
		}
		decoder := json.NewDecoder(bytes.NewReader(listed))
		for {
			p := &goPackage{module: module}
			if err := decoder.Decode(p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, fmt.Errorf("list the packages of %s: %w", module, err)
			}
			if p.Dir, err = filepath.Rel(root, p.Dir); err != nil {
				return nil, fmt.Errorf("list the packages of %s: %w", module, err)
			}
			for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
				text, err := os.ReadFile(filepath.Join(p.Dir, name))
				if err != nil {
					return nil, fmt.Errorf("see what tests read: %w", err)
				}
				p.reads = append(p.reads, readsOf(p.Dir, string(text))...)
			}
			all = append(all, p)
		}
	}
	return all, nil
}

var pathUpwards = regexp.MustCompile(`"((?:\.\./)+[^"]*)"`)

// readsOf finds the paths in a test's source that lead out of its package's folder, up
// to their first wildcard.
func readsOf(folder, text string) []string {
	var reads []string
	for _, found := range pathUpwards.FindAllStringSubmatch(text, -1) {
		whole, _, _ := strings.Cut(found[1], "*")
		path := filepath.Join(folder, whole)
		if strings.HasSuffix(whole, "/") {
			path += "/"
		}
		if path != "." && path != "./" && !strings.HasPrefix(path, "..") {
			reads = append(reads, path)
		}
	}
	return reads
}

// ownerOf returns the package whose folder contains the file, or the nearest above it:
// test data, embedded files and tables belong to their package.
func ownerOf(file string, byDir map[string]*goPackage) *goPackage {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if p := byDir[dir]; p != nil {
			return p
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// onlyForTests reports whether a file of the package cannot change what its importers
// get.
func onlyForTests(p *goPackage, file string) bool {
	inside, err := filepath.Rel(p.Dir, file)
	if err != nil || slices.Contains(p.EmbedFiles, inside) {
		return false
	}
	return strings.HasSuffix(file, "_test.go") || strings.Contains("/"+file, "/testdata/") ||
		slices.Contains(p.TestEmbedFiles, inside) || slices.Contains(p.XTestEmbedFiles, inside)
}

// affected returns the packages whose tests the changed files may break, each with the
// reason.
func affected(packages []*goPackage, files []string) map[*goPackage]string {
	byDir, byPath := map[string]*goPackage{}, map[string]*goPackage{}
	importers := map[string][]*goPackage{} // by imported path
	for _, p := range packages {
		byDir[p.Dir], byPath[p.ImportPath] = p, p
		for _, path := range p.Imports {
			importers[path] = append(importers[path], p)
		}
	}
	why := map[*goPackage]string{}
	note := func(p *goPackage, reason string) {
		if why[p] == "" {
			why[p] = reason
		}
	}
	var changed []*goPackage // whose importers are affected
	spread := map[*goPackage]bool{}
	mark := func(p *goPackage) {
		if !spread[p] {
			spread[p] = true
			changed = append(changed, p)
		}
	}
	for _, file := range files {
		for _, p := range packages {
			if inside, err := filepath.Rel(p.Dir, file); err == nil && slices.Contains(p.EmbedFiles, inside) {
				note(p, file)
				mark(p)
			}
			if name := filepath.Base(file); (name == "go.mod" || name == "go.sum") && filepath.Dir(file) == p.module {
				note(p, file)
				mark(p)
			}
		}
		if p := ownerOf(file, byDir); p != nil {
			note(p, file)
			if !onlyForTests(p, file) {
				mark(p)
			}
		}
	}
	for _, file := range files {
		for _, p := range packages {
			if slices.ContainsFunc(p.reads, func(path string) bool { return strings.HasPrefix(file, path) }) {
				note(p, "its tests read "+file)
			}
		}
	}
	for len(changed) > 0 {
		p := changed[0]
		changed = changed[1:]
		for _, importer := range importers[p.ImportPath] {
			note(importer, "imports "+p.ImportPath)
			mark(importer)
		}
	}
	for _, p := range packages {
		for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
			if from := byPath[path]; from != nil && from != p && spread[from] {
				note(p, "its tests import "+path)
			}
		}
	}
	return why
}

// ordered returns the packages of a module, sorted by folder.
func ordered(why map[*goPackage]string, module string, which func(*goPackage) bool) []*goPackage {
	var list []*goPackage
	for p := range maps.Keys(why) {
		if p.module == module && which(p) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *goPackage) int { return strings.Compare(a.Dir, b.Dir) })
	return list
}

// folders are the packages' folders as arguments of the go command, relative to the
// module.
func folders(packages []*goPackage) []string {
	var out []string
	for _, p := range packages {
		inside, err := filepath.Rel(p.module, p.Dir)
		if err != nil {
			inside = p.Dir
		}
		out = append(out, "./"+inside)
	}
	return out
}
