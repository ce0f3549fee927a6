package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// packages are the npm packages that the dashboard consists of: the dependencies in its
// package.json, and theirs. npm lists all installed packages; its option to omit
// development packages omits too much (React, if a tool needs it as well). Licence
// texts are read from the installed packages.
func packages(ctx context.Context, root string) ([]part, error) {
	frontend := filepath.Join(root, "frontend")
	command := exec.CommandContext(ctx, "npm", "sbom", "--sbom-format", "cyclonedx", "--loglevel", "error")
	command.Dir = frontend
	var failure bytes.Buffer
	command.Stderr = &failure
	listed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("list the dashboard's packages: %w\n%s", err, &failure)
	}
	lock, err := os.ReadFile(filepath.Join(frontend, "package-lock.json"))
	if err != nil {
		return nil, fmt.Errorf("read the packages' folders: %w", err)
	}
	return packagesOf(listed, lock, frontend)
}

// shipped are the refs of the dashboard's dependencies, and of theirs.
func shipped(bom cyclonedx.BOM, own map[string]string) (needs map[string][]string) {
	all := map[string][]string{}
	if bom.Dependencies != nil {
		for _, d := range *bom.Dependencies {
			if d.Dependencies != nil {
				all[d.Ref] = *d.Dependencies
			}
		}
	}
	needs = map[string][]string{}
	var add func(ref string)
	add = func(ref string) {
		if _, done := needs[ref]; done {
			return
		}
		needs[ref] = all[ref]
		for _, n := range all[ref] {
			add(n)
		}
	}
	for name, version := range own {
		add(name + "@" + version)
	}
	return needs
}

// ownDependencies are the dashboard's direct dependencies by name, with their versions
// in the lock file.
func ownDependencies(lock []byte) (map[string]string, error) {
	var file struct {
		Packages map[string]struct {
			Version      string
			Dependencies map[string]string
		}
	}
	if err := json.Unmarshal(lock, &file); err != nil {
		return nil, fmt.Errorf("read the lock file: %w", err)
	}
	own := map[string]string{}
	for name := range file.Packages[""].Dependencies {
		own[name] = file.Packages["node_modules/"+name].Version
	}
	if len(own) == 0 {
		return nil, errors.New("the lock file names no dependencies")
	}
	return own, nil
}

// places are the folders of the packages in a lock file by "name@version".
func places(lock []byte) (map[string]string, error) {
	var file struct {
		Packages map[string]struct{ Name, Version string }
	}
	if err := json.Unmarshal(lock, &file); err != nil {
		return nil, fmt.Errorf("read the lock file: %w", err)
	}
	found := map[string]string{}
	for path, p := range file.Packages {
		at := strings.LastIndex(path, "node_modules/")
		if at < 0 {
			continue
		}
		name := p.Name // only if the folder has another name
		if name == "" {
			name = path[at+len("node_modules/"):]
		}
		// The same version may be in several folders: the choice has to be stable.
		if other, ok := found[name+"@"+p.Version]; !ok || path < other {
			found[name+"@"+p.Version] = path
		}
	}
	return found, nil
}

// packagesOf makes parts of npm's package list.
func packagesOf(listed, lock []byte, frontend string) ([]part, error) {
	var bom cyclonedx.BOM
	if err := cyclonedx.NewBOMDecoder(bytes.NewReader(listed), cyclonedx.BOMFileFormatJSON).Decode(&bom); err != nil {
		return nil, fmt.Errorf("read the list of packages: %w", err)
	}
	at, err := places(lock)
	if err != nil {
		return nil, err
	}
	if bom.Components == nil {
		return nil, errors.New("the dashboard has no packages: run npm ci in frontend/")
	}
	own, err := ownDependencies(lock)
	if err != nil {
		return nil, err
	}
	needs := shipped(bom, own)
	var parts []part
	for _, c := range *bom.Components {
		if _, ok := needs[c.BOMRef]; !ok {
			continue
		}
		name := c.Name
		if c.Group != "" {
			name = c.Group + "/" + c.Name
		}
		path, ok := at[name+"@"+c.Version]
		if !ok {
			return nil, fmt.Errorf("%s@%s is not in the lock file", name, c.Version)
		}
		texts, err := licenceTexts(filepath.Join(frontend, filepath.FromSlash(path)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		parts = append(parts, part{Component: c, needs: needs[c.BOMRef], notices: texts})
	}
	return parts, nil
}
