package extract_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// Old forms print the labels of the physical data in one row, and the values in the next.
func TestLabelsInARowAboveTheirValues(t *testing.T) {
	labels := []string{"Appearance", "Odour", "pH", "Boiling Point", "Specific Gravity", "Solubility in Water"}
	read9 := func(rows ...[]string) string {
		r := read(sheet("en", tabled(9, nil, grid(doc.Lattice, append([][]string{labels}, rows...)...))))
		v := r.GoldView()
		out := ""
		for _, key := range []string{"color", "odor", "solubility_water"} {
			if s := v.Text(key); s != nil {
				out += *s
			}
			out += "|"
		}
		return out + show(v.Quantity("ph")) + "|" + show(v.Quantity("boiling_point")) + "|" + show(v.Quantity("relative_density"))
	}
	if got, want := read9([]string{"Solid (white)", "Scented", "12.0", "100 OC", "1.0", "100 %"}), "white|Scented|100 %|12|100 C|1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	row := []string{"White solid", "Scented", "12.0", "100 OC", "1.0", "100 %"}
	if got := read9(row, row); !strings.HasPrefix(got, "||") || !strings.HasSuffix(got, "|||") {
		t.Errorf("values out of a table of several products: %s", got)
	}
}

// Values of section 9 whose labels or units are written otherwise.
func TestUnitsAndLabelsOfSection9(t *testing.T) {
	for want, p := range map[string]doc.Pair{
		"flash_point 121 C":       pair("Flash point °C", "121"),
		"flash_point 2 C":         pair("Flash Point", "2\uf0b0c. Calculated"),
		"ph 7":                    pair("pH of aqueous solutions (10 g/l)", "ca. 7"),
		"viscosity_dynamic 5 cps": pair("Viscosity, kinematic", "5 cps at 25 °C"),
		"density ":                pair("Bulk density", "10.36 lb/gal"),
		"explosive_low 1 vol%":    pair("Lower explosion limit/Upper explosion limit", "1 %(V) / 6 %(V)"),
		"explosive_high 10.6 %":   pair("Flammable Limits - UEL", "10.6 %"),
		"explosive_high 6 vol%":   pair("Lower explosion limit/Upper explosion limit", "1 %(V) / 6 %(V)"),
	} {
		key, _, _ := strings.Cut(want, " ")
		r := read(sheet("en", section(9, nil, p)))
		v := r.GoldView()
		if got := key + " " + show(v.Quantity(key)); got != want {
			t.Errorf("%s: %s, want %s", p.Label, got, want)
		}
	}
}

// The date of a form that goes on below the end of the sheet.
func TestDateWithinTheBody(t *testing.T) {
	ls := append([]doc.Line{line(90, 50, "Prepared by: The laboratory"), line(100, 50, "Last updated: June 1, 2015")}, lines("Features", "Use", "How to use", "Dilute", "Apply", "Wait", "Rinse", "Dry", "Store")...)
	d := sheet("en", section(1, lines("Product name: Brightol")), section(10, ls))
	d.Lines = ls
	r := read(d)
	if got := r.Text("revision_date"); got != "2015-06-01" {
		t.Errorf("%q", got)
	}
}

// A product is not regulated by what the modes of transport say, each or all together, or by a sentence elsewhere.
func TestNotRegulatedByModes(t *testing.T) {
	for name, sec := range map[string]doc.Section{
		"each":      section(14, nil, pair("DOT", "N/A"), pair("IATA", "N/A"), pair("IMDG/IMO", "N/A")),
		"together":  section(14, nil, pair("UN number", "DOT, TDG, IMO / IMDG, IATA / ICAO none"), pair("UN proper shipping name", "DOT, TDG, IMO / IMDG, IATA / ICAO none")),
		"elsewhere": section(9, lines("Transport Information: Not regulated")),
		"rules":     section(9, lines("This product is not hazardous per 49 CFR 172.101 by the U.S. Department of Transportation.")),
	} {
		if got := carriage(read(sheet("en", sec))); got != "not_regulated|||" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got, want := carriage(read(sheet("en", section(14, nil, pair("DOT", "N/A"), pair("IATA", "UN1133"))))), "|||"; got != want {
		t.Errorf("one mode refused, another one not: got %s, want %s", got, want)
	}
}

// Limits whose authority stands elsewhere than beside them.
func TestAuthoritiesOfLimits(t *testing.T) {
	value := func(texts ...string) doc.Section { return section(8, lines(texts...)) }
	for name, tt := range map[string]struct {
		sec  doc.Section
		want []string
	}{
		"a country's adjective":   {value("8.1 Control parameters (Swiss exposure limits 2021)", "Short term value (STEL, 4 x 15 minutes): 1920 mg/m3"), []string{"Swiss STEL 1920 mg/m3"}},
		"the list's whole name":   {value("UK. EH40 Workplace Exposure Limits (WELs)", "Carbon dioxide TWA 9150 mg/m3"), []string{"UK. EH40 Workplace Exposure Limits (WELs) TWA 9150 mg/m3"}},
		"a sentence below":        {tabled(8, lines("Exposure limits"), grid(doc.Lattice, []string{"Substance", "8 hour TWA", "15 min STEL"}, []string{"Acetone", "750 ppm", "1500 ppmskin"}), grid(doc.Lattice, []string{"OELs are taken from the current version of Eh40."})), []string{"EH40 TWA 750 ppm", "EH40 STEL 1500 ppm"}},
		"a province's whole name": {value("Exposure limits", "Newfoundland & Labrador OEL TWA 10 mg/m3"), []string{"Newfoundland & Labrador TWA 10 mg/m3"}},
		"its column, not a word in the cell": {tabled(8, lines("Exposure limits"), grid(doc.Lattice, []string{"Chemical name", "OSHA PEL (TWA)", "California - PELs"},
			[]string{"Carbon dioxide", "5000 ppm TWA", "5000 ppm PEL; 9000 mg/m3 PEL"})), []string{"OSHA TWA 5000 ppm", "California - 5000 ppm", "California - 9000 mg/m3"}},
		"notes within the figure":  {value("Exposure limits", "ACGIH TLV Short-term value: 1880,A4 mg/m3, 1000,A4 ml/m3"), []string{"ACGIH STEL 1880 mg/m3", "ACGIH STEL 1000 ml/m3"}},
		"a ceiling to be replaced": {value("Exposure limits", "ACGIH TLV (C 50) NIC-C 25 ml/m3"), []string{"ACGIH C 50 ml/m3", "ACGIH C 25 ml/m3"}},
		"names stacked between rules": {
			tabled(8, lines("Exposure limits"), grid(doc.Rules,
				[]string{"Oil", "64742-55-8", ""},
				[]string{"NIOSH Recommended exposure\nlimit (REL):\nNIOSH Short term exposure limit\nOSHA Z1 Permissible exposure limit", "5 mg/m3\n\n10 mg/m3\n4 mg/m3", "Mist.\n\nMist.\nMist."})),
			[]string{"NIOSH - 5 mg/m3", "NIOSH STEL 10 mg/m3", "OSHA - 4 mg/m3"},
		},
	} {
		if got := limitsOf(read(sheet("en", tt.sec))); !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, tt.want)
		}
	}
}

// A limit belongs to the substance of the CAS number beside it, which the sheet may name otherwise, or which is none of its ingredients.
func TestSubstancesOfLimitsByTheirNumbers(t *testing.T) {
	ingredients := tabled(3, nil, grid(doc.Lattice, []string{"Chemical name", "CAS No.", "%"}, []string{"Acetone", "67-64-1", "30%"}, []string{"Xylene, mixed isomers", "1330-20-7", "20%"}))
	limits := section(8, lines("Occupational exposure limits (Canada)", "Acetone 67-64-1 CA Alberta Provincial", "8 hrs OEL: 500 ppm 8 hours.", "Dimethylbenzene 1330-20-7 CA Alberta Provincial", "8 hrs OEL: 100 ppm 8 hours.",
		"Carbon dioxide (CAS 124-38-9) CA Alberta Provincial", "8 hrs OEL: 5000 ppm 8 hours."))
	r := read(sheet("en", ingredients, limits))
	var got []string
	for _, row := range r.Rows("exposure_limits") {
		got = append(got, row["substance"].Text)
	}
	if want := []string{"Acetone", "Xylene, mixed isomers", "Carbon dioxide"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Lists with the substances below their headings are laws that apply; inventories of other countries are none.
func TestLawsByTheirListsOfSubstances(t *testing.T) {
	r := read(sheet("en", section(15, lines("US - Minnesota Haz Subs: Listed substance", "Sodium hydroxide (CAS 1310-73-2) Listed.", "US - Illinois Chemical Safety Act: Listed substance", "Not listed.",
		"Regulation (EC) No. 166/2006 Annex II Pollutant Release and Transfer Registry, as amended", "Carbon dioxide (CAS 124-38-9)", "Regulation (EU) 2019/1021 On persistent organic pollutants (recast), as amended", "Not listed."))))
	if got, want := r.List("laws"), []string{"Minnesota Haz Subs", "Regulation (EC) No. 166/2006"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	r = read(sheet("en", section(15, lines("Notification status"), pair("US. Toxic Substances Control Act", "y (positive listing)"), pair("Canada. Canadian Environmental Protection Act (CEPA)", "y (positive listing)"))))
	if got := r.List("laws"); !slices.Equal(got, []string{"TSCA"}) {
		t.Errorf("got %q", got)
	}
}

// Shares with a label below the number, and before a column of limits.
func TestSharesOfOldForms(t *testing.T) {
	for want, ls := range map[string][]doc.Line{
		"ACETONE|67-64-1|30-30":    lines("Ingred Name:ACETONE", "CAS:67-64-1", "RTECS #:AL3150000", "Fraction by Wt: 30%", "OSHA PEL:1000PPM"),
		"TOLUAMIDE|134-62-3|25-25": lines("Hazardous Ingredients % Exposure Limit C.A.S.#", "TOLUAMIDE 25.000 NOT AVAILABLE 134-62-3 2000 mg/kg ORAL-RAT"),
	} {
		if got := parts(read(sheet("en", section(3, ls)))); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Labels that ask for the look, the form and the colour at once, and those of forms.
func TestLooksAndForms(t *testing.T) {
	for _, tt := range []struct{ label, value, state, color, odor string }{
		{"Appearance and colour", "White Liquid", "liquid", "White", ""},
		{"Appearance, physical state/colour", "Clear liquid", "liquid", "Clear", ""},
		{"General Physical Form", "Solid", "solid", "", ""},
		{"Specific Physical Form", "Aerosol", "", "", ""},
		{"Odor, Color, Grade", "Amber, sweet fruity odor", "", "Amber", "sweet fruity"},
	} {
		r := read(sheet("en", section(9, nil, pair(tt.label, tt.value))))
		if state, color, odor := r.Text("state"), r.Text("color"), r.Text("odor"); state != tt.state || color != tt.color || odor != tt.odor {
			t.Errorf("%s: %q, %q, %q", tt.label, state, color, odor)
		}
	}
}
