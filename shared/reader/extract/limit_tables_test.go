package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// Figures in the cells of a table are of the kind and authority beside them, line by line where these
// are stacked, of the headings last printed, and of the unit that their label states.
func TestLimitsInTheCellsOfATable(t *testing.T) {
	for name, tt := range map[string]struct {
		tables []doc.Table
		want   []string
	}{
		"kinds stacked beside figures in two units": {
			[]doc.Table{grid(doc.Lattice,
				[]string{"Components", "Type", "Value"},
				[]string{"Solvent A (CAS\n67-64-1)", "STEL\n\nTWA", "760 mg/m3\n250 ppm\n610 mg/m3\n200 ppm"})},
			[]string{"OSHA STEL 760 mg/m3", "OSHA STEL 250 ppm", "OSHA TWA 610 mg/m3", "OSHA TWA 200 ppm"},
		},
		"authorities stacked, one without a figure": {
			[]doc.Table{grid(doc.Lattice,
				[]string{"56-81-5 Solvent A", ""},
				[]string{"PEL\n\nTLV\nREL", "Long-term value: 15* 5** mg/m3\n*total dust **respirable\nTLV withdrawn\nLong-term value: 3 mg/m3"})},
			[]string{"OSHA TWA 15 mg/m3", "OSHA TWA 5 mg/m3", "NIOSH TWA 3 mg/m3"},
		},
		"figures broken over lines": {
			[]doc.Table{grid(doc.Lattice,
				[]string{"Component", "OSHA PEL", "Quebec TWAEV"},
				[]string{"Solvent A", "TWA: 435 mg/m3 TWA:\n100 ppm STEL: 150\nppm STEL: 655 mg/m3", "TWA: 434 mg/m3 TWA:\n100 ppm STEL: 150\nppm STEL: 651 mg/m3"})},
			[]string{"OSHA TWA 435 mg/m3", "OSHA TWA 100 ppm", "OSHA STEL 150 ppm", "OSHA STEL 655 mg/m3", "Quebec TWA 434 mg/m3", "Quebec TWA 100 ppm", "Quebec STEL 150 ppm", "Quebec STEL 651 mg/m3"},
		},
		"headings again within the table": {
			[]doc.Table{grid(doc.Lattice,
				[]string{"Chemical name", "Austria", "Belgium"},
				[]string{"Solvent A", "TWA: 5 ppm", "TWA: 6 ppm"},
				[]string{"Chemical name", "Cyprus", "Germany DFG"},
				[]string{"Solvent A", "STEL: 7 ppm", "Peak: 8 ppm"})},
			[]string{"Austria TWA 5 ppm", "Belgium TWA 6 ppm", "Cyprus STEL 7 ppm", "Germany DFG C 8 ppm"},
		},
		"units in the labels": {
			[]doc.Table{grid(doc.Lattice,
				[]string{"Solvent A", "", ""},
				[]string{"ACGIH", "ACGIH TWA (mg/m3)", "0.2"},
				[]string{"OSHA", "OSHA PEL (TWA) (ppm)", "0.25"})},
			[]string{"ACGIH TWA 0.2 mg/m3", "OSHA TWA 0.25 ppm"},
		},
		"several figures with notes": {
			[]doc.Table{grid(doc.Lattice,
				[]string{"Substance", "ACGIH TLV mg/m3", "UK WELs mg/m3"},
				[]string{"Copper", "0.2(f), 0.1***, (0.02**(2013))", "4**, 10***"},
				[]string{"Iron", "5**", "5(f)"})},
			[]string{"ACGIH - 0.2 mg/m3", "ACGIH - 0.1 mg/m3", "ACGIH - 0.02 mg/m3", "UK WELs - 4 mg/m3", "UK WELs - 10 mg/m3", "ACGIH - 5 mg/m3", "UK WELs - 5 mg/m3"},
		},
		"provinces": {
			[]doc.Table{grid(doc.Lattice,
				[]string{"Ingredient name", "Exposure limits"},
				[]string{"Solvent A", "CA Alberta Provincial (Canada, 4/2009).\n8 hrs OEL: 50 ppm 8 hours.\nCA Quebec Provincial (Canada, 1/2014).\nVEMP: 60 ppm 8 hours. AMP: 500 ppm 10 minutes."})},
			[]string{"CA Alberta Provincial TWA 50 ppm", "CA Quebec Provincial TWA 60 ppm", "CA Quebec Provincial C 500 ppm"},
		},
		"references are no limits": {
			[]doc.Table{grid(doc.Lattice,
				[]string{"Solvent A", ""},
				[]string{"EU - Indicative Occupational Exposure Limit (IOEL)", ""},
				[]string{"IOEL TWA", "375 mg/m3"},
				[]string{"Regulatory reference", "COMMISSION DIRECTIVE 2000/39/EC"},
				[]string{"United Kingdom - Occupational Exposure Limits", ""},
				[]string{"WEL STEL (OEL STEL) [ppm]", "150 ppm"},
				[]string{"Regulatory reference", "EH40/2005 (Fourth edition, 2020). HSE"})},
			[]string{"EU TWA 375 mg/m3", "WEL STEL 150 ppm"},
		},
	} {
		got := limitsOf(read(sheet("en", tabled(8, lines("Occupational exposure limits", "US. OSHA Table Z-1 Limits for Air Contaminants"), tt.tables...))))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, tt.want)
		}
	}
}

// A table goes on over a page with the columns, the authority and the kind that it had.
func TestLimitsOfATableOnTwoPages(t *testing.T) {
	first := grid(doc.Lattice,
		[]string{"CAS No.", "Ingredient", "Source", "Value"},
		[]string{"67-64-1", "Solvent A", "NIOSH", "25 ppm TWA; 125 mg/m3 TWA150 ppm STEL"})
	second := grid(doc.Lattice,
		[]string{"", "", "Supplier", ""},
		[]string{"", "", "OHSA,\nCAN", "20 ppm TWAEV; 30 ppm STEV"},
		[]string{"", "", "Brazil", "78 ppm TWA"})
	second = onPage(2, second)
	got := limitsOf(read(sheet("en", tabled(8, lines("Occupational exposure limits"), first, second))))
	want := []string{"NIOSH TWA 25 ppm", "NIOSH TWA 125 mg/m3", "NIOSH STEL 150 ppm", "OHSA, CAN TWA 20 ppm", "OHSA, CAN STEL 30 ppm", "Brazil TWA 78 ppm"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}

	first = grid(doc.Lattice, []string{"Components", "Type", "Value"}, []string{"Solvent A", "TWA", "165 mg/m3"})
	second = grid(doc.Lattice, []string{"Components", "Type", "Value"}, []string{"", "", "30 ppm"})
	second = onPage(2, second)
	got = limitsOf(read(sheet("en", tabled(8, lines("ACGIH Threshold Limit Values"), first, second))))
	if want = []string{"ACGIH TWA 165 mg/m3", "ACGIH TWA 30 ppm"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// A figure may stand for a form of the substance, which is named behind a dash, and several of them in a cell.
func TestFiguresOfForms(t *testing.T) {
	sec := section(3, []doc.Line{
		line(100, 50, "Chemical Name", 150, "CAS Number", 250, "% Weight", 330, "OSHA-PEL (mg/cu.m)", 470, "ACGIH-TLV (mg/cu.m)"),
		line(114, 50, "Aluminum", 150, "7429-90-5", 250, "0.00 - 0.20", 330, "15 - Total Dust", 470, "10 - Metal Dust as Al"),
		line(126, 330, "5 - Respirable Fraction"),
		line(138, 50, "Vanadium", 150, "7440-62-2", 250, "<0.9", 330, "0.5 - Dust; 0.1 Fume", 470, "None Established"),
	})
	want := "OSHA 15, ACGIH 10, OSHA 5, OSHA 0.5, OSHA 0.1"
	var got []string
	r := read(sheet("en", sec))
	for _, row := range r.Rows("exposure_limits") {
		got = append(got, fmt.Sprintf("%s %v", row["authority"].Text, row["value"].Quantity.Low))
	}
	if strings.Join(got, ", ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
