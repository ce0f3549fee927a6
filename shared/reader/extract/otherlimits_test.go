package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
)

// columnsOf are the rows of a table of values as texts of some of its columns.
func columnsOf(r extract.Result, table string, columns ...string) (out []string) {
	for _, row := range r.Rows(table) {
		var texts []string
		for _, c := range columns {
			switch v := row[c]; {
			case v == nil:
				texts = append(texts, "-")
			case v.Kind == extract.Quantity:
				texts = append(texts, v.Quantity.String())
			default:
				texts = append(texts, v.Text)
			}
		}
		out = append(out, strings.Join(texts, " / "))
	}
	return out
}

func levelsOf(r extract.Result) []string {
	return columnsOf(r, "no_effect_levels", "substance", "level", "target", "route", "effect", "value")
}

func biologicalOf(r extract.Result) []string {
	return columnsOf(r, "biological_limits", "substance", "authority", "determinant", "specimen", "sampling_time", "value")
}

// DNEL and PNEC are rows of their own, whether printed in tables, on lines or in running text; none of
// them is read as a limit in air.
func TestNoEffectLevels(t *testing.T) {
	for name, tt := range map[string]struct {
		section doc.Section
		want    []string
	}{
		"a ruled table below its heading, the unit broken over lines": {
			tabled(8, lines("Contains no substances with occupational exposure limit values.", "DNEL/PNEC values"), grid(doc.Lattice,
				[]string{"Substance name", "End use", "Exposure routes", "Potential health effects", "Value"},
				[]string{"Solvent A", "Workers", "Inhalation", "Long-term systemic effects", "9.25 mg/m3"},
				[]string{"Solvent A", "Consumers", "Skin contact", "Acute local effects", "64 mg/kg\nbw/day"})),
			[]string{"Solvent A / DNEL / workers / inhalation / long_systemic / 9.25 mg/m3", "Solvent A / DNEL / consumers / dermal / short_local / 64 mg/kg bw/day"},
		},
		"a value in each column of compartments": {
			tabled(8, lines("Predicted No Effect Concentration (PNEC)"), grid(doc.Lattice,
				[]string{"Chemical name", "Fresh water", "Sediment (marine)", "Soil"},
				[]string{"Solvent A", "0,68 mg/l", "16,4 mg/kg sediment dw", "2,9 mg/kg soil dw"})),
			[]string{"Solvent A / PNEC / freshwater / - / - / 0.68 mg/l", "Solvent A / PNEC / sediment_marine / - / - / 16.4 mg/kg sediment dw", "Solvent A / PNEC / soil / - / - / 2.9 mg/kg soil dw"},
		},
		"lines below the population and the substance": {
			section(8, lines("Derived no effect levels (DNELs)", "Workers", "Components Value Assessment factor", "Imidazole B (CAS 288-32-4)", "Long-term, Systemic, Dermal 0.06 mg/kg 300 Repeated dose toxicity", "Short-term, Systemic, Inhalation 14 mg/m3 2.5",
				"Predicted no effect concentrations (PNECs)", "STP 0.27 mg/l 100", "8.2. Exposure controls", "Gloves of 0.4 mg/m3")),
			[]string{"Imidazole B / DNEL / workers / dermal / long_systemic / 0.06 mg/kg", "Imidazole B / DNEL / workers / inhalation / short_systemic / 14 mg/m3", "Imidazole B / PNEC / treatment_plant / - / - / 0.27 mg/l"},
		},
		"running text": {
			section(8, lines("ETHER C (CAS: 60-29-7)", "DNEL Workers - Inhalation; Long", "term systemic effects: 0.49 mg/m3 Workers - Dermal; Long term local effects: 1.7", "mg/kg/day", "PNEC - Fresh water; 13 μg/L - Sediment (Marinewater); 125 μg/kg", "Immediate danger to life 3300 ppm")),
			[]string{"- / DNEL / workers / inhalation / long_systemic / 0.49 mg/m3", "- / DNEL / workers / dermal / long_local / 1.7 mg/kg/day", "- / PNEC / freshwater / - / - / 13 μg/L", "- / PNEC / sediment_marine / - / - / 125 μg/kg"},
		},
		"in Japanese": {
			section(8, lines("導出無影響レベル（DNEL）", "作業者 吸入 長期 全身影響 1.9 mg/m3", "消費者 経口 長期 全身影響 0.5 mg/kg bw/day", "予測無影響濃度（PNEC）", "淡水 0.18 mg/l")),
			[]string{"- / DNEL / workers / inhalation / long_systemic / 1.9 mg/m3", "- / DNEL / consumers / oral / long_systemic / 0.5 mg/kg bw/day", "- / PNEC / freshwater / - / - / 0.18 mg/l"},
		},
		"none stated, limits below": {
			section(8, lines("Derived no effect levels (DNELs) Not available.", "Predicted no effect concentrations (PNECs) Not available.", "Exposure guidelines UK WEL: 10 mg/m3")),
			nil,
		},
	} {
		r := read(sheet("en", tt.section))
		if got := levelsOf(r); !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, tt.want)
		}
		if got := limitsOf(r); len(got) > 0 && tt.want != nil {
			t.Errorf("%s: also limits in air %q", name, got)
		}
	}
}

// A value that running text prints twice has its own place each time, and one that is broken over two lines has both.
func TestPlacesOfRunningLevels(t *testing.T) {
	r := read(sheet("en", section(8, lines("DNEL Workers - Inhalation; Long term systemic effects: 5 mg/m3", "Consumers - Inhalation; Long term systemic effects: 5 mg/m3 Workers - Dermal; Long term local effects: 1.7", "mg/kg/day"))))
	var got []string
	for _, row := range r.Rows("no_effect_levels") {
		var tops []string
		for _, src := range row["value"].Source {
			for _, box := range src.Boxes {
				tops = append(tops, fmt.Sprint(box.Y0))
			}
		}
		got = append(got, strings.Join(tops, " and "))
	}
	if want := []string{"100", "114", "114 and 128"}; !slices.Equal(got, want) {
		t.Errorf("values at %q, want %q", got, want)
	}
}

// Biological limits say what is measured, in what, and when.
func TestBiologicalLimits(t *testing.T) {
	for name, tt := range map[string]struct {
		section doc.Section
		want    []string
	}{
		"columns of lines, cells going on below": {
			section(8, rowsOf([]int{50, 220, 300, 400, 480},
				[]string{"Biological limit values", "", "", "", ""},
				[]string{"ACGIH Biological Exposure Indices", "", "", "", ""},
				[]string{"Components", "Value", "Determinant", "Specimen", "Sampling Time"},
				[]string{"Ether E (CAS 111-76-2)", "200 mg/g", "Butoxyacetic", "Creatinine in", "*"},
				[]string{"", "", "acid", "urine", ""},
				[]string{"Toluene (CAS 108-88-3)", "0.02 mg/l", "Toluene", "Blood", "End of shift"},
				[]string{"* - For sampling details, please see the source document.", "", "", "", ""})),
			[]string{"Ether E / ACGIH / Butoxyacetic acid / Creatinine in urine / - / 200 mg/g", "Toluene / ACGIH / Toluene / Blood / End of shift / 0.02 mg/l"},
		},
		"a ruled table, the authority in the last column": {
			tabled(8, lines("Biological occupational exposure limits"), grid(doc.Lattice,
				[]string{"Components", "CAS-No.", "Control\nparameters", "Biological\nspecimen", "Sampling\ntime", "Permissible\nconcentration", "Basis"},
				[]string{"Methanol", "67-56-1", "Methanol", "Urine", "End of shift", "15 mg/l", "ACGIH BEI"})),
			[]string{"Methanol / ACGIH / Methanol / Urine / End of shift / 15 mg/l"},
		},
		"labels in one cell": {
			tabled(8, lines("Ingredients with biological limit values:"), grid(doc.Lattice,
				[]string{"111-76-2 2-butoxyethanol", ""},
				[]string{"BEI (USA)", "200 mg/g creatinine\nMedium: urine\nTime: end of shift\nParameter: Butoxyacetic acid"})),
			[]string{"2-butoxyethanol / - / Butoxyacetic acid / urine / end of shift / 200 mg/g creatinine"},
		},
		"none": {section(8, lines("Biological limit values No biological exposure limits noted for the ingredient(s).", "Nitrile 0.4 mg/l gloves")), nil},
	} {
		if got := biologicalOf(read(sheet("en", tt.section))); !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, tt.want)
		}
	}
}

// A level whose row says everything of it is surer than one that lacks its effect.
func TestConfidenceOfLevels(t *testing.T) {
	r := read(sheet("en", section(8, lines("DNEL/DMEL values", "Worker DNEL, long-term inhalation systemic 9.9 mg/m3", "Worker DNEL inhalation 40 mg/m3"))))
	rows := r.Rows("no_effect_levels")
	if len(rows) != 2 || rows[0]["value"].Confidence <= rows[1]["value"].Confidence {
		t.Fatalf("%+v", rows)
	}
}
