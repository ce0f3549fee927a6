package extract_test

import (
	"slices"
	"testing"

	"anzen/shared/reader/doc"
)

// rowsOf are lines of texts side by side, each text at the place given first.
func rowsOf(places []int, rows ...[]string) []doc.Line {
	var out []doc.Line
	for r, texts := range rows {
		var cells []any
		for c, text := range texts {
			if text != "" {
				cells = append(cells, places[c], text)
			}
		}
		out = append(out, line(float64(100+14*r), cells...))
	}
	return out
}

// Figures are of the column that they stand below: its headings say authority, kind and unit, on
// one level or on several.
func TestLimitsByTheColumnsTheyStandIn(t *testing.T) {
	for name, tt := range map[string]struct {
		number int
		lines  []doc.Line
		want   []string
	}{
		"in the table of composition": {
			3, rowsOf([]int{50, 160, 260, 330, 410, 490},
				[]string{"Chemical Name", "CAS Number", "Weight %", "ACGIH TLV-TWA", "ACGIH TLV-STEL", "OSHA PEL-TWA"},
				[]string{"SOLVENT A", "67-63-0", "5.0", "200 PPM", "400 PPM", "N/E"},
				[]string{"SILICA", "14808-60-7", "65.0", "0.025 MG/M3", "N/E", "0.1 MG/M3"}),
			[]string{"ACGIH TWA 200 ppm", "ACGIH STEL 400 ppm", "ACGIH TWA 0.025 mg/m3", "OSHA TWA 0.1 mg/m3"},
		},
		"units below kinds, the country in a column": {
			8, rowsOf([]int{50, 140, 220, 290, 360, 430},
				[]string{"Type", "Country", "TWA/8h", "", "STEL/15min", ""},
				[]string{"", "", "mg/m3", "ppm", "mg/m3", "ppm"},
				[]string{"MAK", "DEU", "380", "200", "1520", "800"},
				[]string{"TLV", "CZE", "1000", "", "3000", ""},
				[]string{"TLV-ACGIH", "", "", "200", "", "400"}),
			[]string{"DEU TWA 380 mg/m3", "DEU TWA 200 ppm", "DEU STEL 1520 mg/m3", "DEU STEL 800 ppm", "CZE TWA 1000 mg/m3", "CZE STEL 3000 mg/m3", "ACGIH TWA 200 ppm", "ACGIH STEL 400 ppm"},
		},
		"the unit over two columns": {
			3, rowsOf([]int{50, 200, 300, 380},
				[]string{"", "", "Exposure Limit (mg/m3), dust or fume", ""},
				[]string{"Ingredients", "CAS No.", "OSHA PEL", "ACGIH TLV"},
				[]string{"Copper", "7440-50-8", "1 (dust)", "2"}),
			[]string{"OSHA - 1 mg/m3", "ACGIH - 2 mg/m3"},
		},
		"source and unit in the last columns": {
			8, rowsOf([]int{50, 200, 260, 320, 380, 450, 520},
				[]string{"", "OSHA", "", "ACGIH", "OTHER", "", ""},
				[]string{"COMPONENT", "TWA", "STEL", "TWA", "TWA", "SOURCE", "UNIT"},
				[]string{"Gas R", "NE", "NE", "NE", "1000", "AIHA", "ppm"}),
			[]string{"AIHA TWA 1000 ppm"},
		},
		"several figures in one cell": {
			8, rowsOf([]int{50, 200, 290, 380, 490},
				[]string{"CHEMICAL NAME", "ACGIH (TWA 8)", "ACGIH (STEL)", "OSHA PEL (TWA 8)", "OSHA (CEIL)"},
				[]string{"Amine", "3 ppm", "6 ppm", "3 ppm (8 mg/m3)", "6 ppm (15 mg/m3)"}),
			[]string{"ACGIH TWA 3 ppm", "ACGIH STEL 6 ppm", "OSHA TWA 3 ppm", "OSHA TWA 8 mg/m3", "OSHA C 6 ppm", "OSHA C 15 mg/m3"},
		},
		"by order, where rows end with a value or a sign of none for each column": {
			8, rowsOf([]int{50, 130, 230, 320, 410},
				[]string{"ACGIH TLV", "ACGIH TLV-C", "ACGIH STEL", "OSHA STEL", "OSHA PEL"},
				[]string{"SOLVENT A", "", "", "", ""},
				[]string{"100.00 PPM N/est", "150.00 PPM", "150.00 PPM", "100.00 PPM", ""},
				[]string{"N/est N/est", "100.00 PPM", "300.00 PPM", "200.00 PPM", ""}),
			[]string{"ACGIH - 100 ppm", "ACGIH STEL 150 ppm", "OSHA STEL 150 ppm", "OSHA - 100 ppm", "ACGIH STEL 100 ppm", "OSHA STEL 300 ppm", "OSHA - 200 ppm"},
		},
		"kinds below authorities": {
			8, rowsOf([]int{50, 150, 230, 300, 400, 500},
				[]string{"", "ACGIH TLV", "", "OSHA PEL", "", "NIOSH"},
				[]string{"INGREDIENTS", "TWA", "STEL", "PEL", "STEL", "REL"},
				[]string{"Gas R", "800 ppm", "1000 ppm", "800 ppm", "Not available", "800 ppm (TWA)"},
				[]string{"Gas S", "2,500 ppm", "Not available", "1,000 ppm", "Not available", "1,000 ppm"}),
			[]string{"ACGIH TWA 800 ppm", "ACGIH STEL 1000 ppm", "OSHA - 800 ppm", "NIOSH TWA 800 ppm", "ACGIH TWA 2500 ppm", "OSHA - 1000 ppm", "NIOSH - 1000 ppm"},
		},
		"a figure whose unit is on the next line": {
			8, rowsOf([]int{50, 180, 280, 380, 480},
				[]string{"Chemical Name", "ACGIH TLV-TWA", "ACGIH TLV-STEL", "OSHA PEL-TWA", "OSHA PEL-CEILING"},
				[]string{"Isocyanate", "N.E.", "1 ppm", "N.E.", "0.02 ppm Ceiling, 0.2"},
				[]string{"", "", "", "", "mg/m3 Ceiling"}),
			[]string{"ACGIH STEL 1 ppm", "OSHA C 0.02 ppm", "OSHA C 0.2 mg/m3"},
		},
		"lists named by the row before": {
			8, rowsOf([]int{50, 140, 220, 280, 340, 400},
				[]string{"Ingredient", "List name", "TWA (8 hours)", "", "STEL (15 mins)", ""},
				[]string{"", "", "ppm", "mg/m3", "ppm", "mg/m3"},
				[]string{"Talc", "BC 9/2010", "-", "2", "-", "-"},
				[]string{"", "", "3", "-", "-", "-"}),
			[]string{"BC TWA 2 mg/m3", "BC TWA 3 ppm"},
		},
		"kinds below their figures, provinces": {
			8, rowsOf([]int{50, 200, 260, 320},
				[]string{"Chemical name", "AB", "BC", "QC"},
				[]string{"Solvent A", "25 ppm", "20 ppm", "25 ppm"},
				[]string{"", "TWA", "TWA", "TWA"}),
			[]string{"AB TWA 25 ppm", "BC TWA 20 ppm", "QC TWA 25 ppm"},
		},
	} {
		r := read(sheet("en", section(tt.number, tt.lines)))
		if got := limitsOf(r); !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, tt.want)
		}
	}
}

// Tables of other values have headings alike: those of DNEL are not read as limits.
func TestNoLimitsOfOtherTables(t *testing.T) {
	ls := rowsOf([]int{50, 200, 300}, []string{"DNEL values", "", ""}, []string{"Substance", "Exposure limit", "Unit"}, []string{"Solvent A", "553", "mg/m3"})
	if got := limitsOf(read(sheet("en", section(8, ls)))); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}

// One heading may speak of biological limits and of those in air.
func TestHeadingOfBothKindsOfLimits(t *testing.T) {
	table := grid(doc.Lattice, []string{"Control parameters (biological limit values or exposure limit values)", "Source"}, []string{"Exposure limits: 67-63-0 ACGIH TLV-TWA 200 ppm & TLV-STEL 400 ppm", ""})
	if got, want := limitsOf(read(sheet("en", tabled(8, nil, table)))), []string{"ACGIH TWA 200 ppm", "ACGIH STEL 400 ppm"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Kind and authority behind several figures hold for all of them that name none.
func TestLimitsWhoseKindAndAuthorityFollow(t *testing.T) {
	for text, want := range map[string][]string{
		"5 mg/m3 (respirable) 15 mg/m3 (total mist) TWA OSHA PEL":                               {"OSHA TWA 5 mg/m3", "OSHA TWA 15 mg/m3"},
		"1 mg/m3 TWA, 3 mg/m3 STEL ACGIH TLV":                                                   {"ACGIH TWA 1 mg/m3", "ACGIH STEL 3 mg/m3"},
		"NIOSH: 50 ppm Ceiling; 150 mg/m3 Ceiling1400 ppm IDLH":                                 {"NIOSH C 50 ppm", "NIOSH C 150 mg/m3", "NIOSH - 1400 ppm"},
		"5 mg/m3 - ACGIH TLV, 10 mg/m3 - ACGIH STEL, 5 mg/m3 - OSHA PEL":                        {"ACGIH - 5 mg/m3", "ACGIH STEL 10 mg/m3", "OSHA - 5 mg/m3"},
		"25 ppm TWA OSHA PEL, 125 ppm STEL 50 ppm TWA ACGIH TLV":                                {"OSHA TWA 25 ppm", "OSHA STEL 125 ppm", "ACGIH TWA 50 ppm"},
		"ACGIH TLV:750 PPM/1000 STEL":                                                           {"ACGIH - 750 ppm", "ACGIH STEL 1000 ppm"},
		"TWA 15*; 5** mg/m3 OSHA PEL":                                                           {"OSHA TWA 15 mg/m3", "OSHA TWA 5 mg/m3"},
		"DFG MAK : 4.0 mg/m^3 (Total dust)":                                                     {"DFG - 4 mg/m3"},
		"1200 mg/m3 TWA manufacturer recommended":                                               {"manufacturer recommended TWA 1200 mg/m3"},
		"OSHA PEL TWA: 0.1 f/cc 8 hour(s). Form: dust STEL: 1 f/cc 30 minute(s)":                {"OSHA TWA 0.1 f/cc", "OSHA STEL 1 f/cc"},
		"OSHA PEL Z2 TWA: 200 ppm 8 hours. CEIL: 300 ppm AMP: 500 ppm 10 minutes":               {"OSHA TWA 200 ppm", "OSHA C 300 ppm", "OSHA C 500 ppm"},
		"NOM-010-STPS (Mexico, 9/2000) LMPE-PPT: 2 mg/m3 8 hour(s) LMPE-CT: 4 mg/m3 15 minutes": {"NOM-010-STPS TWA 2 mg/m3", "NOM-010-STPS STEL 4 mg/m3"},
	} {
		table := grid(doc.Lattice, []string{"Ingredient", "Exposure limits"}, []string{"Solvent A", text})
		if got := limitsOf(read(sheet("en", tabled(8, lines("Exposure limits"), table)))); !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", text, got, want)
		}
	}
}

// Lists of limits in one cell belong to the limits at their height in the next one.
func TestAuthoritiesStackedBesideTheirLimits(t *testing.T) {
	table := grid(doc.Lattice, []string{"Ingredients with limit values", "Limits"}, []string{"REL (USA)\nPEL (USA)\nEL (Canada)", "Ceiling limit: 2 mg/m3\nLong-term value: 3 mg/m3\nCeiling limit: 1 mg/m3"})
	want := []string{"NIOSH C 2 mg/m3", "OSHA TWA 3 mg/m3", "EL (Canada) C 1 mg/m3"}
	if got := limitsOf(read(sheet("en", tabled(8, nil, table)))); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Sheets of before GHS print limits among the ingredients, on lines below their names; figures of
// tests on animals are none.
func TestLimitsBesideTheIngredients(t *testing.T) {
	ls := lines("PROPANE 74-98-6 15 %", "ACGIH TLV 2500 ppm", "OSHA PEL 1000 ppm", "ACGIH TLV 1500 ppm STEL", "LC50 rat 20000 ppm, OSHA", "ETHANOL 64-17-5 10 %", "OSHA PEL 900 ppm")
	want := []string{"ACGIH - 2500 ppm", "OSHA - 1000 ppm", "ACGIH STEL 1500 ppm", "OSHA - 900 ppm"}
	if got := limitsOf(read(sheet("en", section(3, ls)))); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	ls = append(ls, line(400, 50, "Lead"))
	both := sheet("en", section(3, ls), section(8, lines("ACGIH TLV TWA 100 ppm")))
	if got := limitsOf(read(both)); !slices.Equal(got, []string{"ACGIH TWA 100 ppm"}) {
		t.Errorf("section 8 has the limits, but got %q", got)
	}
}

// One sentence may give the kind of all limits that name none.
func TestKindStatedForAllLimits(t *testing.T) {
	ls := lines("Unless noted, all values are for 8 hour time weighted averages.", "ACGIH TLV 1 mg/m3", "ACGIH STEL 3 mg/m3")
	want := []string{"ACGIH TWA 1 mg/m3", "ACGIH STEL 3 mg/m3"}
	if got := limitsOf(read(sheet("en", section(8, ls)))); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Names that a section prints one below the other before the limits at their right are told by their heights.
func TestLimitsBesideStackedNames(t *testing.T) {
	list := grid(doc.Lattice, []string{"Chemical name", "CAS No.", "%"}, []string{"Propane", "74-98-6", "5"}, []string{"Butane", "106-97-8", "6"})
	body := []doc.Line{
		line(80, 50, "Occupational exposure limits"),
		line(100, 50, "Propane"), line(140, 50, "Butane"),
		line(100, 250, "NIOSH REL (United States, 10/2013)."), line(112, 255, "TWA: 1000 ppm 10 hours."),
		line(140, 250, "ACGIH TLV (United States, 3/2016)."), line(152, 255, "STEL: 1000 ppm 15 minutes."),
		line(180, 50, "Propane"), line(192, 250, "OSHA PEL (United States)"), line(204, 255, "TWA: 1000 ppm 8 hours."),
	}
	var got []string
	r := read(sheet("en", tabled(3, nil, list), section(8, body)))
	for _, l := range r.GoldView().ExposureLimits {
		got = append(got, *l.Substance+" "+*l.Authority+" "+*l.Kind)
	}
	if want := []string{"Propane NIOSH TWA", "Butane ACGIH STEL", "Propane OSHA TWA"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The names may stand so in one cell of a ruled table, and the limits in the next.
func TestLimitsOfNamesStackedInACell(t *testing.T) {
	list := grid(doc.Lattice, []string{"Chemical name", "CAS No.", "%"}, []string{"Propane", "74-98-6", "5"}, []string{"Butane", "106-97-8", "6"})
	table := grid(doc.Lattice, []string{"Ingredient name", "Exposure limits"}, []string{"Propane\n\nButane", "NIOSH REL\nTWA: 1000 ppm\nACGIH TLV\nSTEL: 900 ppm"})
	var got []string
	r := read(sheet("en", tabled(3, nil, list), tabled(8, lines("Occupational exposure limits"), table)))
	for _, l := range r.GoldView().ExposureLimits {
		got = append(got, *l.Substance+" "+*l.Authority+" "+*l.Kind)
	}
	if want := []string{"Propane NIOSH TWA", "Butane ACGIH STEL"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// One ruled cell may hold the figures of two kinds, as the heading names them side by side.
func TestTwoKindsInOneCell(t *testing.T) {
	table := grid(doc.Lattice,
		[]string{"Ingredients", "ACGIH TLV\nTWA STEL"},
		[]string{"Carbon dioxide", "5000 ppm 30 000 ppm"}, []string{"Mineral oil", "5 mg/m3 N/Av"}, []string{"Propane", "N/Av 800 ppm"})
	got := limitsOf(read(sheet("en", tabled(8, lines("Exposure limits"), table))))
	if want := []string{"ACGIH TWA 5000 ppm", "ACGIH STEL 30000 ppm", "ACGIH TWA 5 mg/m3", "ACGIH STEL 800 ppm"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The unit of a sentence's figure may stand on the next line.
func TestLimitBrokenBeforeItsUnit(t *testing.T) {
	ls := lines("Fumes contain manganese. The TLV (Threshold Limit Value) for manganese, 0.2", "mg/m3, may be met. Use ventilation.")
	if got := limitsOf(read(sheet("en", section(8, ls)))); !slices.Equal(got, []string{"ACGIH - 0.2 mg/m3"}) {
		t.Errorf("got %q", got)
	}
}
