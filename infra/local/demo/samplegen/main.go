// Command samplegen makes the English sample sheets of the demo company: fictional
// products of fictional companies, laid out like American (OSHA) and European (CLP)
// sheets. It prints with Chromium; the PDFs are kept in the repository, so it is run
// only when products.json or the template change.
//
//	go run ./infra/local/demo/samplegen infra/local/demo/samples
package main

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed products.json
var products []byte

//go:embed sheet.html.tmpl
var page string

type product struct {
	ID, Style, Product, Codes, SDS, Version, Issued, Revised, Use, Avoid, Supplier, Address, Phone, Emergency, Email, Signal, Kind, Gloves, Respirator string

	DateLabels                                                                                                []string `json:"date_labels"`
	Pictograms                                                                                                []string
	Classes, Hazards, Precautions, Ingredients, Limits, Physical, Toxicology, Ecology, Transport, Regulations [][]string
	OtherHazards                                                                                              string `json:"other_hazards"`
	FireMedia                                                                                                 string `json:"fire_media"`
	FireHazard                                                                                                string `json:"fire_hazard"`
}

// titles are the sixteen headings in the wording of OSHA's Appendix D to 1910.1200 and
// of Annex II of REACH.
var titles = map[string][]string{
	"osha": {
		"Identification", "Hazard(s) identification", "Composition/information on ingredients", "First-aid measures", "Fire-fighting measures",
		"Accidental release measures", "Handling and storage", "Exposure controls/personal protection", "Physical and chemical properties",
		"Stability and reactivity", "Toxicological information", "Ecological information", "Disposal considerations", "Transport information",
		"Regulatory information", "Other information",
	},
	"clp": {
		"Identification of the substance/mixture and of the company/undertaking", "Hazards identification", "Composition/information on ingredients",
		"First aid measures", "Firefighting measures", "Accidental release measures", "Handling and storage", "Exposure controls/personal protection",
		"Physical and chemical properties", "Stability and reactivity", "Toxicological information", "Ecological information", "Disposal considerations",
		"Transport information", "Regulatory information", "Other information",
	},
}

func heading(style string) func(int) string {
	return func(n int) string {
		if style == "clp" {
			return fmt.Sprintf("SECTION %d: %s", n, titles[style][n-1])
		}
		return fmt.Sprintf("%d. %s", n, titles[style][n-1])
	}
}

// pictogram is a GHS symbol from the dashboard's files.
func pictogram(name string) (template.URL, error) {
	svg, err := os.ReadFile(filepath.Join("frontend", "public", "ghs", name+".svg"))
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg)), err //nolint:gosec // our own file
}

func run(out string) error {
	var all []product
	if err := json.Unmarshal(products, &all); err != nil {
		return fmt.Errorf("read the products: %w", err)
	}
	t, err := template.New("sheet").Funcs(template.FuncMap{"heading": heading, "pictogram": pictogram}).Parse(page)
	if err != nil {
		return fmt.Errorf("read the template: %w", err)
	}
	for _, p := range all {
		if err := printSheet(t, p, out); err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
	}
	return nil
}

func printSheet(t *template.Template, p product, out string) error {
	f, err := os.CreateTemp("", p.ID+"-*.html")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // a temporary file
	if err := errors.Join(t.Execute(f, p), f.Close()); err != nil {
		return err
	}
	pdf, err := filepath.Abs(filepath.Join(out, p.ID+".pdf"))
	if err != nil {
		return err
	}
	return exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf="+pdf, f.Name()).Run() //nolint:gosec // our own arguments
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: samplegen FOLDER")
	}
	if err := run(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}
