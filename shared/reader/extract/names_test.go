package extract_test

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// A name goes on in the line below its value, also where another column stands beside it or the line is not finished.
func TestNameGoesOnBelow(t *testing.T) {
	p, first := beside(100, "Product name:", "BRIGHTOL WINDOW SEAL LOW")
	wantTexts(t, "product_name", map[string]string{
		"PRESSURE FOAM":      "BRIGHTOL WINDOW SEAL LOW PRESSURE FOAM",
		"Item number: 47":    "BRIGHTOL WINDOW SEAL LOW",
		"Brightol Works Ltd": "BRIGHTOL WINDOW SEAL LOW",
	}, func(below string) *doc.Document {
		return sheet("en", section(1, []doc.Line{first, line(112, 200, below), line(140, 50, "Supplier: Primer Works Inc.")}, p))
	})
	r := read(sheet("en", section(1, lines("Trade names: Alloy ER307, ER308,", "ER309, ER310,", "ER316", "Classification: AWS"))))
	if got := r.Text("product_name"); got != "Alloy ER307, ER308, ER309, ER310, ER316" {
		t.Errorf("list of names %q", got)
	}
}

// A name has its dashes as printed.
func TestNameHasItsOwnDashes(t *testing.T) {
	r := read(sheet("en", section(1, lines("Trade name: Textile ink \u2013 Magenta"))))
	if got := r.Text("product_name"); got != "Textile ink \u2013 Magenta" {
		t.Errorf("product name %q", got)
	}
}

// A word that a line breaks is whole where the sheet prints it whole.
func TestNameBrokenInAWord(t *testing.T) {
	p, _ := beside(100, "Trade name", "Brightol-096 Clean-er")
	p.ValueLines = []doc.Line{line(100, 200, "Brightol-096 Clean-"), line(112, 200, "er")}
	d := sheet("en", section(1, []doc.Line{line(100, 50, "Trade name", 200, "Brightol-096 Clean-"), line(112, 200, "er")}, p))
	if r := read(d); r.Text("product_name") != "Brightol-096 Clean-er" {
		t.Errorf("without evidence %q", r.Text("product_name"))
	}
	d.Headers = lines("Brightol-096 Cleaner")
	if r := read(d); r.Text("product_name") != "Brightol-096 Cleaner" {
		t.Errorf("with a header %q", r.Text("product_name"))
	}
}

// An identifier that is a code is no name where another label names the product.
func TestIdentifierOverAName(t *testing.T) {
	r := read(sheet("en", section(1, nil, pair("Product identifier", "1039B1NL"), pair("Product name", "BRIGHTOL 450 PART B"))))
	if name, codes := r.Text("product_name"), strings.Join(r.List("product_codes"), " "); name != "BRIGHTOL 450 PART B" || codes != "1039B1NL" {
		t.Errorf("name %q, codes %q", name, codes)
	}
	r = read(sheet("en", section(1, nil, pair("Product identifier", "CB325"))))
	if got := r.Text("product_name"); got != "CB325" {
		t.Errorf("alone: %q", got)
	}
}

func TestNameInTitles(t *testing.T) {
	wantTexts(t, "product_name", map[string]string{
		"GRIP TAPE SAFETY DATA SHEET":          "GRIP TAPE",
		"Safety Data Sheet for Alkaline Cells": "Alkaline Cells",
		"FORMULA 2180":                         "FORMULA 2180",
		"FORMULA 2051":                         "FORMULA 2051",
		"MATERIAL SAFETY DATA SHEET":           "",
	}, func(title string) *doc.Document {
		return sheet("en", section(0, lines(title)), section(1, lines("Brightol Works Ltd.", "12 Mill Road", "Springfield", "Emergency: see below")))
	})
	rated := sheet("en", section(1, lines("HAZARD RATING HEALTH 0", "FLAMMABILITY 3", "PERSONAL PROTECTION B", "CAS number: N/A")))
	if r := read(rated); r.Text("product_name") != "" {
		t.Errorf("a hazard rating: %q", r.Text("product_name"))
	}
	rated.Headers = lines("Material Safety Data Sheet Issued : 04/16/15", "FOR : NV-12345 BLACKBERRY FLAVOUR, NATURAL")
	if r := read(rated); r.Text("product_name") != "BLACKBERRY FLAVOUR, NATURAL" || strings.Join(r.List("product_codes"), " ") != "NV-12345" {
		t.Errorf("below the title: %q, %q", r.Text("product_name"), r.List("product_codes"))
	}
	d := sheet("en", section(1, lines("Company name: Brightol Works Inc", "Address: 90 Mill", "City: Springfield")))
	d.Footers = lines("ANTIMICROBIAL HAND SOAP")
	if r := read(d); r.Text("product_name") != "ANTIMICROBIAL HAND SOAP" {
		t.Errorf("footer: %q", r.Text("product_name"))
	}
}

// A name is taken from beside its own label: not from the label of the use, not from the title, not from an address.
func TestNameByItsOwnLabel(t *testing.T) {
	around := []doc.Line{
		line(94, 160, "BRIGHTOL 450 (aka"), line(100, 50, "Product Name:", 330, "Revision Date: 08/15/2007"), line(106, 160, "SHINOL 238) PART B"),
		line(130, 50, "Product", 160, "Amine Cured Novolac Epoxy - FOR"), line(141, 50, "Use/Class:", 160, "INDUSTRIAL USE ONLY"),
	}
	use := doc.Pair{Label: "Product", Value: "Amine Cured Novolac Epoxy - FOR", Kind: doc.Gap, LabelLines: around[3:4], ValueLines: around[3:4]}
	for name, c := range map[string]struct {
		sections []doc.Section
		want     string
	}{
		"on two lines around the label": {[]doc.Section{section(1, around, use)}, "BRIGHTOL 450 (aka SHINOL 238) PART B"},
		"trade name and synonyms":       {[]doc.Section{section(1, nil, pair("Trade Name & Syn", "Syn... BRIGHTOL 5000")), section(1, lines("Trade Name & Syn... BRIGHTOL 5000"))}, "BRIGHTOL 5000"},
		"centred below":                 {[]doc.Section{section(1, []doc.Line{line(100, 50, "Trade Name:", 150, "Brightol Polished Plate"), line(113, 170, "Plate Developer")})}, "Brightol Polished Plate Plate Developer"},
		"the identity of the product":   {[]doc.Section{section(0, lines("BRIGHTOL WORKS DIV -- CURING SOLUTION")), section(1, lines("Product ID:CURING SOLUTION FOR SHINOL", "Company Name:BRIGHTOL WORKS DIV"))}, "CURING SOLUTION FOR SHINOL"},
		"all that the section says":     {[]doc.Section{section(0, lines("BRIGHTOL WORKS INC.", "9999 Bd Cavendish")), section(1, lines("Treated Brightol Tape: 204-00, 204-02"))}, "Treated Brightol Tape"},
		"no label in a sentence":        {[]doc.Section{section(0, lines("Brightol Foil Tape 3380"), pair("Substance", "of Very High Concern (SVHC) substance identified according to Article 59"))}, "Brightol Foil Tape 3380"},
		"no title over several lines":   {[]doc.Section{section(0, nil, pair("Material", "Safety Data Sheet Poison Control")), section(1, lines("Product: Brightol"))}, "Brightol"},
	} {
		r := read(sheet("en", c.sections...))
		if got := r.Text("product_name"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The names of product and supplier are read in the other languages of Europe too, by the labels of the regulations.
func TestNamesInOtherLanguages(t *testing.T) {
	for product, supplier := range map[string]string{"Identificateur de produit": "Fournisseur", "Identificador del producto": "Proveedor", "Nom commercial": "Fournisseur", "Nom": "Fabricant", "Nome commerciale": "Fornitore", "Handelsname": "Hersteller/Lieferant", "Productnaam": "Leverancier"} {
		r := read(sheet("other", section(1, lines(product+": Brillol 40", supplier+": Brillol Products Group", "180 Mill Road"))))
		if name, company := r.Text("product_name"), r.Text("supplier_name"); name != "Brillol 40" || company != "Brillol Products Group" {
			t.Errorf("%s: %q, %s: %q", product, name, supplier, company)
		}
	}
}

func TestNameOfOneProduct(t *testing.T) {
	two := pair("Product name", "BRIGHT brand Quick Pen BRIGHT brand Mini Quick Pen")
	two.ValueLines = []doc.Line{line(100, 200, "BRIGHT brand Quick Pen"), line(114, 200, "BRIGHT brand Mini Quick Pen")}
	identifier, name := pair("Product identifier", "Odour eliminators - all scents"), pair("Product Name", "Brightol")
	ls := lines("Product identifier Odour eliminators - all scents", "Product Name Brightol")
	identifier.LabelLines, identifier.ValueLines, name.LabelLines, name.ValueLines = ls[:1], ls[:1], ls[1:], ls[1:]
	for want, sec := range map[string]doc.Section{"BRIGHT brand Quick Pen": section(1, nil, two), "Brightol": section(1, ls, identifier, name)} {
		if r := read(sheet("en", sec)); r.Text("product_name") != want {
			t.Errorf("%q, want %q", r.Text("product_name"), want)
		}
	}
}

// The sign of a trade mark in two languages and a number with its label are no part of a name.
func TestNamesWithMarksAndNumbers(t *testing.T) {
	header := sheet("en", section(1, nil, pair("Product name", "BRIGHTGEL 612 B")))
	header.Headers = lines("Material: 10002062 BRIGHTGEL® 612 B")
	for want, d := range map[string]*doc.Document{
		"BRIGHTOL XL-S 100|":        sheet("en", section(1, nil, pair("Product name", "BRIGHTOL TM/MC XL-S 100"))),
		"Brightol Wipe|02510111":    sheet("en", section(1, nil, pair("Product identifier", "Brightol Wipe DIN# 02510111"))),
		"Brightol Toner|200-100223": sheet("en", section(1, nil, pair("Product name", "Brightol Toner, P/N 200-100223"))),
		"Brightol|800A":             sheet("en", section(1, nil, pair("Trade name", "Brightol"), pair("Manufacturer's Code", "800A"))),
		"BRIGHTGEL 612 B|10002062":  header,
	} {
		r := read(d)
		if got := r.Text("product_name") + "|" + strings.Join(r.List("product_codes"), " "); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// An identifier that is one of the product's codes too is not its name, where it has one.
func TestAnIdentifierThatIsACode(t *testing.T) {
	r := read(sheet("en", section(1, nil, pair("Product identifier", "SLR, SLR-1G, SLR-5G"), pair("Trade name", "Brightol Scale Remover"), pair("Item number", "SLR, SLR-1G, SLR-5G"))))
	if got := r.Text("product_name"); got != "Brightol Scale Remover" {
		t.Errorf("%q", got)
	}
	r = read(sheet("en", section(1, nil, pair("Product identifier", "Brightol Scale Remover"), pair("Item number", "SLR, SLR-1G"))))
	if got := r.Text("product_name"); got != "Brightol Scale Remover" {
		t.Errorf("%q", got)
	}
}

// Signs of trade marks are no part of a name, the form of a substance is; nor are a remark where more is told, a number of its substance and a code.
func TestWhatIsNoPartOfAName(t *testing.T) {
	wantTexts(t, "product_name", map[string]string{
		"Brightol ® Heavy Duty":              "Brightol Heavy Duty",
		"Brightol(r) Heavy Duty":             "Brightol Heavy Duty",
		"BRIGHTOL(tm) Heavy Duty":            "BRIGHTOL Heavy Duty",
		"Brightol(R)-096 Cleaner":            "Brightol-096 Cleaner",
		"(R)-(+)-Limonene":                   "(R)-(+)-Limonene",
		"Brightol Cleaner (see Section 16)":  "Brightol Cleaner",
		"Brightol Cleaner (Aerosol)":         "Brightol Cleaner (Aerosol)",
		"Acetone, CAS No. 67-64-1":           "Acetone",
		"Brightol Acetone (CAS 67-64-1)":     "Brightol Acetone",
		"Brightol Cleaner, Code 12345":       "Brightol Cleaner",
		"Brightol (formerly Shinol) Cleaner": "Brightol (formerly Shinol) Cleaner",
	}, func(name string) *doc.Document {
		return sheet("en", section(1, lines("Product name: "+name, "Recommended use: Cleaning")))
	})
}

// A word that a line breaks without a hyphen is whole where the sheet prints it as one.
func TestNameBrokenWithoutHyphen(t *testing.T) {
	p, _ := beside(100, "Trade name", "Brightol Sealant Trans lucent White")
	p.ValueLines = []doc.Line{line(100, 200, "Brightol Sealant Trans"), line(112, 200, "lucent White")}
	d := sheet("en", section(1, []doc.Line{line(100, 50, "Trade name", 200, "Brightol Sealant Trans"), line(112, 200, "lucent White")}, p))
	if r := read(d); r.Text("product_name") != "Brightol Sealant Trans lucent White" {
		t.Errorf("without evidence %q", r.Text("product_name"))
	}
	d.Headers = lines("Brightol Sealant Translucent White")
	if r := read(d); r.Text("product_name") != "Brightol Sealant Translucent White" {
		t.Errorf("with a header %q", r.Text("product_name"))
	}
}
