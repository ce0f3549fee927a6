package extract

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// marginItems are the sheet's numbers in headers and footers.
func (s *sheet) marginItems() []item {
	var out []item
	add := func(it item) {
		if (it.key == "sds_number" || it.key == "control_number") && it.value != "" && len(it.value) < 60 {
			out = append(out, it)
		}
	}
	for _, p := range s.d.MarginPairs {
		add(item{section: 1, key: labels()[1][squeezeLabel(p.Label)], label: p.Label, value: fold.Printed(p.Value), lines: p.ValueLines, kind: p.Kind, at: -1})
	}
	for _, l := range append(append([]doc.Line{}, s.d.Headers...), s.d.Footers...) {
		for _, g := range segments(l) {
			key, label, rest := splitLabel(1, g.text)
			if i := strings.IndexByte(rest, ' '); i > 0 {
				rest = rest[:i]
			}
			add(item{section: 1, key: key, label: label, value: rest, lines: []doc.Line{l}, kind: doc.Colon, at: -1})
		}
	}
	return out
}

var codeSeparators = regexp.MustCompile(`[,、;]|[ ]{1,}(?:and|or)[ ]|及び|または`)

func (s *sheet) codes(list []item) {
	sds := s.sheetNumber(list)
	codes := first(list, "product_codes")
	control := first(list, "control_number")
	// A sheet may print several labels of codes: product code and SKU, item and order number.
	var all []string
	var from item
	for _, it := range append(codes, s.codesAmongNames()...) {
		for _, code := range splitCodes(cutAtLabel(it.value)) {
			if slices.ContainsFunc(all, func(known string) bool { return strings.EqualFold(known, code) }) {
				continue
			}
			if len(all) == 0 {
				from = it
			} else if !slices.ContainsFunc(from.lines, func(l doc.Line) bool { return len(it.lines) > 0 && l.Text == it.lines[0].Text }) {
				from.lines, from.value = slices.Concat(from.lines, it.lines), from.value+"; "+it.value
			}
			all = append(all, code)
		}
	}
	if len(all) > 0 {
		s.setCodes(from, all, 0.85)
	}
	for _, it := range control {
		got := splitCodes(cutAtLabel(it.value))
		if len(got) == 0 {
			continue
		}
		if s.out.Get("product_codes") == nil {
			s.setCodes(it, got, 0.7)
		} else if !sds {
			s.text(it, "sds_number", got[0], "control number", 0.7)
		}
		break
	}
}

// otherNames is the label of a product's other names.
var otherNames = regexp.MustCompile(`(?i)^(?:synonyms?|other names?)(?: ?\(s\))? ?:? ?`)

// codesAmongNames are the codes that stand with their label among the product's other names.
func (s *sheet) codesAmongNames() (out []item) {
	for _, l := range s.allLines(0, 1) {
		text := cleaned(fold.Printed(l.Text))
		label := otherNames.FindString(text)
		if value := text[len(label):]; label != "" && codeLabel.MatchString(value) {
			out = append(out, item{section: 1, value: value, lines: []doc.Line{l}})
		}
	}
	return out
}

func (s *sheet) setCodes(it item, codes []string, confidence float64) {
	s.add(Value{Section: it.section, Key: "product_codes", Row: NoRow, Kind: Codes, List: codes, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "label", Confidence: confidence})
}

// packaging is the size of a pack after its code: "4571-0012(18kg)", "DS-37-20L 20Lポリ容器".
var packaging = regexp.MustCompile(`(?i)\([^()]*[0-9] ?(?:kg|g|mg|l|ml|m3|t|缶|本)[^()]*\)|(?:^| )[0-9.,]+ ?(?:kg|g|l|ml|m3|t|oz|gal)\b[^ ,、/;]*`)

// codeLabel is a label of codes within the value of another one: "Part #151", "Item No. 4711".
var codeLabel = regexp.MustCompile(`(?i)^(?:part|item|product|stock|cat(?:alogu?e?|\.)?|sku)s? ?(?:codes?|no(?:\.|s\.?)?|numbers?|#)(?: ?\(s\))?[ ]?[:#]? ?`)

// splitCodes parses a list of product codes.
func splitCodes(value string) []string {
	value = cleaned(packaging.ReplaceAllString(fold.Printed(value), " "))
	if noData(value) || len(value) > 400 {
		return nil
	}
	parts := codeSeparators.Split(value, -1)
	if len(parts) == 1 {
		words := strings.Fields(value)
		all := len(words) > 1
		for _, w := range words {
			all = all && len(w) >= 5 && strings.IndexFunc(w, isDigitRune) >= 0
		}
		if all {
			parts = words
		}
	}
	var out []string
	for _, p := range parts {
		p = strings.TrimLeft(strings.TrimSpace(codeLabel.ReplaceAllString(strings.TrimSpace(p), "")), "# ")
		if p == "" || noData(p) || sentenceWords(p) || strings.IndexFunc(p, func(r rune) bool { return isDigitRune(r) || r >= 'A' && r <= 'Z' }) < 0 {
			continue
		}
		out = append(out, p)
	}
	return out
}

// sentenceWords reports words in the place of a code.
func sentenceWords(p string) bool {
	return len(p) > 60 || len(strings.Fields(p)) > 4 && !strings.ContainsAny(p, "0123456789") || strings.HasPrefix(strings.ToLower(p), "no other")
}

func isDigitRune(r rune) bool { return r >= '0' && r <= '9' }

var sheetNumberRE = regexp.MustCompile(`(?i)(?:M?SDS[ ]?(?:整理番号|管理番号|番号|No\.?|number|#|ID|code)|安全データシート番号|Sheet No\.?|Safety Data Sheet (?:No\.?|number))[ ]*[:.]?[ ]*([A-Z0-9][A-Z0-9\-./]*)`)

// sheetNumber reads the number of the sheet itself, also from headers and footers.
func (s *sheet) sheetNumber(list []item) bool {
	for _, it := range first(list, "sds_number") {
		v := cutAtLabel(cleaned(it.value))
		if i := strings.IndexByte(v, ' '); i > 0 && strings.IndexFunc(v[:i], isDigitRune) >= 0 {
			v = v[:i]
		}
		if v == "" || noData(v) || strings.IndexFunc(v, isDigitRune) < 0 && it.section == 0 {
			continue
		}
		s.text(it, "sds_number", v, "label", 0.85)
		return true
	}
	lines := append(s.allLines(0, 1), append(append([]doc.Line{}, s.d.Headers...), s.d.Footers...)...)
	for _, l := range lines {
		m := sheetNumberRE.FindStringSubmatch(fold.Printed(l.Text))
		if m == nil || strings.IndexFunc(m[1], isDigitRune) < 0 {
			continue
		}
		s.text(item{section: 1, value: l.Text, lines: []doc.Line{l}}, "sds_number", m[1], "named number", 0.75)
		return true
	}
	return false
}
