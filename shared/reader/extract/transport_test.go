package extract_test

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
)

// carriage is what section 14 says, as "number|name|class|group".
func carriage(r extract.Result) string {
	return strings.Join([]string{r.Text("un_number"), r.Text("shipping_name"), r.Text("transport_class"), r.Text("packing_group")}, "|")
}

// A shipping description on one line is read in both orders, behind its mode of transport.
func TestShippingDescriptions(t *testing.T) {
	for text, want := range map[string]string{
		"UN1219; ISOPROPANOL; CLASS 3; PG II":                                                                "1219|ISOPROPANOL|3|II",
		"IMDG (Ocean) Bill of Lading Description: UN1824, SODIUM HYDROXIDE SOLUTION, 8, II, RQ":              "1824|SODIUM HYDROXIDE SOLUTION|8|II",
		"Canadian TDG: Corrosive Liquid, Acidic, Inorganic n.o.s. (Phosphoric acid): Class 8, UN3264, PG II": "3264|Corrosive Liquid, Acidic, Inorganic n.o.s. (Phosphoric acid)|8|II",
		"UN1759 Corrosive solids, n.o.s. (Sodium hydroxide), Class 8, PG III":                                "1759|Corrosive solids, n.o.s. (Sodium hydroxide)|8|III",
		"IMO/IMDG (water): Aerosols, UN1950, 2.2, Limited Quantity":                                          "1950|Aerosols|2.2|",
		"UN1950, Aerosols, non-flammable, 2.2":                                                               "1950|Aerosols|2.2|",
		"Keep drums of class 3 apart":                                                                        "|||",
	} {
		if got := carriage(read(sheet("en", section(14, lines(text))))); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Modes of transport stand on rows, the labels above the columns.
func TestTransportWithModesOnRows(t *testing.T) {
	table := grid(doc.Lattice,
		[]string{"", "Shipping name", "UN\nNumber", "Hazard Class", "PG"},
		[]string{"DOT (US)", "By road:\nProper Shipping Name:\nCoating solution", "1139", "3", "II"},
		[]string{"IATA", "Proper Shipping Name:\nConsumer commodity", "ID8000", "9", ""})
	if got, want := carriage(read(sheet("en", tabled(14, nil, table)))), "1139|Coating solution|3|II"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Several modes stand before one value, below the heading that says which value.
func TestTransportWithModesBeforeTheValue(t *testing.T) {
	r := read(sheet("en", section(14, lines("14.1 UN-Number", "DOT, ADR, IMDG, IATA UN1719", "14.2 UN proper shipping name",
		"DOT, IATA Caustic alkali liquids, n.o.s. (Sodium", "hydroxide)", "ADR, IMDG 1719 CAUSTIC ALKALI LIQUID, N.O.S. (SODIUM", "HYDROXIDE)", "14.4 Packing group", "DOT, ADR, IMDG, IATA II", "14.5 Environmental hazards:"))))
	if got, want := carriage(r), "1719|CAUSTIC ALKALI LIQUID, N.O.S. (SODIUM HYDROXIDE)||II"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r = read(sheet("en", section(14, lines("UN-Number", "DOT, ADR, IMDG, IATA Void", "UN proper shipping name", "DOT, ADR, IMDG, IATA Void"))))
	if got := carriage(r); got != "not_regulated|||" {
		t.Errorf("void: %q", got)
	}
}

// The modes of transport stand in a column of their own, which the layout reads before that of their values.
func TestTransportWithModesInAColumn(t *testing.T) {
	column := func(x int, texts ...string) (all []doc.Line) {
		for i, text := range texts {
			if text != "" {
				all = append(all, line(float64(100+14*i), x, text))
			}
		}
		return all
	}
	labels := column(50, "· UN-Number", "· DOT", "· ADR, IMDG, IATA", "· UN proper shipping name", "· DOT", "· ADR", "", "· IMDG, IATA", "", "· Packing group", "· DOT", "· ADR, IMDG, IATA")
	values := column(300, "", "N/A", "UN3082", "", "N/A", "3082 ENVIRONMENTALLY HAZARDOUS", "SUBSTANCE, LIQUID, N.O.S. (Resin)", "ENVIRONMENTALLY HAZARDOUS", "SUBSTANCE, LIQUID, N.O.S. (Resin)", "", "N/A", "III")
	pairs := []doc.Pair{
		{Label: "UN-Number", Kind: doc.Below, Value: "· DOT · ADR, IMDG, IATA", LabelLines: labels[:1], ValueLines: labels[1:3]},
		{Label: "UN proper shipping name", Kind: doc.Below, Value: "· DOT · ADR · IMDG, IATA", LabelLines: labels[3:4], ValueLines: labels[4:7]},
		{Label: "Packing group", Kind: doc.Below, Value: "· DOT · ADR, IMDG, IATA", LabelLines: labels[7:8], ValueLines: labels[8:]},
	}
	if got, want := carriage(read(sheet("en", section(14, append(labels, values...), pairs...)))), "3082|ENVIRONMENTALLY HAZARDOUS SUBSTANCE, LIQUID, N.O.S. (Resin)||III"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := carriage(read(sheet("en", section(14, lines("UN number", "UN1719"), pair("UN number", "UN1719"), pair("UN proper shipping name", "Limited Quantity for packages less than 30 kg."))))); got != "1719|||" {
		t.Errorf("a remark for a name: %q", got)
	}
}

func TestNotRegulatedBySentence(t *testing.T) {
	for _, text := range []string{"Not hazardous for transportation", "No international regulations or restrictions are applicable.", "NOT CONTROLLED UNDER TDG (Canada)", "Proper name: Not DOT regulated."} {
		if got := carriage(read(sheet("en", section(14, lines(text))))); got != "not_regulated|||" {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestMarinePollutantDenied(t *testing.T) {
	r := read(sheet("en", section(14, lines("Components of this product are not designated by the Department", "to be Marine Pollutants (49 CFR 172.101, Appendix B)."))))
	if got := r.Text("marine_pollutant"); got != "false" {
		t.Errorf("got %q", got)
	}
}

// Old rules of the United States name a class by words; a name may stand before the remark that it is not regulated.
func TestClassesInWordsAndNamesNotRegulated(t *testing.T) {
	r := read(sheet("en", section(14, nil, pair("UN number", "NA1993"), pair("UN proper shipping name", "Combustible liquid, n.o.s."), pair("Transport hazard class(es)", "Combustible liquid."))))
	if got := r.Text("transport_class"); got != "Combustible liquid" {
		t.Errorf("class %q", got)
	}
	r = read(sheet("en", section(14, lines("UN proper shipping name: Cleaning Compound, not regulated."))))
	if name, number := r.Text("shipping_name"), r.Text("un_number"); name != "Cleaning Compound" || number != "not_regulated" {
		t.Errorf("name %q, number %q", name, number)
	}
}
