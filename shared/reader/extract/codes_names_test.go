package extract_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// Codes stand behind a name, below it, in a table, and in a header.
func TestCodesBesideTheName(t *testing.T) {
	below := pair("Product Name", "Brightol Refill Ink Colour : (Black) CS-10N, CS-20N ( X-200 ink ) CX-AN,CX-BN,etc.")
	below.Kind = doc.Gap
	below.ValueLines = []doc.Line{line(100, 200, "Brightol Refill Ink Colour : (Black)"), line(114, 200, "CS-10N, CS-20N ( X-200 ink )"), line(128, 200, "CX-AN,CX-BN,etc.")}
	header := sheet("en", section(1, nil, pair("Product name", "Brightol")))
	header.Headers = []doc.Line{line(10, 50, "Print date: 21.10.2015", 250, "Product code: 5_CY_GB", 450, "Page 1 of 5")}
	for want, d := range map[string]*doc.Document{
		"Brightol|4291-01 4291-05":                      sheet("en", section(1, nil, pair("Product name", "Brightol (4291-01, 4291-05)"))),
		"Brightol (2-pack)|":                            sheet("en", section(1, nil, pair("Product name", "Brightol (2-pack)"))),
		"Brightol Refill Ink|CS-10N CS-20N CX-AN CX-BN": sheet("en", section(1, nil, below)),
		"Brightol|72MAX 72MB-Nut Butter 907": sheet("en", tabled(1, lines("Product name: Brightol", "Product codes:"), grid(doc.Lattice,
			[]string{"Model No.", "Description"}, []string{"72MAX", "Board"}, []string{"72MB-Nut Butter", "Board"}, []string{"907", "Insert"}, []string{"Spare part", "Insert"}))),
		"Brightol|5_CY_GB": header,
		"Brightol|6911 Inks (all colours) 8723 (Red and Black)": sheet("en", section(1, nil, pair("Product name", "Brightol"), pair("Product codes", "6911 Inks (all colours); 8723 (Red and Black)"))),
	} {
		r := read(d)
		if got := r.Text("product_name") + "|" + strings.Join(r.List("product_codes"), " "); got != want {
			t.Errorf("%s, want %s", got, want)
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

func TestTelephonesOverLinesAndOfFaxes(t *testing.T) {
	r := read(sheet("en", section(1, lines("Product name: Brightol", "FAX PHONE: (555) 439-0139", "Emergency telephone number 1-800-BRIGHTOL (1-555-274-", "5263)"))))
	if own, emergency := r.Text("supplier_phone"), r.Text("emergency_phone"); own != "" || emergency != "1-555-274-5263" {
		t.Errorf("%q, %q", own, emergency)
	}
}

// What stands beside a name and a share, and is none of both.
func TestCompositionBesideNames(t *testing.T) {
	wide := func(y float64, name, share, number string) doc.Line {
		return line(y, 50, name, 290, share, 350, number)
	}
	columns := section(3, []doc.Line{
		wide(100, "Chemical name", "%", "CAS-No. / EC No."),
		wide(114, "Hydrocarbons, C11-C14,", "60 - 100", "-"), line(124, 50, "isoalkanes, cyclics", 350, "926-141-6"),
		line(136, 140, "Classification: Asp. Tox. 1;H304"),
		wide(150, "Carbon dioxide", "1 - 5", "124-38-9"), line(160, 350, "204-696-9"),
		line(172, 140, "Classification: Press. Gas;H280"),
	})
	heads := []string{"Chemical name", "CAS No.", "%"}
	spanned := grid(doc.Lattice, heads, []string{"Acetone", "67-64-1", "80%"}, []string{"", "", ""}, []string{"Carbon black", "1333-86-4", "5%"})
	for c := range spanned.Rows[1] {
		spanned.Rows[1][c].RowSpan, spanned.Rows[2][c].Covered = 2, true
	}
	marked := tabled(3, nil, grid(doc.Lattice, heads, []string{"Nickel (Ni) 1", "7440-02-0", "10"}, []string{"Cobalt (Co) 1", "7440-48-4", "20"}, []string{"Tungsten (W)", "7440-33-7", "7"}))
	marked.Lines = append(marked.Lines, line(500, 50, "1 Subject to the reporting requirements of the act on emergency planning"))
	for want, sec := range map[string]doc.Section{
		"Hydrocarbons, C11-C14, isoalkanes, cyclics||60-100; Carbon dioxide|124-38-9|1-5":      columns,
		"Acetone|67-64-1|80-80; Carbon black|1333-86-4|5-5":                                    tabled(3, nil, spanned),
		"Nickel (Ni)|7440-02-0|10-10; Cobalt (Co)|7440-48-4|20-20; Tungsten (W)|7440-33-7|7-7": marked,
		"Zinc|7440-66-6|8-8; Iron|7439-89-6|37-37":                                             tabled(3, nil, grid(doc.Lattice, heads, []string{"Zinc 鋅", "7440-66-6", "8%"}, []string{"Iron鐵", "7439-89-6", "37%"})),
		"Toluene|108-88-3|50-; Acetone|67-64-1|10-20":                                          tabled(3, nil, grid(doc.Lattice, []string{"Substance", "%"}, []string{"Toluene\n601-021-00-3 F, Xn\n108-88-3", "50+"}, []string{"Acetone\n606-001-00-8 F\n67-64-1", "10 TO 20"})),
		"RESIDUAL OILS, SOLVENT-DEWAXED|64742-62-7|10-15":                                      tabled(3, nil, grid(doc.Lattice, heads, []string{"RESIDUAL OILS, SOLVENT-", "64742-62-7", "10-15%"}, []string{"DEWAXED", "", ""})),
		"Isopropyl alcohol|67-63-0|40-40":                                                      tabled(3, nil, grid(doc.Lattice, []string{"Chemical name", "Identifiers", "%"}, []string{"Isopropyl alcohol", "CAS:67-63-0\nEU Index:603-\n117-00-0", "40%"})),
	} {
		if got := parts(read(sheet("en", sec))); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// A list of the same ingredients for another country, whose cells were put together otherwise.
func TestCompositionOfSeveralCountries(t *testing.T) {
	heads := []string{"Name", "CAS number", "%"}
	sec := tabled(3, lines("United States"), grid(doc.Lattice, heads, []string{"Talc, without fibres", "14807-96-6", "60 - 100"}, []string{"Piperonyl ether", "51-03-6", "0.8"}))
	again := onPage(2, grid(doc.Lattice, heads, []string{"Talc, without", "14807-96-6", "60 - 100"}, []string{"Piperonyl 51-03-6", "UN2810", "0.8"}))
	country := line(50, 50, "Mexico")
	country.Page = 2
	more := tabled(3, []doc.Line{country}, again)
	sec.Lines, sec.Tables = slices.Concat(sec.Lines, more.Lines), append(sec.Tables, again)
	if got, want := parts(read(sheet("en", sec))), "Talc, without fibres|14807-96-6|60-100; Piperonyl ether|51-03-6|0.8-0.8"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestTypeByWhatTheHeadingSays(t *testing.T) {
	for text, want := range map[string]string{
		"Does not meet the criteria of a substance": "mixture",
		"Brightol is considered as a mixture":       "mixture",
		"Brightol, pure":                            "substance",
	} {
		r := read(sheet("en", section(3, lines("3.1 Substances", text, "3.2 Mixtures", "Name of the ingredients"))))
		if got := r.Text("composition_type"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A number for emergencies in another section, and a date behind the number of the version.
func TestNumberAndDateElsewhere(t *testing.T) {
	ls := lines("Spill: mop up.", "TDG Emergency Telephone Number: 613-555-6666 (COLLECT)", "Version No. 6.0 Revised January 2013")
	d := sheet("en", section(1, lines("Product name: Brightol")), section(10, ls))
	d.Lines = ls
	r := read(d)
	if emergency, revised := r.Text("emergency_phone"), r.Text("revision_date"); emergency != "613-555-6666" || revised != "2013-01" {
		t.Errorf("%q, %q", emergency, revised)
	}
}
