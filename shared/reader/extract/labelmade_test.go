package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
)

// valueUnder is what is read of a field in a section with one label and its value, as a pair or as a line.
func valueUnder(number int, key, label, value string, asLine bool) string {
	sec := section(number, nil, pair(label, value))
	if asLine {
		sec = section(number, lines(label+": "+value))
	}
	switch number {
	case 1:
		sec.Lines = append(lines("Product name: Brightol"), sec.Lines...)
	case 14:
		sec.Pairs = append(sec.Pairs, pair("Proper shipping name", "Paint"))
		if key != "un_number" {
			sec.Pairs = append(sec.Pairs, pair("UN number", "1263"))
		}
	}
	r := read(sheet("en", sec))
	return shown(&r, key)
}

// shown is a text, list or quantity of a field.
func shown(r *extract.Result, key string) string {
	if list := r.List(key); list != nil {
		return strings.Join(list, " ")
	}
	if text := r.Text(key); text != "" {
		return text
	}
	v := r.GoldView()
	if r.Get(key) == nil {
		return ""
	}
	return show(v.Quantity(key))
}

// A label that no list has is known by its words, whatever their order and whatever else it says.
func TestLabelsMadeOfKnownWords(t *testing.T) {
	for _, tt := range []struct {
		number             int
		key, value, labels string
	}{
		{1, "product_codes", "4711-B", "Ordering number;Material #;Art. No.;Kit part number;Finished goods number;Code No.;Code of product;Product Nr.;P/N;Manufacturer's part number(s);Catalog/Item No."},
		{1, "sds_number", "S-4711", "SDS ref.;SDS Nr.;Safety data sheet ID;Data sheet number;SDS index number;MSDS Reference"},
		{9, "odor", "Citrus", "Odors;Odor type;Odour characteristic;Fragrance;Typical odor;Odor description;Appearance (odor);Appearance - Odor;Odor, if any"},
		{9, "color", "Amber", "Colors;Product colour;Liquid color;Colour of liquid;Color intensity;Shade;Visual color"},
		{9, "state", "liquid", "State of aggregation;Physical state and form;Form or state;General physical state"},
		{9, "melting_point", "12 C", "Solidification temperature;Crystallization temperature;Fusion point;Crystallizing point"},
		{9, "boiling_point", "112 C", "Boil point;IBP;Distillation range;Boiling interval;Point of boiling"},
		{9, "vapor_density", "3.1", "Density (air=1);Gas density (air = 1);Specific gravity (air=1);V.D.;Density, vapor;Vapor specific gravity;Density of vapours"},
		{9, "relative_density", "1.05", "S.G. (water=1);Rel. density;Liquid density (water=1);Density relative to water"},
		{9, "density", "1.05 g/ml", "Density of liquid;Typical density;Absolute density"},
		{9, "vapor_pressure", "17 mmHg", "V.P.;Vapor tension;Pressure, vapor"},
		{9, "ph", "7.5", "Typical pH;Acidity (pH);Hydrogen ion concentration (pH);Actual pH"},
		{9, "explosive_high", "12 %", "Upper explosive level;Maximum explosive limit;Explosive range upper;Upper limit of explosion;UEL in air"},
		{9, "auto_ignition", "420 C", "AIT"},
		{9, "log_kow", "2.5", "Log P;Kow;Distribution coefficient"},
		{9, "solubility_water", "25 g/l", "Water miscibility;Solubility of product in water;Miscible in water;Solubility with water"},
		{14, "un_number", "1263", "UN #;UN Identification No.;United Nations number;NA number;DOT ID No."},
		{14, "packing_group", "II", "Packing grp;Pkg. Grp.;Packing category"},
		{14, "transport_class", "3", "Transportation class;Class No.;Hazard class number;Primary hazard"},
	} {
		for label := range strings.SplitSeq(tt.labels, ";") {
			for _, asLine := range []bool{false, true} {
				if got := valueUnder(tt.number, tt.key, label, strings.Replace(tt.value, " C", " °C", 1), asLine); got != tt.value {
					t.Errorf("%s (a line: %v): %q, want %q", label, asLine, got, tt.value)
				}
			}
		}
	}
}

// Words that ask for something else, figures and the rest of a label above make no label.
func TestLabelsOfOtherWords(t *testing.T) {
	for _, tt := range []struct {
		number            int
		key, label, value string
	}{
		{1, "product_codes", "Supplier number", "4711"},
		{1, "product_codes", "Product series", "4711"},
		{1, "sds_number", "SDS Manufacturer Number", "4711"},
		{1, "sds_number", "SDS date", "4711"},
		{9, "odor", "and Odor", "fuming liquid Limit in Air"},
		{9, "odor", "Odor limit", "2 ppm"},
		{9, "relative_density", "Specific gravity (air = 1)", "1.5"},
		{9, "vapor_density", "Water vapor permeability", "3"},
	} {
		if got := valueUnder(tt.number, tt.key, tt.label, tt.value, false); got != "" {
			t.Errorf("%s: %s %q", tt.label, tt.key, got)
		}
	}
}

// A condition behind a known label belongs to it, another item's label does not.
func TestLabelWithItsCondition(t *testing.T) {
	for printed, want := range map[string]string{
		"Flash point, Pensky-Martens: 45 °C":        "45 C",
		"Flash point at 1 atm: 45 °C":               "45 C",
		"Flash point (method: closed cup): 45 °C":   "45 C",
		"Flash point 45 °C Boiling point: 80 °C":    "45 C",
		"Flash point closed cup (°C): 45":           "45 C",
		"Flash point Not available pH at 20 °C: 45": "",
	} {
		r := read(sheet("en", section(9, []doc.Line{line(100, 50, printed)})))
		if got := shown(&r, "flash_point"); got != want {
			t.Errorf("%s: %q, want %q", printed, got, want)
		}
	}
}

// Services that are called in an emergency say so by their names; a column beside the supplier's says nothing of the supplier.
func TestEmergencyServices(t *testing.T) {
	for _, label := range []string{"For Medical Emergencies call", "Chem-Tel", "VelocityEHS", "CANUTEC", "After-hours number", "Accident hotline", "Spills, leaks, fires"} {
		r := read(sheet("en", section(1, lines("Product name: Brightol", "Manufacturer: Muster Inc.", "Telephone: 705-555-0100", label+": 800-555-0199"))))
		if own, urgent := r.Text("supplier_phone"), r.Text("emergency_phone"); own != "705-555-0100" || urgent != "800-555-0199" {
			t.Errorf("%s: %q and %q", label, own, urgent)
		}
	}
	r := read(sheet("en", section(1, []doc.Line{line(90, 50, "Product name: Brightol"), line(104, 50, "Muster Inc.", 350, "Muster Canada"), line(118, 50, "10 Hill Road", 350, "Emergency: 800-555-0199"), line(132, 50, "Telephone: 705-555-0100")})))
	if own := r.Text("supplier_phone"); own != "705-555-0100" {
		t.Errorf("beside another column: %q", own)
	}
}

// What stands beside a value is none of it, and figures before a label belong to the value.
func TestValuesBesideOtherItems(t *testing.T) {
	r := read(sheet("en", section(1, lines("Product name: Brightol", "Part number: L312C Date: 5/5/2015"))))
	if got := strings.Join(r.List("product_codes"), " "); got != "L312C" {
		t.Errorf("code beside a date: %q", got)
	}
	r = read(sheet("en", section(9, nil, pair("Vapour density (air=1)", "greater than 1. Odor: Mild"), pair("Solubility in", ""), pair("cold water", "Complete"))))
	if got := shown(&r, "vapor_density") + "|" + r.Text("odor"); got != "1-|Mild" {
		t.Errorf("density beside an odour: %q", got)
	}
}

// A label that goes on below is one by its words.
func TestLabelsOverTwoLines(t *testing.T) {
	r := read(sheet("en", section(9, nil, pair("Solidification", "12 °C"), pair("temperature", ""))))
	if got := shown(&r, "melting_point"); got != "12 C" {
		t.Errorf("melting point %q", got)
	}
}

// Columns left of the names: codes of statements, shares.
func TestNamesBehindOtherColumns(t *testing.T) {
	for printed, want := range map[string]string{
		"GHS07-GHS08 H317-319-373 Brightane": "Brightane|",
		"10-30 Ethyl Alcohol":                "Ethyl Alcohol|10 to 30",
		"<7.5 Aliphatic diol":                "Aliphatic diol|0 to 7.5",
		"4.24 Isobutane":                     "Isobutane|4.24 to 4.24",
		"2-4 D":                              "2-4 D|",
		"2-Butoxyethanol":                    "2-Butoxyethanol|",
		"100 Solvent naphtha":                "100 Solvent naphtha|",
	} {
		r := read(sheet("en", tabled(3, nil, table([]string{"Component", "CAS No."}, []string{printed, "64-17-5"}, []string{"Water", "7732-18-5"}))))
		rows := r.Rows("composition")
		if len(rows) != 2 {
			t.Errorf("%s: %d rows", printed, len(rows))
			continue
		}
		got := rows[0]["name"].Text + "|"
		if c := rows[0]["concentration"]; c != nil && c.Quantity.Stated() {
			got += fmt.Sprintf("%g to %g", c.Quantity.Low, c.Quantity.High)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", printed, got, want)
		}
	}
	for _, heading := range []string{"Constituents", "Chemicals", "Raw materials"} {
		for _, share := range []string{"Proportions", "Approximate %", "Composition %"} {
			r := read(sheet("en", tabled(3, nil, table([]string{heading, share}, []string{"Ethyl alcohol", "10 - 30"}, []string{"Fragrance", "1 - 5"}))))
			if rows := r.Rows("composition"); len(rows) != 2 || rows[1]["name"].Text != "Fragrance" || rows[1]["concentration"].Quantity.High != 5 {
				t.Errorf("%s, %s: %d rows", heading, share, len(rows))
			}
		}
	}
}
