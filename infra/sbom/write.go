package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/uuid"
)

// namespace makes serial numbers depend on the content alone.
var namespace = uuid.MustParse("6d1f7c0a-5b0e-4f6e-9d55-0d2f7f6f3c11")

// bomOf is the bill of materials of a shipped artifact.
func bomOf(name string, parts []part) *cyclonedx.BOM {
	self := cyclonedx.Component{BOMRef: name, Type: cyclonedx.ComponentTypeApplication, Name: name}
	components := make([]cyclonedx.Component, 0, len(parts))
	dependencies := make([]cyclonedx.Dependency, 0, len(parts)+1)
	needed, digest := map[string]bool{}, sha256.New()
	for _, p := range parts {
		for _, n := range p.needs {
			needed[n] = true
		}
	}
	var own []string
	for _, p := range parts {
		if !needed[p.BOMRef] {
			own = append(own, p.BOMRef)
		}
	}
	dependencies = append(dependencies, cyclonedx.Dependency{Ref: name, Dependencies: &own})
	for _, p := range parts {
		components = append(components, p.Component)
		needs := slices.Sorted(slices.Values(p.needs))
		dependencies = append(dependencies, cyclonedx.Dependency{Ref: p.BOMRef, Dependencies: &needs})
		fmt.Fprintln(digest, p.BOMRef, needs)
	}
	bom := cyclonedx.NewBOM()
	bom.SerialNumber = "urn:uuid:" + uuid.NewSHA1(namespace, digest.Sum(nil)).String()
	bom.Metadata = &cyclonedx.Metadata{Component: &self}
	bom.Components, bom.Dependencies = &components, &dependencies
	return bom
}

func writeBOM(file, name string, parts []part) error {
	to, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("write the bill of materials: %w", err)
	}
	err = cyclonedx.NewBOMEncoder(to, cyclonedx.BOMFileFormatJSON).SetPretty(true).SetEscapeHTML(false).EncodeVersion(bomOf(name, parts), cyclonedx.SpecVersion1_6)
	if closed := to.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// noticesOf is one text with all licences: each text once, below the components that it
// belongs to.
func noticesOf(parts []part) string {
	var out strings.Builder
	out.WriteString("Anzen contains work of others. Their names, licences and notices:\n")
	var texts []string
	under := map[string][]string{}
	for _, p := range parts {
		var ids []string
		for _, l := range *p.Licenses {
			ids = append(ids, licenceName(l))
		}
		line := strings.TrimSpace(p.Name+" "+p.Version) + " (" + strings.Join(ids, ", ") + ")"
		text := strings.Join(p.notices, "\n\n")
		if text == "" {
			text = "These come without a text of their own; their licence's name is beside each. Its text is given with others below or above."
		}
		if under[text] == nil {
			texts = append(texts, text)
		}
		under[text] = append(under[text], line)
	}
	for _, text := range texts {
		out.WriteString("\n" + strings.Repeat("=", 80) + "\n")
		out.WriteString(strings.Join(under[text], "\n") + "\n" + strings.Repeat("-", 80) + "\n" + text + "\n")
	}
	return out.String()
}
