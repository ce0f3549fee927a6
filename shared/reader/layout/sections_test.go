package layout

import (
	"fmt"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// sixteen are the lines of a sheet whose last section continues with more.
func sixteen(more ...string) (rows []string) {
	for i, title := range []string{
		"Identification", "Hazards identification", "Composition/information on ingredients", "First-aid measures", "Fire-fighting measures", "Accidental release measures",
		"Handling and storage", "Exposure controls/personal protection", "Physical and chemical properties", "Stability and reactivity", "Toxicological information",
		"Ecological information", "Disposal considerations", "Transport information", "Regulatory information", "Other information",
	} {
		rows = append(rows, fmt.Sprintf("%d. %s", i+1, title), fmt.Sprintf("What is to be said of it stands here, and ends with %d.", i+1))
	}
	return append(rows, more...)
}

// References to sections in section 16 are no second sheet, and belong to section 16.
func TestReferencesToSectionsAreNoSecondSheet(t *testing.T) {
	for name, more := range map[string][]string{
		"revised sections below each other":      {"The following sections were revised:", "1. Identification", "2. Hazards identification", "9. Physical and chemical properties", "16. Other information", "End of the sheet."},
		"two of them":                            {"1. Identification", "9. Physical and chemical properties"},
		"one that has a word to be said of it":   {"1. Identification", "The telephone number was changed.", "End of the sheet."},
		"three with a word to be said of each":   {"1. Identification", "The telephone number was changed.", "2. Hazards identification", "A class was added.", "9. Physical and chemical properties", "The flash point was changed."},
		"one that has not been a heading before": {"1. Identification", "17. Annex", "16. Other information"},
	} {
		for _, split := range []int{0, 20, 30, 31, 34} {
			rows := sixteen(more...)
			d := Build([]doc.Page{page(1, rows[:split]...), page(2, rows[split:]...)}, doc.Info{})
			if len(d.Sheets) != 1 || len(d.Sections) != 17 || !d.IsSheet {
				t.Errorf("%s, cut at %d: sheets %v, %d sections", name, split, d.Sheets, len(d.Sections))
				continue
			}
			lines := 0
			for _, s := range d.Sections {
				lines += len(s.Lines)
				if s.Number < 16 && s.Number > 0 && (len(s.Lines) != 1 || !strings.HasSuffix(s.Lines[0].Text, fmt.Sprintf("with %d.", s.Number))) {
					t.Errorf("%s, cut at %d: section %d is %v", name, split, s.Number, s.Lines)
				}
			}
			if lines+16 != len(rows) {
				t.Errorf("%s, cut at %d: %d of %d lines are kept", name, split, lines+16, len(rows))
			}
		}
	}
}

// The text of the first sheet stays there, wherever the second begins.
func TestSecondSheetBeginsAtItsHeadings(t *testing.T) {
	for name, c := range map[string]struct {
		first, second []string
		between       string
	}{
		"on a new page":                             {sixteen("End."), sixteen(), "page"},
		"on a new page, with a title":               {sixteen("End."), append([]string{"SAFETY DATA SHEET", "Some product"}, sixteen()...), "page"},
		"right behind the last heading":             {sixteen()[:31], sixteen(), ""},
		"right behind the last heading, new page":   {sixteen()[:31], sixteen(), "page"},
		"on the same page":                          {sixteen("End."), append([]string{"SAFETY DATA SHEET", "Some product"}, sixteen()...), ""},
		"after a list of sections":                  {sixteen("1. Identification", "2. Hazards identification"), sixteen(), "page"},
		"both with lists of sections at their ends": {sixteen("1. Identification", "2. Hazards identification"), sixteen("1. Identification", "9. Physical and chemical properties"), ""},
	} {
		pages := []doc.Page{page(1, append(append([]string{}, c.first...), c.second...)...)}
		if c.between == "page" {
			pages = []doc.Page{page(1, c.first...), page(2, c.second...)}
		}
		d := Build(pages, doc.Info{})
		if len(d.Sheets) != 2 || len(d.Sheets[1].Sections) != 16 || len(d.Sections) != 17 {
			t.Errorf("%s: sheets %v, %d sections", name, d.Sheets, len(d.Sections))
			continue
		}
		if s := d.Sections[15]; s.Number != 15 || len(s.Lines) != 1 {
			t.Errorf("%s: section 15 is %v", name, s.Lines)
		}
		if s := d.Sections[16]; s.Number != 16 || len(s.Lines) != max(0, len(c.first)-31) {
			t.Errorf("%s: section 16 is %v", name, s.Lines)
		}
	}
}

// The number of a recognised heading may be read as one that no section has: its title tells the section.
func TestMisreadNumbersOfHeadings(t *testing.T) {
	for text, want := range map[string]int{"19【安定性及び反応性】": 10, "l0. 安定性及び反応性": 10, "3O 危険有害性の要約": 2, "19% 安定性及び反応性": 0, "19 安定性及び反応性は高い": 0, "1990 安定性及び反応性": 0} {
		l := doc.Line{Text: text, Words: []doc.Word{{Text: text, OCR: true}}}
		if h, ok := headingOf(l); h.number != want || ok != (want > 0) {
			t.Errorf("%q recognised: section %d, %t; want %d", text, h.number, ok, want)
		}
		l.Words[0].OCR = false
		if h, _ := headingOf(l); h.weight >= strong {
			t.Errorf("%q printed is the heading of section %d", text, h.number)
		}
	}
}
