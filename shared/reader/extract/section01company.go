package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// supplierInAddress takes the first line of an address as the supplier, where the sheet labels no company.
func (s *sheet) supplierInAddress(list []item) bool {
	for _, it := range first(list, "supplier_address") {
		if len(it.lines) < 2 || it.section > 1 {
			continue
		}
		name := ownPart(companyOf(it.lines[0].Text))
		next := fold.Printed(it.lines[1].Text)
		if strings.ContainsAny(name, "0123456789") || !namesCompany(name) || !street.MatchString(next) {
			continue
		}
		s.add(Value{Section: it.section, Key: "supplier_name", Row: NoRow, Text: name, Raw: it.value, Source: doc.SourcesOf(it.lines[:1]), Extractor: "in the address", Confidence: 0.6})
		return true
	}
	return false
}

// supplierAboveAddress takes the line right above the sheet's first address as the supplier, of several the first.
func (s *sheet) supplierAboveAddress() bool {
	lines := append(s.allLines(0), s.allLines(1)...)
	for i := 0; i+1 < len(lines); i++ {
		if !street.MatchString(segments(lines[i+1])[0].text) {
			continue
		}
		at := -1
		for k := i; k >= 0 && namedAbove(lines[k], lines[k+1]); k-- {
			at = k
		}
		if at < 0 {
			continue
		}
		text := ownPart(cleaned(segments(lines[at])[0].text))
		s.text(item{section: 1, value: lines[at].Text, lines: lines[at : at+1]}, "supplier_name", text, "above an address", 0.5)
		return true
	}
	return false
}

// namedAbove reports whether a line may name a company and stands right above another in its column.
func namedAbove(l, below doc.Line) bool {
	name, next := segments(l)[0], segments(below)[0]
	text := ownPart(cleaned(name.text))
	key, _, _ := splitLabel(1, text)
	return l.Page == below.Page && next.box.OverlapX(name.box) > 0 && next.box.Y0-name.box.Y1 < name.box.H() && key == "" && len(text) > 2 && len(text) < 45 &&
		namesCompany(text) && !speaksOfSheet.MatchString(text) && !strings.ContainsAny(text, ":@0123456789")
}
