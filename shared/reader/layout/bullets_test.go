package layout

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// Items begin with bullets, some with a colon, some as a known label before its value, some above their text.
func TestItemsWithBullets(t *testing.T) {
	for _, mark := range []string{"·", "•", "\uf0b7"} {
		rows := []string{
			"Safety data sheet", "1 Identification", "* Trade name: Brightol", "2 Hazard(s) identification", "* Signal word Danger", "3 Composition/information on ingredients",
			"4 First-aid measures",
			"* After inhalation:", "Supply fresh air.",
			"* After skin contact Wash with water.",
			"* After swallowing: Rinse mouth.",
			"* Most important symptoms and effects, both acute and delayed", "Headache of those who have breathed its vapours for a long time.",
			"* Indication of any immediate medical attention and special treatment needed:", "Treat by symptoms.",
			"5 Fire-fighting measures",
			"* Suitable extinguishing agents: Foam.",
			"* For the crew", "Wear a mask, boots and the heavy suit of the brigade at all times.",
			"* Protective equipment: Mask.",
			"6 Accidental release measures", "* Environmental precautions: None.",
			"7 Handling and storage", "* Information for safe handling: None.",
			"8 Exposure controls/personal protection", "* Hand protection: Gloves", "9 Physical and chemical properties", "* Flash point: 21 °C",
		}
		p := page(1, rows...)
		for i := range p.Words {
			w := &p.Words[i]
			if w.Text == "*" {
				w.Text = mark
			} else if i > 0 && w.X0 == 50 && !strings.Contains("123456789Safety", w.Text) {
				for j := i; j < len(p.Words) && p.Words[j].Y0 == w.Y0; j++ { // the text below an item begins behind its bullet
					p.Words[j].X0, p.Words[j].X1 = p.Words[j].X0+8, p.Words[j].X1+8
				}
			}
		}
		d := Build([]doc.Page{p}, doc.Info{})
		want(t, pairsOf(t, d.Section(4)),
			"After inhalation", "Supply fresh air.", "After skin contact", "Wash with water.", "After swallowing", "Rinse mouth.",
			"Most important symptoms and effects, both acute and delayed", "Headache of those who have breathed its vapours for a long time.",
			"Indication of any immediate medical attention and special treatment needed", "Treat by symptoms.")
		want(t, pairsOf(t, d.Section(5)), "Suitable extinguishing agents", "Foam.", "For the crew", "Wear a mask, boots and the heavy suit of the brigade at all times.", "Protective equipment", "Mask.")
	}
}

// A sentence of a list that goes on in the next line is no label, and two lists side by side are no labels with values.
func TestListsWithBulletsAreNoLabels(t *testing.T) {
	d := Build([]doc.Page{page(1,
		"Safety data sheet", "1 Identification", "Trade name: Brightol", "2 Hazard(s) identification", "3 Composition/information on ingredients", "4 First-aid measures",
		"· Eyes: rinse",
		"· Wash all hands and arms that have touched it before you eat", "  or smoke",
		"· Keep it cold|· Garder au froid",
		"5 Fire-fighting measures", "Foam", "6 Accidental release measures", "7 Handling and storage", "8 Exposure controls/personal protection")}, doc.Info{})
	pairs := pairsOf(t, d.Section(4))
	if len(pairs) != 1 || !strings.HasPrefix(pairs["Eyes"], "rinse") {
		t.Errorf("%q", pairs)
	}
}

// A known label that is wider than the column of labels ends the columns: what stands below it is its value.
func TestAWideLabelBelowColumns(t *testing.T) {
	p := page(1, "Safety data sheet", "1 Identification", "Trade name: Brightol", "2 Hazard(s) identification", "3 Composition/information on ingredients", "4 First-aid measures",
		"Inhalation|Supply fresh air.", "Skin contact|Wash with water.", "Ingestion|Rinse mouth.",
		"4.3 Indication of any immediate medical attention and special treatment needed", "Treat by symptoms.",
		"5 Fire-fighting measures", "Foam", "6 Accidental release measures", "7 Handling and storage", "8 Exposure controls/personal protection")
	want(t, pairsOf(t, Build([]doc.Page{p}, doc.Info{}).Section(4)), "Ingestion", "Rinse mouth.", "Indication of any immediate medical attention and special treatment needed", "Treat by symptoms.")
}
