package extract

import (
	"math"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/fold"
)

// pictograms reads those named in the text, and drawn ones by their shape.
func (s *sheet) pictograms(list []item, lines []doc.Line) {
	found := map[string]bool{}
	var raw []string
	var source []doc.Line
	for _, it := range first(list, "pictograms") {
		if len(it.value) > 200 {
			continue
		}
		for _, p := range ghs.PictogramsIn(it.value) {
			found[p] = true
		}
		raw = append(raw, it.value)
		source = append(source, it.lines...)
	}
	for _, l := range lines {
		if t := fold.Squeezed(l.Text); strings.Contains(t, "ghs0") {
			for _, p := range ghs.PictogramsIn(onlyCodes(t)) {
				found[p] = true
			}
			source = append(source, l)
		}
	}
	rule, sources := "names", doc.SourcesOf(source)
	for _, p := range s.drawn() {
		found[p.code] = true
		rule = "drawings"
		sources = append(sources, doc.Source{Page: p.page, Boxes: []doc.Box{p.box}})
	}
	var codes []string
	for _, p := range ghs.Pictograms() {
		if found[p.Code] {
			codes = append(codes, p.Code)
		}
	}
	s.add(Value{Section: 2, Key: "pictograms", Row: NoRow, Kind: Codes, List: codes, Raw: strings.Join(raw, " "), Source: sources, Extractor: rule, Confidence: 0.9})
}

type drawing struct {
	code string
	page int
	box  doc.Box
}

// drawn finds the pictograms among the pictures in section 2.
func (s *sheet) drawn() []drawing {
	var out []drawing
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		if sec.Number != 2 || sec.Heading == nil {
			continue
		}
		var after *doc.Line
		if i+1 < len(s.d.Sections) {
			after = s.d.Sections[i+1].Heading
		}
		for _, p := range s.d.Pages {
			if p.Number < sec.Heading.Page || p.Number > max(sec.Last, sec.First) && (after == nil || p.Number > after.Page) {
				continue
			}
			edge := s.secondColumn(p.Number)
			for _, img := range p.Images {
				at := readingPlace(img.Box, edge)
				if img.Thumb == nil || p.Number == sec.Heading.Page && at < placeOf(*sec.Heading) || after != nil && p.Number == after.Page && at > placeOf(*after) {
					continue
				}
				if code, _ := ghs.MatchSymbol(img.Thumb, doc.ThumbSide); code != "" {
					out = append(out, drawing{code, p.Number, img.Box})
				}
			}
		}
	}
	return out
}

// secondColumn is the left edge of a page's second column, infinity if it has one column
// only.
func (s *sheet) secondColumn(page int) float64 {
	edge := math.Inf(1)
	for _, l := range s.d.Lines {
		if l.Page == page && l.Col == 1 {
			edge = min(edge, l.X0)
		}
	}
	return edge
}

// columnHeight is greater than the height of any page.
const columnHeight = 1e6

// readingPlace grows along a page as it is read.
func readingPlace(b doc.Box, secondColumn float64) float64 {
	if b.CX() > secondColumn {
		return columnHeight + b.CY()
	}
	return b.CY()
}

func placeOf(l doc.Line) float64 { return columnHeight*float64(l.Col) + l.Y0 }

// onlyCodes keeps the codes GHS01 to GHS09 of a squeezed text.
func onlyCodes(t string) string {
	var b strings.Builder
	for {
		i := strings.Index(t, "ghs0")
		if i < 0 || len(t) < i+5 {
			return b.String()
		}
		b.WriteString(t[i : i+5])
		b.WriteByte(' ')
		t = t[i+5:]
	}
}
