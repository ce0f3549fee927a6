package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// blocked are the sections whose text is kept as blocks: the title of a sub-item with the
// text under it.
var blocked = map[int]bool{4: true, 5: true, 6: true, 7: true, 8: true, 9: true, 10: true, 11: true, 12: true, 13: true, 14: true, 15: true, 16: true}

// fielded are the sections with fields of their own: only text without a field is kept as
// blocks.
var fielded = map[int]bool{8: true, 9: true, 14: true}

// keptAsText are labels of such sections that have no field.
var keptAsText = map[string]bool{"": true, "other": true, "engineering": true, "ppe": true, "evaporation": true, "bulk_density": true, "flammability": true, "pour_point": true, "odor_threshold": true, "appearance": true, "solubility_other": true, "environmental": true}

// blocks keeps the text of the descriptive sections, a row a sub-item.
func (s *sheet) blocks() {
	row := map[int]int{}
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		if !blocked[sec.Number] {
			continue
		}
		for _, b := range blocksOf(sec, s.parts) {
			if noData(b.text) && b.title == "" {
				continue
			}
			s.add(Value{
				Section: sec.Number, Key: "text", Row: row[sec.Number], Kind: Text, Title: b.title, Text: b.text, Raw: b.text,
				Source: doc.SourcesOf(b.lines), Extractor: "sub-item", Confidence: 0.8,
			})
			row[sec.Number]++
		}
	}
}

// noFlash reports whether a value states in words that there is no flash point: 引火せず.
func noFlash(p doc.Pair) bool {
	return labelKey(9, p.Label) == "flash_point" && flashless.MatchString(fold.Printed(p.Value))
}

var flashless = pattern.MustCompile(`(?i)^[ (]*(?:なし|無し)[ ).。]*$|引火(?:点|性)?(?:は|が)?(?:なし|無し|ない|せず|しない|しません)|不燃|燃焼しない|no flash|non-? ?(?:flammable|combustible)|not (?:flammable|combustible)|does not (?:burn|flash)`)

type block struct {
	title, text string
	lines       []doc.Line
}

// blocksOf cuts a section at the labels that the layout found; the text before the first
// one is a block without a title. Tables with headings are texts of their own; parts are the
// names of the ingredients.
func blocksOf(sec *doc.Section, parts []string) []block {
	if tabled[sec.Number] {
		if tables := headedTables(sec, parts); len(tables) > 0 {
			return blocksWithTables(sec, tables)
		}
	}
	var out []block
	covered := map[int][]doc.Box{} // by page
	for _, p := range sec.Pairs {
		text := strings.TrimSpace(fold.Printed(p.Value))
		if fielded[sec.Number] && (!keptAsText[labelKey(sec.Number, p.Label)] && !(sec.Number == 9 && noFlash(p)) || len(airborne(text)) > 0 || labelKey(3, p.Label) == "name") {
			text = ""
		}
		for _, lines := range [][]doc.Line{p.LabelLines, p.ValueLines} {
			for _, l := range lines {
				covered[l.Page] = append(covered[l.Page], l.Box)
			}
		}
		if text != "" {
			out = append(out, block{strings.TrimSpace(fold.Printed(p.Label)), text, p.ValueLines})
		}
	}
	var loose []doc.Line
	for _, l := range sec.Lines {
		if !holds(covered[l.Page], l.Box) {
			loose = append(loose, l)
		}
	}
	if text := strings.TrimSpace(fold.Printed(doc.Join(loose))); text != "" && !fielded[sec.Number] {
		out = append([]block{{"", text, loose}}, out...)
	}
	return out
}

// holds reports whether a line is inside one of the boxes of the pairs.
func holds(covered []doc.Box, b doc.Box) bool {
	for _, c := range covered {
		if b.OverlapY(c) > 0.5*min(b.H(), c.H()) && b.OverlapX(c) > 0.3*min(b.W(), c.W()) {
			return true
		}
	}
	return false
}
