package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
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

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/licensecheck"
)

// module is a module as the go command describes it.
type module struct {
	Path, Version, Dir, Sum string
	Main                    bool
	Replace                 *module
}

// linked are the modules that have a package in a binary for AWS.
func linked(ctx context.Context, root string) ([]part, error) {
	binaries, err := filepath.Glob(filepath.Join(root, "functions", "*", "bootstrap"))
	if err != nil || len(binaries) == 0 {
		return nil, errors.Join(errors.New("no functions found"), err)
	}
	arguments := []string{"list", "-deps", "-tags", "lambda.norpc", "-json=ImportPath,Module,Imports"}
	for _, b := range binaries {
		arguments = append(arguments, "./functions/"+filepath.Base(filepath.Dir(b))+"/bootstrap")
	}
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Dir = root
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	var failure bytes.Buffer
	command.Stderr = &failure
	listed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("list what the functions link: %w\n%s", err, &failure)
	}
	sums, err := goSums(filepath.Join(root, "go.sum"))
	if err != nil {
		return nil, err
	}
	return modulesOf(listed, sums)
}

// goSums are the hashes of go.sum by "path version", in hexadecimal.
func goSums(file string) (map[string]string, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the modules' hashes: %w", err)
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(content)) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		if hash, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(fields[2], "h1:")); err == nil {
			sums[fields[0]+" "+fields[1]] = hex.EncodeToString(hash)
		}
	}
	return sums, nil
}

// modulesOf makes parts of the go command's package list.
func modulesOf(listed []byte, sums map[string]string) ([]part, error) {
	found := map[string]module{}  // by path
	owner := map[string]string{}  // the module's path by the package's
	needs := map[[2]string]bool{} // from module to module
	imports := map[string][]string{}
	for decoder := json.NewDecoder(bytes.NewReader(listed)); ; {
		var p struct {
			ImportPath string
			Module     *module
			Imports    []string
		}
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read the list of packages: %w", err)
		}
		if p.Module == nil || p.Module.Main {
			continue
		}
		m := *p.Module
		if m.Replace != nil {
			m = *m.Replace
		}
		found[m.Path], owner[p.ImportPath], imports[p.ImportPath] = m, m.Path, p.Imports
	}
	for from, to := range imports {
		for _, i := range to {
			if a, b := owner[from], owner[i]; b != "" && a != b {
				needs[[2]string{a, b}] = true
			}
		}
	}
	var parts []part
	for _, path := range slices.Sorted(maps.Keys(found)) {
		p, err := partOf(found[path], sums)
		if err != nil {
			return nil, err
		}
		for edge := range needs {
			if edge[0] == path {
				p.needs = append(p.needs, moduleRef(found[edge[1]]))
			}
		}
		parts = append(parts, p)
	}
	return parts, nil
}

func moduleRef(m module) string { return "pkg:golang/" + m.Path + "@" + m.Version }

func partOf(m module, sums map[string]string) (part, error) {
	texts, err := licenceTexts(m.Dir)
	if err != nil {
		return part{}, fmt.Errorf("%s: %w", m.Path, err)
	}
	p := part{Component: cyclonedx.Component{
		BOMRef: moduleRef(m), Type: cyclonedx.ComponentTypeLibrary, Name: m.Path, Version: m.Version,
		Scope: cyclonedx.ScopeRequired, PackageURL: moduleRef(m), Licenses: identify(texts),
	}, notices: texts}
	if hash := sums[m.Path+" "+m.Version]; hash != "" {
		p.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hash}}
	}
	return p, nil
}

var (
	licenceFile = regexp.MustCompile(`(?i)^(third-party-)?(un)?(licen[cs]e|copying|notice|copyright)s?([-._].*)?$`)
	code        = regexp.MustCompile(`(?i)\.(go|[cm]?[jt]sx?|json|map|html|css)$`)
)

// licenceTexts are a package's licence and notice files, sorted by name.
func licenceTexts(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("look for the licence: %w", err)
	}
	var texts []string
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) || code.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("read the licence: %w", err)
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
	return texts, nil
}

// identify determines the SPDX identifiers of the licences in the texts.
func identify(texts []string) *cyclonedx.Licenses {
	var ids []string
	for _, text := range texts {
		for _, m := range licensecheck.Scan([]byte(text)).Match {
			if !m.IsURL && !slices.Contains(ids, m.ID) {
				ids = append(ids, m.ID)
			}
		}
	}
	slices.Sort(ids)
	return licences(ids...)
}

func licences(ids ...string) *cyclonedx.Licenses {
	all := cyclonedx.Licenses{}
	for _, id := range ids {
		all = append(all, cyclonedx.LicenseChoice{License: &cyclonedx.License{ID: id}})
	}
	return &all
}
