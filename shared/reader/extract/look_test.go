package extract_test

import (
	"testing"

	"anzen/shared/reader/doc"
)

// Colour and odour in one phrase are separated, in any order.
func TestColourAndOdourInOnePhrase(t *testing.T) {
	for _, c := range []struct{ text, color, odor string }{
		{"Clear, yellow liquid with mild hydrocarbon odor.", "Clear, yellow", "mild hydrocarbon"},
		{"Clear Blue Liquid - Mild Odor", "Clear Blue", "Mild"},
		{"Clear dark red liquid with characteristic glycol ether odor.", "Clear dark red", "characteristic glycol ether"},
		{"Slightly reddish liquid with a refreshing odor.", "Slightly reddish", "refreshing"},
		{"DARK BROWN LIQUID WITH PRACTICALLY NO ODOR", "DARK BROWN", "PRACTICALLY NO ODOR"},
		{"Colorless liquid, mild odor", "Colorless", "mild"},
		{"White powder faint odour", "White", "faint"},
		{"Faint odor, white powder", "white", "Faint"},
		{"Clear liquid with orange odor", "Clear", "orange"},
		{"Amber liquid; no odor", "Amber", "no odor"},
		{"Sweet odor. Sour odor. Red gel.", "Red", "Sweet"},
		{" odor", "", ""},
		{"Red liquid odor", "Red", ""},
		{"Red liquid odor faint odor", "Red", "faint"},
		{"Red odor", "", "Red"},
		{"Green paste", "Green", ""},
		{"Cylindrical shape, odorless", "", "odorless"},
	} {
		r := read(sheet("en", section(9, nil, pair("Appearance and Odor", c.text), pair("Flash point", "4 C"), pair("Boiling point", "80 C"))))
		if color, odor := r.Text("color"), r.Text("odor"); color != c.color || odor != c.odor {
			t.Errorf("%q: colour %q, odour %q, want %q and %q", c.text, color, odor, c.color, c.odor)
		}
	}
}

// No order of colour, form and odour makes the reader panic.
func TestEveryOrderOfColourAndOdour(t *testing.T) {
	words := []string{"red", "liquid", "odor", "with", "mild", ". ", ", ", "無色", "臭い", "colour", "no"}
	var try func(text string, left int)
	try = func(text string, left int) {
		for _, label := range []string{"Appearance and odor", "外観・臭い"} {
			read(&doc.Document{Language: "en", IsSheet: true, Sections: []doc.Section{section(9, nil, pair(label, text), pair("pH", "7"), pair("Flash point", "4 C"))}})
		}
		if left == 0 {
			return
		}
		for _, w := range words {
			try(text+" "+w, left-1)
		}
	}
	try("", 3)
}

// A colour ends before the form, and what is said of it; a paste is "pasty", and old forms tell the appearance beside the name.
func TestColoursBeforeForms(t *testing.T) {
	wantTexts(t, "color", map[string]string{
		"Orange, Translucent Dry Granules, Pellets, and Crystalline Solid": "Orange, Translucent",
		"Clear/ White Crystals with speckled darker crystals":              "Clear/ White",
		"colourless, clear liquid":                                         "colourless, clear",
		"Off-white capsules":                                               "Off-white",
	}, func(value string) *doc.Document {
		return sheet("en", section(9, nil, pair("Appearance", value), pair("pH", "7")))
	})
	r := read(sheet("en", section(9, nil, pair("Appearance", "Clear liquid"), pair("pH", "Neutral (pH7)"), pair("Solidification / Setting point", "2.4 °C"))))
	if acid, melts := r.Get("ph"), r.Get("melting_point"); r.Text("color") != "Clear" || acid == nil || acid.Quantity.Low != 7 || melts == nil || melts.Quantity.Low != 2.4 {
		t.Errorf("clear, neutral and setting: %q, %v, %v", r.Text("color"), acid, melts)
	}
	r = read(sheet("en", section(9, nil, pair("Form", "Pasty"), pair("pH", "7"))))
	if r.Text("state") != "liquid" {
		t.Errorf("pasty: %q", r.Text("state"))
	}
	r = read(sheet("en", section(1, nil, pair("Trade name", "Brightol"), pair("Product Appearance and Odor", "Clear, water-white liquid; petroleum odor.")), section(9, nil, pair("Boiling Range", "235-286O (F)"), pair("Vapor pressure", "5 mmHg"))))
	if r.Text("state") != "liquid" || r.Text("color") != "Clear, water-white" || r.Text("odor") != "petroleum" || r.Get("boiling_point").Quantity.Unit != "F" {
		t.Errorf("beside the name: %q, %q, %q, %v", r.Text("state"), r.Text("color"), r.Text("odor"), r.Get("boiling_point").Quantity)
	}
	r = read(sheet("en", section(9, nil, pair("Boiling Point (deg F/C)", "208° (97.7°C)"), pair("pH", "7"))))
	if q := r.Get("boiling_point"); q == nil || q.Quantity.Low != 208 || q.Quantity.Unit != "F" {
		t.Errorf("by the label's first unit: %v", q)
	}
}
