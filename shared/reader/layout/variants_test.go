package layout

import (
	"fmt"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// Sections numbered in unusual ways are found where their titles are known, and only there.
func TestOddlyNumberedHeadings(t *testing.T) {
	for _, c := range []struct {
		text   string
		number int
	}{
		{"------SECTION 1 - PRODUCT AND COMPANY IDENTIFICATION ------", 1},
		{"===== Section 14: Transport information =====", 14},
		{"***** 3. Hazardous ingredients *****", 3},
		{"-----SECTION 5 - NOTHING THAT IS KNOWN -----", 0},
		{"--- --- ---", 0},
		{"1.SECTION 1: IDENTIFICATION OF THE MIXTURE AND OF THE", 1},
		{"11.SECTION 11: TOXICOLOGICAL INFORMATION", 11},
		{"3.SECTION 4: FIRST AID MEASURES", 0}, // two numbers that do not agree
		{"44 First aid / Premiers soins", 4},
		{"3 3 Composition/information on ingredients // Composition", 3},
		{"11 Toxicological information", 11},
		{"45 First-aid measures", 0},
		{"55 grams of water", 0},
		{"10.0 STABILITY AND REACTIVITY", 10},
		{"2.0 mg/l in water", 0},
		{"PHYSICAL PROPERTIES - SECTION II", 9}, // the number of the form behind the title
		{"COMPONENT LIST - SECTION I", 3},
		{"Nothing that is known - Section 4", 0},
		{"SECTION #3 - PHYSICAL DATA", 9},
		{"I. PRODUCT IDENTIFICATION", 1},
		{"IV. FIRE AND EXPLOSION HAZARDS DATA", 5}, // an order of its own: the title decides
		{"XIII. REGULATORY INFORMATION", 15},
		{"VIII) Special protection information", 8},
		{"IX - SPECIAL PRECAUTIONS", 7},
		{"V. Somebody", 0},
		{"IIV. Transport information", 0},
		{"I. The product is stable and should be kept dry.", 0},
		{"Section 111 -- PHYSICAL DATA", 9},
		{"Section IT HAZARDOUS INGREDIENTS", 3},
		{"Sectlon VII -- SPILL OR LEAK PROCEDURES", 6},
		{"Section V I REACTIVITY DATA", 10},
		{"Section 19 of the law", 0},
		{"3Composition/information on ingredients", 3},
		{"2Composition/Data on components:", 3},
		{"1Identification of the substance/mixture and of the firm", 1},
		{"3Muscle relaxants", 0},
		{"2. HAZARDOUS INGREDIENTS OF THE MATERIAL", 3}, // the title decides in capital letters
		{"3. PHYSICAL DATA FOR THE PRODUCT", 9},
		{"3. Physical data, as far as they are known to the maker", 0},
		{"Section III – Physical", 9},
		{"Section 7 - Notes on transport and reactivity", 0}, // of two sections
		{"see section 8 Exposure controls", 0},
		{"SECTION 1: Identification of the substance/mixture and of the company/undertaking 1.", 1},
		{"SECTION 2 HAZARDOUS INGREDIENTS AND EXPOSURE LIMITS", 3},
	} {
		h, ok := parse(fold.Line(c.text), false)
		if ok = ok && h.weight >= strong; ok != (c.number > 0) || ok && h.number != c.number {
			t.Errorf("%q: %v %+v, want section %d", c.text, ok, h, c.number)
		}
		if ok && strings.ContainsAny(h.title, "=-*0123456789") {
			t.Errorf("%q: title %q", c.text, h.title)
		}
	}
}

// Sheets with sections numbered in such a way are recognised as sheets; a letter with
// points numbered like this is not.
func TestSheetsWithOddlyNumberedSections(t *testing.T) {
	old := []string{
		"PRODUCT IDENTIFICATION", "HAZARDOUS INGREDIENTS", "PHYSICAL DATA", "FIRE AND EXPLOSION HAZARD DATA", "HEALTH HAZARD INFORMATION", "REACTIVITY DATA",
		"SPILL OR LEAK PROCEDURES", "SPECIAL PROTECTION INFORMATION", "SPECIAL PRECAUTIONS",
	}
	roman := []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	for name, c := range map[string]struct {
		heading func(i int, title string) string
		want    int
	}{
		"roman":   {func(i int, title string) string { return roman[i] + ". " + title }, 9},
		"decimal": {func(i int, title string) string { return fmt.Sprintf("%d.0 %s", i+1, title) }, 9},
		"fenced":  {func(i int, title string) string { return fmt.Sprintf("------SECTION %d - %s ------", i+1, title) }, 9},
		"roman points of a letter": {func(i int, title string) string {
			return roman[i] + ". " + []string{"Dear Sir", "Price", "Delivery", "Payment", "Law", "Place", "Time", "Notice", "End"}[i]
		}, 0},
	} {
		var rows []string
		for i, title := range old {
			rows = append(rows, c.heading(i, title), "What is to be said of it stands here, on one line.")
		}
		d := Build([]doc.Page{page(1, rows...)}, doc.Info{})
		if d.IsSheet != (c.want > 0) || len(d.Numbers()) != c.want {
			t.Errorf("%s: sheet %v, sections %v", name, d.IsSheet, d.Numbers())
		}
	}
}

// Two columns are recognised by the headings in both, however they are numbered.
func TestTwoColumnsWithDoubledNumbers(t *testing.T) {
	p := doc.Page{Number: 1, Width: 842, Height: 595}
	left, right := 0, 0
	put := func(x float64, n *int, text string) {
		p.Words = append(p.Words, words(1, x, 60+14*float64(*n), text)...)
		*n++
	}
	for i := range 4 {
		for _, c := range []struct {
			x float64
			n *int
			k int
		}{{20, &left, i}, {450, &right, i + 4}} {
			title := []string{
				"IDENTIFICATION OF THE MIXTURE AND OF THE COMPANY", "HAZARDS IDENTIFICATION", "COMPOSITION/INFORMATION ON INGREDIENTS", "FIRST AID MEASURES",
				"FIRE FIGHTING MEASURES", "ACCIDENTAL RELEASE MEASURES", "HANDLING AND STORAGE", "EXPOSURE CONTROLS/PERSONAL PROTECTION",
			}[c.k]
			put(c.x, c.n, fmt.Sprintf("%d.SECTION %d: %s", c.k+1, c.k+1, title))
			put(c.x, c.n, fmt.Sprintf("%d.1. Subject: some words on it", c.k+1))
			put(c.x, c.n, "and one more line.")
		}
	}
	d := Build([]doc.Page{p}, doc.Info{})
	if !d.IsSheet || len(d.Numbers()) != 8 {
		t.Fatalf("sheet %v, sections %v", d.IsSheet, d.Numbers())
	}
	for _, s := range d.Sections {
		if s.Number > 0 && len(s.Lines) != 2 {
			t.Errorf("section %d: %d lines", s.Number, len(s.Lines))
		}
	}
}

// A title on two lines beside an address identifies the sheet.
func TestANameOnTwoLines(t *testing.T) {
	rows := []string{
		"MATERIAL SAFETY|Sample Engineering, Inc.|PHONE:", "DATA SHEET|1 Example Road|555-0100", "INGREDIENTS", "Xylene 1330-20-7 34", "PHYSICAL DATA", "BOILING POINT: 185 F",
		"FIRE AND EXPLOSION DATA", "FLASH POINT: 70 F", "REACTIVITY", "STABLE", "HEALTH HAZARD DATA", "EYE CONTACT: irritation",
	}
	if d := Build([]doc.Page{page(1, rows...)}, doc.Info{}); !d.IsSheet {
		t.Errorf("no sheet: %v", d.Numbers())
	}
	rows[0], rows[1] = "MATERIAL LIST|Sample Engineering, Inc.|PHONE:", "DATA SHEET|1 Example Road|555-0100"
	if d := Build([]doc.Page{page(1, rows...)}, doc.Info{}); d.IsSheet {
		t.Errorf("any data sheet is one: %v", d.Numbers())
	}
}
