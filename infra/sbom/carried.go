package main

import (
	_ "embed"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

//go:embed carried.txt
var carriedNotices string

// carried are components that no package list names: PDFium and its parts, which the
// module go-pdfium contains as WebAssembly, and the programs that the text recognition
// image installs. Debian's packages are installed in the version of Debian 12 on the
// day of the build.
func carried() []part {
	notice := notices(carriedNotices)
	var parts []part
	for _, c := range []struct {
		name, about string
		licence     *cyclonedx.Licenses
		kind        cyclonedx.ComponentType
	}{
		{"PDFium", "reads PDFs; WebAssembly inside github.com/klippa-app/go-pdfium", licences("Apache-2.0", "BSD-3-Clause"), cyclonedx.ComponentTypeLibrary},
		{"Anti-Grain Geometry", "inside PDFium", named("AGG 2.3 licence"), cyclonedx.ComponentTypeLibrary},
		{"FreeType", "inside PDFium", licences("FTL"), cyclonedx.ComponentTypeLibrary},
		{"ICU", "inside PDFium, version 78", licences("Unicode-3.0"), cyclonedx.ComponentTypeLibrary},
		{"libjpeg-turbo", "inside PDFium", licences("BSD-3-Clause", "IJG"), cyclonedx.ComponentTypeLibrary},
		{"Little CMS", "inside PDFium", licences("MIT"), cyclonedx.ComponentTypeLibrary},
		{"OpenJPEG", "inside PDFium", licences("BSD-2-Clause"), cyclonedx.ComponentTypeLibrary},
		{"zlib", "inside PDFium", licences("Zlib"), cyclonedx.ComponentTypeLibrary},
		{"Tesseract", "recognises text; Debian's tesseract-ocr and tesseract-ocr-jpn in the image of text recognition", licences("Apache-2.0"), cyclonedx.ComponentTypeApplication},
		{"Leptonica", "used by Tesseract", licences("BSD-2-Clause"), cyclonedx.ComponentTypeLibrary},
	} {
		parts = append(parts, part{Component: cyclonedx.Component{
			BOMRef: "carried/" + strings.ReplaceAll(strings.ToLower(c.name), " ", "-"), Type: c.kind, Name: c.name, Description: c.about,
			Scope: cyclonedx.ScopeRequired, Licenses: c.licence,
		}, notices: []string{notice[c.name]}})
	}
	return parts
}

// named is a licence without an SPDX identifier.
func named(name string) *cyclonedx.Licenses {
	return &cyclonedx.Licenses{{License: &cyclonedx.License{Name: name}}}
}

// notices splits a file in which each component's text follows a line "== name".
func notices(file string) map[string]string {
	found := map[string]string{}
	for _, block := range strings.Split("\n"+file, "\n== ")[1:] {
		name, text, _ := strings.Cut(block, "\n")
		found[name] = strings.TrimSpace(text)
	}
	return found
}
