package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
)

// grid is a table of cells, each with its lines one below the other ("a\nb"), a row every 40
// points, a column every 100.
func grid(kind doc.Kind, rows ...[]string) doc.Table {
	t := doc.Table{Page: 1, Kind: kind}
	for r, texts := range rows {
		var cells []doc.Cell
		for c, text := range texts {
			x, y := 50+100*c, float64(100+60*r)
			cell := doc.Cell{Page: 1, RowSpan: 1, ColSpan: 1, Box: doc.Box{X0: float64(x), Y0: y, X1: float64(x + 95), Y1: y + 55}}
			for i, l := range strings.Split(text, "\n") {
				if l != "" {
					cell.Lines = append(cell.Lines, line(y+float64(14*i), x, l))
				}
			}
			cells = append(cells, cell)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// tabled is a section with a table, whose lines are those of the cells.
func tabled(number int, before []doc.Line, tables ...doc.Table) doc.Section {
	sec := section(number, before)
	for _, t := range tables {
		for _, row := range t.Rows {
			for _, c := range row {
				sec.Lines = append(sec.Lines, c.Lines...)
			}
		}
		sec.Tables = append(sec.Tables, t)
	}
	return sec
}

// The name of a product ends where the next item begins, and begins behind the rest of its own
// label.
func TestNameIsItsOwnPartOfTheValue(t *testing.T) {
	wantTexts(t, "product_name", map[string]string{
		"Trade name or designation of the mixture Brightol":  "Brightol",
		"Brightol · Item number(s): B-1, B-5":                "Brightol",
		"Brightol 1.2. Relevant identified uses of the":      "Brightol",
		"Brightol Version: 7 Effective Date: 12 March, 2016": "Brightol",
		"Brightol 100 07/16/2012":                            "Brightol 100",
		"Plant food 30-10-10":                                "Plant food 30-10-10",
		"BrightolTM Cleaner":                                 "Brightol Cleaner",
		".........Brightol":                                  "Brightol",
		"Sheet metal cleaner":                                "Sheet metal cleaner",
		"\uf0b7 Brightol":                                    "Brightol",
		"Brightol ITEM BR-1":                                 "Brightol",
		"Brightol 612 A 1.2":                                 "Brightol 612 A",
		"Brightol EMERGENCY PHONE # (800) 555-0100 Cleaner":  "Brightol",
		"151, Brightol":                                      "Brightol",
		"Brightol Works, Inc.":                               "",
		"Product Use Adhesive":                               "",
		"Material Safety Data Sheet":                         "",
		"details":                                            "",
	}, func(printed string) *doc.Document {
		return sheet("en", section(1, nil, pair("Product name", printed)))
	})
}

func TestNameFromTheTitleWhereNoLabelNamesIt(t *testing.T) {
	top := lines("PRODUCT SAFETY INFORMATION SHEET", "ZINC PRIMER YELLOW", "For a complete sheet please call us.", "Preparation Date: 02-Apr-2009")
	top[1].Size = 14
	r := read(sheet("en", section(0, top), section(1, nil, pair("Supplier", "Primer Works Inc."))))
	v := r.Get("product_name")
	if v == nil || v.Text != "ZINC PRIMER YELLOW" || v.Extractor != "title" {
		t.Fatalf("got %+v", v)
	}
}

// What the next column prints beside the second line of a name is not part of it.
func TestNameBesideAnAddress(t *testing.T) {
	name := doc.Pair{Label: "Product Name", Value: "UNIVERSAL PLATE 7200 River Drive, Dexter CLEANER", Kind: doc.Colon, LabelLines: []doc.Line{line(100, 300, "Product Name:")}, ValueLines: []doc.Line{
		line(100, 380, "UNIVERSAL PLATE"), line(114, 50, "7200 River Drive, Dexter", 380, "CLEANER"),
	}}
	r := read(sheet("en", section(1, nil, name)))
	if got := r.Text("product_name"); got != "UNIVERSAL PLATE CLEANER" {
		t.Errorf("product name %q", got)
	}
}

// A row of labels has its values in the row below.
func TestLabelsInARowHaveTheirValuesBelow(t *testing.T) {
	table := grid(doc.Lattice, []string{"Product Name", "Product Type", "WHMIS Classification"}, []string{"Triplex", "Cleaner and Degreaser", "Exempt"})
	r := read(sheet("en", tabled(1, nil, table)))
	if got := r.Text("product_name"); got != "Triplex" {
		t.Errorf("product name %q", got)
	}
}

// What stands beside the label of a supplier is not always a name.
func TestSupplierIsNoAddressAndNoRestOfALabel(t *testing.T) {
	for _, beside := range []string{"or supplier's details", "18120 - 109 Ave", "1000 NE Circle Boulevard", "24 HR. EMERGENCY TELEPHONE NUMBERS", "Springfield, IL 62701", "DATE OF PREPARATION", "and"} {
		r := read(sheet("en", section(1, lines("Manufacturer: "+beside, "Brightol Works Ltd."), pair("Manufacturer", beside))))
		if got := r.Text("supplier_name"); got != "Brightol Works Ltd." {
			t.Errorf("%q: %q", beside, got)
		}
	}
}

func TestNumbersThatAreNoTelephones(t *testing.T) {
	for _, text := range []string{"Springfield, IL 62701-1000", "Item 070798759299", "Primer #25 07/16/2012", "Reference 06-17-2015", "Cartridge 200-100321"} {
		r := read(sheet("en", section(1, lines("Brightol Works Ltd.", text))))
		if got := r.Text("supplier_phone"); got != "" {
			t.Errorf("%q: telephone %q", text, got)
		}
	}
	r := read(sheet("en", section(1, lines("1.4 Emergency telephone numbers", "Supplier: 815-555-0100"))))
	if got := r.Text("emergency_phone"); got != "815-555-0100" {
		t.Errorf("the first number below the heading: %q", got)
	}
}

func TestSignalWordNone(t *testing.T) {
	wantTexts(t, "signal_word", map[string]string{"None": "none", "None required": "", "Not applicable": "", "Warning": "warning"}, func(value string) *doc.Document {
		return sheet("en", section(2, lines("x"), pair("Signal word", value)))
	})
}

// limitsOf are the exposure limits as "authority kind value unit".
func limitsOf(r extract.Result) []string {
	v := r.GoldView()
	out := []string{}
	text := func(s *string) string {
		if s == nil {
			return "-"
		}
		return *s
	}
	for _, l := range v.ExposureLimits {
		out = append(out, fmt.Sprintf("%s %s %g %s", text(l.Authority), text(l.Kind), *l.Value, text(l.Unit)))
	}
	return out
}

func wantLimits(t *testing.T, r extract.Result, want ...string) {
	t.Helper()
	if got := limitsOf(r); strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestLimitsOfRunningLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Oil mist: 5 mg/m3 OSHA PEL and 10 mg/m3 ACGIH TLV", []string{"OSHA - 5 mg/m3", "ACGIH - 10 mg/m3"}},
		{"OSHA PEL: 10 ppm TWA; 20 ppm STEL", []string{"OSHA TWA 10 ppm", "OSHA STEL 20 ppm"}},
		{"PEL (USA) Eight-Hour Value: 15*, 5** mg/m3", []string{"OSHA TWA 15 mg/m3", "OSHA TWA 5 mg/m3"}},
		{"ACGIH TLV: 50 ppm CEIL", []string{"ACGIH C 50 ppm"}},
		{"xylol TRGS900 AGW (Germany, 6/2016). TWA: 80 mg/m3", []string{"TRGS900 AGW TWA 80 mg/m3"}},
		{"OSHA PEL TWA: 80 mg/m3/(%SiO2)", []string{"OSHA TWA 80 mg/m3/(%SiO2)"}},
		{"If exposure limits are exceeded above 10 ppm a NIOSH respirator is needed", nil},
	} {
		t.Run(c.text, func(t *testing.T) {
			wantLimits(t, read(sheet("en", section(8, lines("Engineering controls: ventilation", c.text)))), c.want...)
		})
	}
}

func TestLimitsOfProvinces(t *testing.T) {
	r := read(sheet("en", section(8, lines("Canada. Alberta OELs (Code, Schedule 1)", "Propane TWA 1000 ppm", "Canada. Ontario OELs. (Control of Exposure to Biological or Chemical Agents)", "Propane TWA 900 ppm"))))
	wantLimits(t, r, "Alberta TWA 1000 ppm", "Ontario TWA 900 ppm")
}

func TestLimitsWithTheirAuthorityInAColumn(t *testing.T) {
	r := read(sheet("en", tabled(8, nil, grid(doc.Lattice,
		[]string{"Component", "Exposure Limits", "Basis", "Entity"},
		[]string{"Xylol", "100 ppm", "REL", "NIOSH"},
		[]string{"", "150 ppm", "STEL", "ACGIH"},
		[]string{"", "900 ppm", "IDLH", "OSHA"}))))
	wantLimits(t, r, "NIOSH - 100 ppm", "ACGIH STEL 150 ppm", "OSHA - 900 ppm")

	r = read(sheet("en", tabled(8, nil, grid(doc.Borderless,
		[]string{"Ingredient", "Authority", "Type", "Limit", "Additional Information"},
		[]string{"Xylol", "MAKERS", "TWA", "5 ppm", ""},
		[]string{"Xylol", "MAKERS", "STEL", "10 ppm", ""}))))
	wantLimits(t, r, "MAKERS TWA 5 ppm", "MAKERS STEL 10 ppm")
}

func TestLimitsOfRowsStackedInOneCell(t *testing.T) {
	r := read(sheet("en", tabled(8, nil, grid(doc.Lattice,
		[]string{"Substance", "ppm", "mg/m3", "Category", "Origin"},
		[]string{"Lead salts\nSilver salts", "-\n-", "0.15\n0.1", "TWA (8 h)\nTWA (8 h)", "CLAW\nWEL"}))))
	wantLimits(t, r, "CLAW TWA 0.15 mg/m3", "WEL TWA 0.1 mg/m3")
}

func TestLawsByWhatTheirSentencesSay(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"This product has been classified in accordance with the hazard criteria of the Controlled Products Regulations", "and the SDS has the information required by the Controlled Products Regulations."}, ""},
		{[]string{"TSCA 12(b): not listed", "All of the components of this product are listed on the TSCA Inventory."}, "TSCA"},
		{[]string{"Canada Domestic Substances List (DSL) Yes", "United States Toxic Substances Control Act (TSCA) Inventory Yes"}, "TSCA"},
		{[]string{"Canada Domestic Substances List (DSL) Yes", "United States Toxic Substances Control Act (TSCA) Inventory No"}, ""},
		{[]string{"WHMIS status Not Controlled"}, ""},
		{[]string{"Controlled Products Regulations (CPR): This product has been classified in accordance with the criteria of the Controlled", "Products Regulations."}, ""},
	} {
		r := read(sheet("en", section(15, lines(c.lines...))))
		if got := strings.Join(r.List("laws"), "; "); got != c.want {
			t.Errorf("%q: %q, want %q", c.lines, got, c.want)
		}
	}
}

func TestListsOfStatesInColumns(t *testing.T) {
	r := read(sheet("en", tabled(15, lines("U.S. State Right-to-Know Regulations"), grid(doc.Borderless,
		[]string{"Chemical name", "New Jersey", "Massachusetts", "Pennsylvania"},
		[]string{"Xylol", "X", "", "X"}))))
	if got := strings.Join(r.List("laws"), "; "); got != "New Jersey Right-to-Know; Pennsylvania Right-to-Know" {
		t.Errorf("laws %q", got)
	}
}

func TestPropertiesOfRemarkColumnsAndWords(t *testing.T) {
	r := read(sheet("en", section(9, nil,
		pair("Color", "Property"), pair("Water solubility", "Negligible None known"), pair("Boiling point", "Approximately 212 oF"), pair("Flash point", "Not less than 93.3°C"))))
	if v := r.GoldView(); v.Text("color") != nil || v.Text("solubility_water") == nil || *v.Text("solubility_water") != "Negligible" {
		t.Errorf("colour %v, solubility %v", v.Text("color"), v.Text("solubility_water"))
	}
	if q := r.Get("boiling_point"); q == nil || q.Quantity.Unit != "F" || q.Quantity.Low != 212 {
		t.Errorf("boiling point %+v", q)
	}
	if q := r.Get("flash_point"); q == nil || q.Quantity.LowOp != ">=" || q.Quantity.Low != 93.3 {
		t.Errorf("flash point %+v", q)
	}
}

func TestNoNumberAllocatedIsNotRegulated(t *testing.T) {
	wantTexts(t, "un_number", map[string]string{"None": "not_regulated", "None allocated. This is no dangerous material.": "not_regulated", "1263": "1263"}, func(value string) *doc.Document {
		return sheet("en", section(14, lines("x"), pair("UN number", value)))
	})
}

// parts are the ingredients as "name|CAS|low-high".
func parts(r extract.Result) string {
	var out []string
	end := func(f *float64) string {
		if f == nil {
			return ""
		}
		return fmt.Sprint(*f)
	}
	for _, p := range r.GoldView().Composition {
		name := ""
		if p.Name != nil {
			name = *p.Name
		}
		out = append(out, name+"|"+strings.Join(p.CAS, "+")+"|"+end(p.Low)+"-"+end(p.High))
	}
	return strings.Join(out, "; ")
}

func TestCompositionTablesMetInTheWild(t *testing.T) {
	for name, c := range map[string]struct {
		sec  doc.Section
		want string
	}{
		"heading on the next page only": {
			tabled(3, nil, grid(doc.Lattice,
				[]string{"Toluene", "108-88-3", "40 - 70"}, []string{"Chemical name", "CAS number", "%"}, []string{"Acetone", "67-64-1", "3 - 7"})),
			"Toluene|108-88-3|40-70; Acetone|67-64-1|3-7",
		},
		"a row for the rest below": {func() doc.Section {
			sec := tabled(3, nil, grid(doc.Lattice, []string{"Toluene", "108-88-3", "40 - 70"}))
			sec.Lines = append(sec.Lines, line(400, 50, "Other components below reportable levels 1 - 2.5"))
			return sec
		}(), "Toluene|108-88-3|40-70; Other components below reportable levels||1-2.5"},
		"classification under the name": {
			tabled(3, nil, grid(doc.Lattice,
				[]string{"CAS: 108-88-3\nEINECS: 203-625-9", "toluene\nXn R20/22; F R11\nR14-29", "25-50%"})),
			"toluene|108-88-3|25-50",
		},
		"name and numbers in one column": {
			tabled(3, nil, grid(doc.Lattice,
				[]string{"Hazardous components CAS-No. EC Number", "Concentration", "Classification"},
				[]string{"toluene\n108-88-3\n203-625-9", "50 - 60 %", "Flam. Liq. 2, H225"})),
			"toluene|108-88-3|50-60",
		},
		"share without a heading": {
			tabled(3, nil, grid(doc.Lattice,
				[]string{"Components", "", "Product identifier CAS"}, []string{"toluene", "75% - 90%", "108-88-3"})),
			"toluene|108-88-3|75-90",
		},
		"ends with a sign between": {
			tabled(3, nil, grid(doc.Lattice,
				[]string{"Chemical name", "CAS number", "%"}, []string{"toluene", "108-88-3", "5 < 10"})),
			"toluene|108-88-3|5-10",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := parts(read(sheet("en", c.sec))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestClassesBesideTheLabelsOfOtherRows(t *testing.T) {
	r := read(sheet("en", section(2, lines(
		"Physical hazards", "Health hazards Flammable aerosols Category 1", "Label elements Aspiration hazard Category 1", "Signal word Danger",
		"Environmental hazards Hazardous to the aquatic environment, acute hazard Category 1", "Supplemental information None."))))
	var got []string
	for _, c := range r.GoldView().Classification {
		got = append(got, c.Class+" "+c.Category)
	}
	if text := strings.Join(got, ", "); text != "aerosols 1, aspiration 1, aquatic_acute 1" {
		t.Errorf("classes %s", text)
	}
}

func TestCategoryWithItsLetterApart(t *testing.T) {
	r := read(sheet("en", section(2, lines("Skin corrosion/irritation Category 1 Sub-category B", "Skin sensitization Category 1 Sub-category 1A"))))
	var got []string
	for _, c := range r.GoldView().Classification {
		got = append(got, c.Class+" "+c.Category)
	}
	if text := strings.Join(got, ", "); text != "skin_corrosion 1B, skin_sensitization 1A" {
		t.Errorf("classes %s", text)
	}
}

func TestTelephoneOfTheCompanyBelowTheEmergencyHeading(t *testing.T) {
	r := read(sheet("en", section(1, lines("Emergency telephone number", "Company Phone Number Phone: 303-555-0190 or 1-800-555-0176", "Emergency Telephone Chemtrec 1-800-424-9300"),
		pair("Emergency telephone number Company Phone Number", "Phone: 303-555-0190 or 1-800-555-0176"))))
	if own, emergency := r.Text("supplier_phone"), r.Text("emergency_phone"); own != "303-555-0190" || emergency != "1-800-424-9300" {
		t.Errorf("own %q, emergency %q", own, emergency)
	}
}
