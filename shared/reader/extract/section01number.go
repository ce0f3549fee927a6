package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// edition is the country and language of a sheet behind its number: "F-01711 (US_EN)".
var edition = pattern.MustCompile(`^ \([A-Z]{2}[_\-][A-Z]{2}\)`)

var sheetNumberRE = pattern.MustCompile(`(?i)(?:M?SDS[ ]?(?:整理番号|管理番号|番号|No\.?|number|# ?|ID|code)|安全データシート番号|Sheet No\.?|Safety Data Sheet (?:No\.?|number|#))[ ]*[:.]?[ ]*([A-Z0-9][A-Z0-9\-./]*)`)

// sheetNumber reads the number of the sheet itself, also from headers and footers.
func (s *sheet) sheetNumber(list []item) bool {
	for _, it := range first(list, "sds_number") {
		v := pagesBehind.ReplaceAllString(cutAtLabel(cleaned(it.value)), "")
		if i := strings.IndexByte(v, ' '); i > 0 && strings.IndexFunc(v[:i], isDigitRune) >= 0 {
			v = v[:i] + edition.FindString(v[i:])
		}
		v = strings.TrimRight(v, ",;")
		if v == "" || noData(v) || strings.IndexFunc(v, isDigitRune) < 0 && it.section == 0 && !codeToo(list, v) {
			continue
		}
		s.text(it, "sds_number", asPrinted(v, it.lines), "label", 0.85)
		return true
	}
	lines := append(s.allLines(0, 1), append(append([]doc.Line{}, s.d.Headers...), s.d.Footers...)...)
	if one := s.d.Section(1); one != nil && one.Heading != nil {
		lines = append(lines, *one.Heading)
	}
	for _, l := range lines {
		m := sheetNumberRE.FindStringSubmatch(fold.Printed(l.Text))
		if m == nil || strings.IndexFunc(m[1], isDigitRune) < 0 {
			continue
		}
		s.text(item{section: 1, value: l.Text, lines: []doc.Line{l}}, "sds_number", m[1], "named number", 0.75)
		return true
	}
	// Some sheets have it among the dates at their end, on a line of its own.
	for _, l := range s.allLines(16) {
		text := fold.Printed(l.Text)
		if m := sheetNumberRE.FindStringSubmatch(text); m != nil && m[0] == text && strings.IndexFunc(m[1], isDigitRune) >= 0 {
			s.text(item{section: 16, value: l.Text, lines: []doc.Line{l}}, "sds_number", m[1], "named number", 0.75)
			return true
		}
	}
	return false
}

// pagesBehind is the number of pages behind the number of a sheet.
var pagesBehind = pattern.MustCompile(`(?i) (?:total )?pages?\b.*$`)

// codeToo reports whether a sheet's number without figures is the product's code too.
func codeToo(list []item, number string) bool {
	return slices.ContainsFunc(first(list, "product_codes"), func(it item) bool { return strings.EqualFold(it.value, number) })
}
