package extract_test

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// The figures before a label are the end of the number before it, and no numbering of the label.
func TestNumberBeforeTheNextLabelIsWhole(t *testing.T) {
	block := pair("Address", "Im Hof 44 8606 Dorf Tel: +41 22 555 53 22 Fax: +41 22 555 53 23")
	r := read(sheet("en", section(1, lines("Company: Brightol Works Ltd.", "Tel: +41 22 555 53 22"), pair("Company", "Brightol Works Ltd."), block)))
	if got := r.Text("supplier_phone"); got != "+41-22-555-53-22" {
		t.Errorf("supplier's telephone %q", got)
	}
	r = read(sheet("en", section(1, nil, pair("Product name", "BLANKET 6 Supplier: Brightol Works Ltd."))))
	if got := r.Text("product_name"); got != "BLANKET 6" {
		t.Errorf("product name %q", got)
	}
}

func TestDatesByTheirLabels(t *testing.T) {
	for _, c := range []struct {
		top, section16  string
		issued, revised string
	}{
		{top: "Version number: 1.0 Date of compilation: 2020-07-02", issued: "2020-07-02", revised: "2020-07-02"},
		{top: "Version 6.2 Print Date 30.05.2024 Date of last alteration: 15.04.2024", revised: "2024-04-15"},
		{top: "Date Prepared : March/9/2012 Date Modified : July/7/2017 Date Printed : Sept/24/2020", issued: "2012-03-09", revised: "2017-07-07"},
		{top: "Revision Date: 18 Sep 2008 Supercedes : 15 Aug 2006", revised: "2008-09-18"},
		{section16: "Date of preparation / last revision 2016-11-23 / -", issued: "2016-11-23", revised: "2016-11-23"},
		{top: "MSDS Flux Cored Wire Prepared 2005-06-01", issued: "2005-06-01", revised: "2005-06-01"},
		{section16: "Revision nr. 1 Dated 25/11/2022", revised: "2022-11-25"},
		{section16: "Print Date 2015-12-18 Supersedes Safety Data Sheet Dated 2013-01-01"},
		{top: "Date: 2013-03-22", revised: "2013-03-22"},
		{top: "DATE PREPARED: Mar. 31. 2017", section16: "Date of issue : 2016.1.12 Date of revision : 2017.3.31", issued: "2016-01-12", revised: "2017-03-31"},
		{section16: "Abrasives test certificate no. 2002/21840 of 05/23/2002 issued by the institute"},
		{top: "Rev. 2004-05-08", revised: "2004-05-08"},
		{top: "Last Reviewed: 10/16/2007", revised: "2007-10-16"},
		{top: "MSDS Date of Preparation: 06 June 2009", issued: "2009-06-06", revised: "2009-06-06"},
	} {
		r := read(sheet("en", section(0, lines(c.top)), section(1, lines("Product name: Brightol")), section(16, lines(c.section16))))
		if i, v := r.Text("issue_date"), r.Text("revision_date"); i != c.issued || v != c.revised {
			t.Errorf("%q %q: issued %q, revised %q", c.top, c.section16, i, v)
		}
	}
}

// Old forms without a section 16 end with their dates.
func TestDatesAtTheEndOfASheet(t *testing.T) {
	r := read(sheet("en", section(1, lines("Trade name: Brightol")), section(9, lines("Use only with gloves.", "PREPARED: 25 Sep 1996 UPDATED: 6 Jan 2009"))))
	if i, v := r.Text("issue_date"), r.Text("revision_date"); i != "1996-09-25" || v != "2009-01-06" {
		t.Errorf("issued %q, revised %q", i, v)
	}
}

// The order of day and month follows the country: a sheet with an address in the United States writes the month first.
func TestOrderOfDatesByTheCountry(t *testing.T) {
	for address, want := range map[string]string{
		"10200 River Drive, Springfield, NC 28262":      "2020-02-07",
		"Boulder, Colorado 80301-1234":                  "2020-02-07",
		"12 Showground Road, Bridgwater, England":       "2020-07-02",
		"7040 Mill Drive, Mississauga, Ontario, Canada": "2020-07-02",
	} {
		r := read(sheet("en", section(0, lines("Revision Date: 02/07/2020")), section(1, lines("Company Name: Brightol Works", "Address: "+address))))
		if got := r.Text("revision_date"); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

// beside is a pair with its value beside the label, in a section that has both lines.
func beside(y float64, label, value string) (doc.Pair, doc.Line) {
	whole := line(y, 50, label, 200, value)
	return doc.Pair{Label: label, Value: value, Kind: doc.Colon, LabelLines: []doc.Line{line(y, 50, label)}, ValueLines: []doc.Line{line(y, 200, value)}}, whole
}

// A name goes on in the line below its value, also where another column stands beside it or the line is not finished.
func TestNameGoesOnBelow(t *testing.T) {
	p, first := beside(100, "Product name:", "BRIGHTOL WINDOW SEAL LOW")
	for below, want := range map[string]string{
		"PRESSURE FOAM":      "BRIGHTOL WINDOW SEAL LOW PRESSURE FOAM",
		"Item number: 47":    "BRIGHTOL WINDOW SEAL LOW",
		"Brightol Works Ltd": "BRIGHTOL WINDOW SEAL LOW",
	} {
		r := read(sheet("en", section(1, []doc.Line{first, line(112, 200, below), line(140, 50, "Supplier: Primer Works Inc.")}, p)))
		if got := r.Text("product_name"); got != want {
			t.Errorf("%q: %q", below, got)
		}
	}
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
	for title, want := range map[string]string{
		"GRIP TAPE SAFETY DATA SHEET":          "GRIP TAPE",
		"Safety Data Sheet for Alkaline Cells": "Alkaline Cells",
		"FORMULA 2180":                         "FORMULA 2180",
		"FORMULA 2051":                         "FORMULA 2051",
		"MATERIAL SAFETY DATA SHEET":           "",
	} {
		r := read(sheet("en", section(0, lines(title)), section(1, lines("Brightol Works Ltd.", "12 Mill Road", "Springfield", "Emergency: see below"))))
		if got := r.Text("product_name"); got != want {
			t.Errorf("%q: %q", title, got)
		}
	}
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

func TestCodesAsPrinted(t *testing.T) {
	for printed, want := range map[string]string{
		"Product Number (s): 02140":                                 "02140",
		"Product code: 251-8oz, 252-gal, 254-64oz":                  "251 252 254",
		"Product code: 4571-0012(18kg)":                             "4571-0012",
		"Item number: PL 0928B1 Supercedes : 08/01/2005":            "PL 0928B1",
		"Item number: #95G: 1-Gallon Bottle, #95-5C: 5-Gallon Pail": "95G 95-5C",
		"Article number: 200-100 · 1.2 Relevant identified uses":    "200-100",
		"Product code: MAP-ProTM, PRO-MaxTM":                        "MAP-Pro PRO-Max",
		"Other means of identification JA1010":                      "JA1010",
		"Other means of identification Not available":               "",
		"Effective Date: 1/1/2015 Code No.: 115A":                   "115A",
		"PRODUCT NAME Brightol ITEM JO":                             "JO",
		"Product code: l 1502GM; 1502GMM":                           "1502GM 1502GMM",
	} {
		r := read(sheet("en", section(1, lines(printed, "Supplier: Brightol Works Ltd."))))
		if got := strings.Join(r.List("product_codes"), " "); got != want {
			t.Errorf("%q: %q, want %q", printed, got, want)
		}
	}
	for printed, want := range map[string]string{"SDS No. F-03536 (US_EN)": "F-03536 (US_EN)", "MSDS No.: 8874, 8875": "8874", "MATERIAL SAFETY DATA SHEET # 59": "59", "Reference number: 3195": ""} {
		r := read(sheet("en", section(1, lines("Product code: B-1", printed))))
		if got := r.Text("sds_number"); got != want {
			t.Errorf("%q: sheet's number %q", printed, got)
		}
	}
}

// A company is named before its address, by a label of its address, or above it.
func TestSupplierBesideItsAddress(t *testing.T) {
	for want, printed := range map[string][]string{
		"Brightol AB":                         {"Supplier: Brightol AB, Box 8004, 402 77 Mill, Sweden. sds@brightol.example"},
		"Brightol Inks LLC.":                  {"Manufacturer: Brightol Inks LLC., 8300 Mill Ave., Springfield, FL 33487"},
		"753146 Mill Ltd. o/a Brightol":       {"Manufacturer: 753146 Mill Ltd. o/a Brightol", "10 Mill Road"},
		"Brightol International":              {"Address : Brightol International", "2020 Mill Street", "Columbus OH 43207"},
		"Brightol Industries":                 {"Brightol Industries", "10755 Mill Road", "Edmonton, Alberta"},
		"Brightol Ink Corporation of America": {"Manufacturer: Brightol Ink Corporation of", "America"},
		"Brightol Coatings Company":           {"Copyright, 2017, Other Company", "Brightol Coatings Company"},
		"Brightol spa":                        {"1.3. Details of the supplier of the safety data sheet", "Name Brightol spa", "Full address Via Mulino, 71"},
	} {
		d := sheet("en", section(1, append(lines("Product name: Cleaner"), lines(printed...)...)))
		if strings.HasPrefix(printed[0], "Address") || strings.HasSuffix(printed[0], " of") {
			label, value, _ := strings.Cut(printed[0], ":")
			d.Sections[0].Pairs = []doc.Pair{{Label: strings.TrimSpace(label), Value: value + " " + printed[1], Kind: doc.Colon, LabelLines: lines(label), ValueLines: lines(append([]string{strings.TrimSpace(value)}, printed[1:]...)...)}}
		}
		if r := read(d); r.Text("supplier_name") != want {
			t.Errorf("%q: %q", printed, r.Text("supplier_name"))
		}
	}
	d := sheet("en", section(1, lines("Product name: Cleaner")))
	d.Headers = lines("BRIGHTOL & MILLS CORPORATION. 8155 MILL BOULEVARD")
	if r := read(d); r.Text("supplier_name") != "BRIGHTOL & MILLS CORPORATION" {
		t.Errorf("header: %q", r.Text("supplier_name"))
	}
}

// The supplier's telephone is the one below its name; what another company or an emergency line prints is not.
func TestTelephoneBelowTheSupplier(t *testing.T) {
	for _, c := range []struct {
		printed        []string
		own, emergency string
	}{
		{[]string{"Manufacturer: Brightol Works Ltd.", "888-555-0177 (non - emergency matters)", "Emergency Telephone: 1-800-555-0153"}, "888-555-0177", "1-800-555-0153"},
		{[]string{"Supplier: Brightol Works Ltd.", "704-555-0102 (Fax)", "704-555-0140", "Manufacturer: Other Works Inc", "Telephone: 519-555-0151"}, "704-555-0140", ""},
		{[]string{"Supplier: Brightol USA, Inc.", "Phone number : 1-800-OK-BRIGHT", "Other Canada Inc.", "Phone number : 905-555-0100"}, "", ""},
		{[]string{"Supplier: Brightol Works Ltd.", "Emergency phone number.", "Telephone Number : 973-555-0100 (for product information) or", "800-555-0137 (for emergencies)"}, "973-555-0100", "800-555-0137"},
		{[]string{"Supplier: Brightol Works Ltd.", "Emergency Phone Numbers:", "(705) 555-0158 (8:00 am - 4:00 pm)", "(705) 555-0171 (after hours)"}, "", "705-555-0158"},
		{[]string{"Supplier: Brightol Works Ltd.", "Telephone 216-555-0100", "Transport Emergency Chemtrec 1-800-555-0130", "Emergency First Aid 1-877-555-0115"}, "216-555-0100", "1-800-555-0130"},
		{[]string{"Supplier: Brightol Works Ltd.", "1.4 Emergency telephone number", "(877) 555-0183 (8AM-5PM)"}, "", "877-555-0183"},
		{[]string{"Supplier: Brightol Works Ltd.", "TEL 03-555-0100 FAX 03-555-0101"}, "03-555-0100", ""},
	} {
		r := read(sheet("en", section(1, lines(c.printed...))))
		if own, emergency := r.Text("supplier_phone"), r.Text("emergency_phone"); own != c.own || emergency != c.emergency {
			t.Errorf("%q: own %q, emergency %q", c.printed, own, emergency)
		}
	}
}

// What follows the first words of a longer label is no use.
func TestUseIsNoRestOfALabel(t *testing.T) {
	for _, c := range []struct{ label, value, want string }{
		{"Recommended use", "of the chemical and restrictions on use", ""},
		{"Identified uses", "AND USES ADVISED AGAINST", ""},
		{"Intended use", "of the Product Oral rinse", "Oral rinse"},
		{"Recommended use", "and restrictions on use", ""},
		{"Recommended use", "Use in cleaning equipment", "Use in cleaning equipment"},
		{"Recommended use", "Insect repellent. Consumer Commodity........... Yes.", "Insect repellent."},
		{"Application of the substance / the mixture", "Coil cleaner", "Coil cleaner"},
		{"Use", "only in a well-ventilated area.", ""},
		{"Use of the Sub-stance/Mixture", "Adhesives", "Adhesives"},
	} {
		r := read(sheet("en", section(1, nil, pair(c.label, c.value))))
		if got := r.Text("recommended_use"); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.label, c.value, got, c.want)
		}
	}
}

// A list of laws has a line each, over pages too: that makes none of them doubtful.
func TestLawsOnManyLinesHaveNoSignOfIt(t *testing.T) {
	d := sheet("ja", section(15, lines("労働安全衛生法：名称等を通知すべき有害物", "消防法：危険物第四類第一石油類", "毒物及び劇物取締法：劇物", "化学物質排出把握管理促進法：第一種指定化学物質")))
	r := read(d)
	laws := r.Get("laws")
	if laws == nil || len(laws.List) != 4 {
		t.Fatalf("laws: %+v", laws)
	}
	if got := strings.Join(laws.Signs, ", "); strings.Contains(got, "several lines") || strings.Contains(got, "over pages") {
		t.Errorf("signs: %s", got)
	}
}

// A value that the sheet prints again in its header has a sign of its own, and so one that begins as the end of a phrase.
func TestSignsOfAValue(t *testing.T) {
	d := sheet("en", section(1, lines("Product name: Brightol Cleaner", "Supplier: works of Brightol Ltd.")))
	d.Headers = lines("Brightol Cleaner page 1")
	r := read(d)
	if got := strings.Join(r.Get("product_name").Signs, ", "); got != "text printed again, text in the titles, text of a short sheet" {
		t.Errorf("name: %s", got)
	}
	if got := strings.Join(r.Get("supplier_name").Signs, ", "); !strings.Contains(got, "text begins small") {
		t.Errorf("supplier: %s", got)
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
		"no title over several lines":   {[]doc.Section{section(0, nil, pair("Material", "Safety Data Sheet Poison Control")), section(1, lines("Product: Brightol"))}, "Brightol"},
	} {
		r := read(sheet("en", c.sections...))
		if got := r.Text("product_name"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Codes are read without the rest of a longer label, and without a point behind them.
func TestCodesWithoutTheRestOfTheirLabel(t *testing.T) {
	for printed, want := range map[string]string{
		"Code du produit : 49231": "49231", "Code de produit 49231": "49231", "Code de l'article : AB-12": "AB-12", "Product code: 53191, 53196.": "53191 53196",
	} {
		r := read(sheet("other", section(1, lines(printed))))
		if got := strings.Join(r.List("product_codes"), " "); got != want {
			t.Errorf("%q: %q, want %q", printed, got, want)
		}
	}
}

// The names of product and supplier are read in the other languages of Europe too, by the labels of the regulations.
func TestNamesInOtherLanguages(t *testing.T) {
	for product, supplier := range map[string]string{"Identificateur de produit": "Fournisseur", "Identificador del producto": "Proveedor", "Handelsname": "Hersteller/Lieferant", "Productnaam": "Leverancier"} {
		r := read(sheet("other", section(1, lines(product+": Brillol 40", supplier+": Brillol Products Group", "180 Mill Road"))))
		if name, company := r.Text("product_name"), r.Text("supplier_name"); name != "Brillol 40" || company != "Brillol Products Group" {
			t.Errorf("%s: %q, %s: %q", product, name, supplier, company)
		}
	}
}
