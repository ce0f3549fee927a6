package extract_test

import (
	"slices"
	"testing"

	"anzen/shared/reader/doc"
)

// onPage moves a table to another page.
func onPage(page int, t doc.Table) doc.Table {
	t.Page = page
	for _, row := range t.Rows {
		for c := range row {
			row[c].Page = page
			for i := range row[c].Lines {
				row[c].Lines[i].Page = page
			}
		}
	}
	return t
}

// Old forms list the ingredients in another section; what is listed there without a number of
// its own is no composition.
func TestCompositionOutsideOfItsSection(t *testing.T) {
	list := grid(doc.Lattice,
		[]string{"Hazardous Materials", "% Weight", "CAS No."},
		[]string{"Aluminum", "Balance", "7429-90-5"},
		[]string{"Copper", "3 - 7", "7440-50-8"})
	for _, number := range []int{0, 1, 2} {
		r := read(sheet("en", tabled(number, lines("Some words"), list), section(9, lines("Boiling point: 80 C"))))
		if got, want := parts(r), "Aluminum|7429-90-5|-; Copper|7440-50-8|3-7"; got != want {
			t.Errorf("section %d: %s, want %s", number, got, want)
		}
	}
	r := read(sheet("en", section(3, lines("Contains less than 1 % of the ingredients listed below")), tabled(2, nil, list)))
	if got := parts(r); got != "" {
		t.Errorf("beside a section 3: %s", got)
	}
}

// A table that holds all numbers is preferred to one with full rows that holds a few.
func TestCompositionWithMostOfTheNumbers(t *testing.T) {
	first := grid(doc.Borderless, []string{"Chemical name", "CAS number", "%"}, []string{"Ethanol", "64-17-5", "36"})
	second := onPage(2, grid(doc.Rules, []string{"Chemical name", "CAS number", "%"}, []string{"Butane", "106-97-8", ""}, []string{"Propane", "74-98-6", "7"}))
	r := read(sheet("en", tabled(3, nil, first, second)))
	if got, want := parts(r), "Ethanol|64-17-5|36-36; Butane|106-97-8|-; Propane|74-98-6|7-7"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A list of what the classification of the ingredients depends on has them once more: their shares are not added up. Another
// ingredient in it is one.
func TestIngredientsWithTheirLimitsOfClassification(t *testing.T) {
	heads := []string{"CAS No", "Chemical name", "Quantity"}
	first := grid(doc.Lattice, heads, []string{"78-40-0", "Triethyl phosphate", "1 - 5 %"}, []string{"111-46-6", "Diethylene glycol", "1 - 5 %"})
	second := onPage(2, grid(doc.Lattice, heads, []string{"78-40-0", "Triethyl phosphate", "1 - 5 %"}, []string{"111-46-6", "Diethylene glycol", "1 - 5 %"}, []string{"77-99-6", "Propylidynetrimethanol", "0.1 - 1 %"}))
	twice := "Triethyl phosphate|78-40-0|1-5; Diethylene glycol|111-46-6|1-5"
	for heading, want := range map[string]string{
		"Specific Conc. Limits, M-factors and ATE":      twice + "; Propylidynetrimethanol|77-99-6|0.1-1",
		"Specific concentration limits, M-factors, ATE": twice + "; Propylidynetrimethanol|77-99-6|0.1-1",
		"Second component of the kit":                   twice + "; " + twice + "; Propylidynetrimethanol|77-99-6|0.1-1",
	} {
		sec := tabled(3, nil, first, second)
		above := line(10, 50, heading)
		above.Page = 2
		at := slices.IndexFunc(sec.Lines, func(l doc.Line) bool { return l.Page == 2 })
		sec.Lines = slices.Insert(sec.Lines, at, above)
		if got := parts(read(sheet("en", sec))); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", heading, got, want)
		}
	}
}

// Rows that one ruled cell holds, headings without a rule below them, and words around a share or a name.
func TestCompositionCellsOfSeveralRows(t *testing.T) {
	for name, c := range map[string]struct {
		rows [][]string
		want string
	}{
		"stacked": {
			[][]string{{"Ingredient name", "%", "CAS number"}, {"Toluene\nPropane\nPigment", "37.5\n16.3 - 20\n4", "108-88-3\n74-98-6"}},
			"Toluene|108-88-3|37.5-37.5; Propane|74-98-6|16.3-20; Pigment||4-4",
		},
		"stacked, a name on two lines": {
			[][]string{{"Ingredient name", "%", "CAS number"}, {"Toluene\nPropane,\nliquid", "37\n16", "108-88-3\n74-98-6"}},
			"Toluene|108-88-3|37-37; Propane, liquid|74-98-6|16-16",
		},
		"two numbers of one ingredient": {
			[][]string{{"Ingredient name", "%", "CAS number"}, {"Toluene or\npropane", "37", "108-88-3\n74-98-6"}},
			"Toluene or propane|108-88-3+74-98-6|37-37",
		},
		"headings in the first row": {
			[][]string{{"INGREDIENT\nCOPPER", "CAS NO.\n7440-50-8", "% Wt.\n65.0-91.2"}, {"NICKEL", "7440-02-0", "4.8-32"}},
			"COPPER|7440-50-8|65-91.2; NICKEL|7440-02-0|4.8-32",
		},
		"the title of the table beside its headings": {
			[][]string{{"Hazardous Components", "Ingredient Name", "CAS #", "%"}, {"", "Citric Acid", "77-92-9", "1 - 5"}},
			"Citric Acid|77-92-9|1-5",
		},
		"symbols behind the share": {
			[][]string{{"Chemical Name", "CAS-No.", "Wt. % GHS Symbols"}, {"Propane", "74-98-6", "2.5-10 GHS02-GHS07"}, {"Polyol", "25791-96-2", "25-50 No Information"}},
			"Propane|74-98-6|2.5-10; Polyol|25791-96-2|25-50",
		},
		"number above the name": {
			[][]string{{"Ingredients\nCAS No./Chemical name", "Contents (%)"}, {"56-81-5\nGlycerin", "10-20"}, {"Confidential\nGlycol", "<10"}},
			"Glycerin|56-81-5|10-20; Glycol||-10",
		},
		"limits and remarks under the name": {
			[][]string{{"Ingredient", "CAS NO.", "% BY WT"}, {"HEXANE\nACGIH TLV: 50 PPM", "110-54-3", "24"}, {"Acetone\nsubstance with national workplace exposure limit(s)", "67-64-1", "5"}},
			"HEXANE|110-54-3|24-24; Acetone|67-64-1|5-5",
		},
		"ruled by characters": {
			[][]string{{"│ Composition", "│ CAS No.", "│ % By Weight"}, {"│2,2'-oxydiethanol", "│111-46-6", "│1-10"}},
			"2,2'-oxydiethanol|111-46-6|1-10",
		},
		"a label before the share": {
			[][]string{{"Ingredient", "CAS NO.", "%"}, {"Toluene", "108-88-3", "Products 1-2: 7-13%"}},
			"Toluene|108-88-3|7-13",
		},
	} {
		if got := parts(read(sheet("en", tabled(3, nil, grid(doc.Lattice, c.rows...))))); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}

func TestCompositionOfLinesWithBareFigures(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"behind the number, beside limits": {[]string{"Chemical Name CAS Number Weight % OSHA PEL", "TOLUENE 108-88-3 5.0 20 PPM N/E", "SILICA 14808-60-7 65 0.025 MG/M3"}, "TOLUENE|108-88-3|5-5; SILICA|14808-60-7|65-65"},
		"upper ends":                       {[]string{"Chemical Name CAS Number Weight % Less Than", "TOLUENE 108-88-3 5.0 20 PPM"}, "TOLUENE|108-88-3|-5"},
		"no heading of shares":             {[]string{"CHEMICAL NAME CAS NO. TLV", "Glycol ether 111-76-2 25ppm (skin; TWA)"}, "Glycol ether|111-76-2|-"},
		"a name above other numbers":       {[]string{"ETHANOL", "REACH registration number: 01-2119457610-43", "EC number: 200-578-6", "CAS number: 64-17-5", "Per cent content: ca. 92 % m/m"}, "ETHANOL|64-17-5|92-92"},
		"a range under a heading":          {[]string{"Identification. Conc. %. Classification.", "HEPTANE", "CAS. 142-82-5 15 - 20 R67, F R11", "EC. 205-563-8"}, "HEPTANE|142-82-5|15-20"},
		"an upper end before":              {[]string{"Chemical name % CAS-No.", "Benzisothiazolin-3-one <0.05 2634-33-5"}, "Benzisothiazolin-3-one|2634-33-5|-0.05"},
		"an effect in ppm":                 {[]string{"ISOBUTANE 75-28-5 142500 ppm 4H (RAT)"}, "ISOBUTANE|75-28-5|-"},
		"number first":                     {[]string{"CAS # Components (Chemical Name) Concentration", "67-64-1 Acetone 30.0 - 60.0 % AL3150000"}, "Acetone|67-64-1|30-60"},
	} {
		if got := parts(read(sheet("en", section(3, lines(c.lines...))))); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}

// A share has its source on the line that prints it, which may be another than that of the CAS number.
func TestShareHasTheLineThatPrintsIt(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  int // the line of the share
	}{
		"with the name above":          {[]string{"HYDROCHLORIC ACID 10-30%", "CAS number: 7647-01-0 EC number: 231-595-7"}, 0},
		"beside the number":            {[]string{"HYDROCHLORIC ACID", "CAS number: 7647-01-0 10-30%"}, 1},
		"labelled, below the number":   {[]string{"HYDROCHLORIC ACID", "CAS number: 7647-01-0", "Per cent content: 10-30 %"}, 2},
		"above, beside a named number": {[]string{"10 - 30%", "CAS number: 7647-01-0 Hydrogen chloride"}, 0},
	} {
		ls := lines(c.lines...)
		r := read(sheet("en", section(3, ls)))
		rows := r.Rows("composition")
		if len(rows) != 1 {
			t.Fatalf("%s: %d rows", name, len(rows))
		}
		share := rows[0]["concentration"]
		if share == nil || share.Raw != c.lines[c.want] || len(share.Source) != 1 || share.Source[0].Boxes[0].Y0 != ls[c.want].Y0 {
			t.Errorf("%s: %+v", name, share)
		}
	}
}

func TestMixtureInTheColumnOfNumbersIsNoType(t *testing.T) {
	r := read(sheet("en", section(3, []doc.Line{line(100, 50, "Resins"), line(100, 200, "Mixture"), line(114, 50, "Carbon black"), line(114, 200, "1333-86-4")})))
	if got := r.Text("composition_type"); got != "" {
		t.Errorf("got %q", got)
	}
	r = read(sheet("en", section(3, lines("3.2. Mixtures: this product is an agglomeration of minerals that were ground and burnt", "Lime 1305-78-8 5 %"))))
	if got := r.Text("composition_type"); got != "mixture" {
		t.Errorf("got %q", got)
	}
}

// withTable is a section with a table, beside its own lines.
func withTable(sec doc.Section, t doc.Table) doc.Section {
	sec.Tables = append(sec.Tables, t)
	return sec
}

// A number of the ingredient is no name: it belongs to the row above, or the name stands elsewhere.
func TestNumbersAreNoNamesOfIngredients(t *testing.T) {
	below := grid(doc.Borderless, []string{"Cumene", "", "1.0 - 10", "H226"}, []string{"CAS Number:", "0000098-82-8", "", "H304"})
	heads := []string{"%", "CAS / TLV", "LD/50"}
	dose := grid(doc.Borderless, heads, []string{"PERMETHRIN", "", ""}, []string{"0.50", "52645-53-1", ">2500 mg/kg\nORAL - RAT"})
	for name, c := range map[string]struct {
		section doc.Section
		want    string
	}{
		"a number below its name":      {tabled(3, nil, below), "Cumene|98-82-8|1-10"},
		"a dose beside the number":     {withTable(section(3, rowsOf([]int{50, 120, 260}, heads, []string{"PERMETHRIN"}, []string{"0.50", "52645-53-1", ">2500 mg/kg"})), dose), "PERMETHRIN|52645-53-1|0.5-0.5"},
		"a sub-heading above":          {section(3, lines("· 3.1 Substances", "· CAS No. Description", "64-18-6 formic acid")), "formic acid|64-18-6|-"},
		"a number that touches a name": {section(3, lines("ORTHO-XYLENE95-47-6 10 %")), "ORTHO-XYLENE|95-47-6|10-10"},
		"and stands by itself too":     {section(3, lines("ORTHO-XYLENE 95-47-6 10 %", "Listed: XYLENE95-47-6")), "ORTHO-XYLENE|95-47-6|10-10"},
	} {
		if got := parts(read(sheet("en", c.section))); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// A row of a table without a name has that of the line with its number, where words stand there.
func TestNameOfARowFromItsLine(t *testing.T) {
	table := grid(doc.Lattice, []string{"Chemical name", "CAS-No.", "%"}, []string{"Ethanol", "64-17-5", "90"}, []string{"", "123-31-9", "0.1"}, []string{"", "67-64-1", "0.2"})
	sec := withTable(section(3, lines("1,4-Benzenediol 123-31-9", "Proprietary 67-64-1")), table)
	if got, want := parts(read(sheet("en", sec))), "Ethanol|64-17-5|90-90; 1,4-Benzenediol|123-31-9|0.1-0.1; |67-64-1|0.2-0.2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A name that is broken over lines goes on below, in its own column; a limit beside its first line is that of the whole name.
func TestNameOfAnIngredientOverSeveralLines(t *testing.T) {
	rows := []doc.Line{
		line(100, 50, "Chemical", 105, "CAS Number", 260, "Weight %", 330, "ACGIH TLV-TWA"),
		line(111, 50, "ETHYL", 105, "100-41-4", 260, "10.0", 330, "20 PPM"),
		line(122, 50, "BENZENE"),
		line(133, 50, "ACETONE", 105, "67-64-1", 260, "5.0", 330, "250 PPM"),
		line(144, 50, "*see section 8"),
	}
	r := read(sheet("en", section(3, rows)))
	if got, want := parts(r), "ETHYL BENZENE|100-41-4|10-10; ACETONE|67-64-1|5-5"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var substances []string
	for _, l := range r.GoldView().ExposureLimits {
		substances = append(substances, *l.Substance)
	}
	if got, want := substances, []string{"ETHYL BENZENE", "ACETONE"}; !slices.Equal(got, want) {
		t.Errorf("limits of %q, want %q", got, want)
	}
}

// A list that is printed once more for another country has the same ingredients; sentences are none.
func TestIngredientsOnceAndNoSentences(t *testing.T) {
	heads := []string{"Name", "CAS number", "%"}
	list := grid(doc.Borderless, heads, []string{"Talc", "14807-96-6", "60 - 100"}, heads, []string{"Talc", "14807-96-6", "60 - 100"})
	if got, want := parts(read(sheet("en", tabled(3, lines("Canada"), list)))), "Talc|14807-96-6|60-100"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	none := grid(doc.Lattice, []string{"Chemical name", "CAS No.", "%"}, []string{"There are no additional ingredients present", "", "-"})
	if got := parts(read(sheet("en", tabled(3, nil, none)))); got != "" {
		t.Errorf("a sentence: %s", got)
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
		"Rapeseed oil|8002-13-9|0.1-1":                                                         tabled(3, nil, grid(doc.Lattice, heads, []string{"Rapeseed oil INCI Name: Brassica Seed Oil", "8002-13-9", "0.1-\uf0a31%"})),
		"oils, hydrotreated neutral|72623-85-9|50-70":                                          tabled(3, lines("The hydrotreated oil is stable."), grid(doc.Lattice, heads, []string{"oils, hydrotreat-\ned neutral", "72623-85-9", "50 - 70 %"})),
		"Isopropyl alcohol|67-63-0|40-40":                                                      tabled(3, nil, grid(doc.Lattice, []string{"Chemical name", "Identifiers", "%"}, []string{"Isopropyl alcohol", "CAS:67-63-0\nEU Index:603-\n117-00-0", "40%"})),
	} {
		if got := parts(read(sheet("en", sec))); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// "Mixture" is a label with words beside it, a numbered heading, or the answer to both.
func TestMixturesByTheirLabels(t *testing.T) {
	for name, sec := range map[string]doc.Section{
		"words beside the label": section(3, nil, pair("Mixture", "The components are not hazardous or are below the required limits.")),
		"heading":                section(3, lines("3 Mixtures", "Acrylate toner")),
		"answer":                 section(3, nil, pair("Pure substance/mixture", "Mixture")),
	} {
		if r := read(sheet("en", sec)); r.Text("composition_type") != "mixture" {
			t.Errorf("%s: %q", name, r.Text("composition_type"))
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
	wantTexts(t, "composition_type", map[string]string{
		"Does not meet the criteria of a substance": "mixture",
		"Brightol is considered as a mixture":       "mixture",
		"Brightol, pure":                            "substance",
	}, func(text string) *doc.Document {
		return sheet("en", section(3, lines("3.1 Substances", text, "3.2 Mixtures", "Name of the ingredients")))
	})
}
