package extract

import (
	"regexp"
	"strings"

	"anzen/shared/analyze/doc"
	"anzen/shared/analyze/extract/notation"
	"anzen/shared/chem"
)

// identification reads section 1, and what stands before the first heading where section 1 is silent.
func (s *sheet) identification() {
	list := append(append(s.itemsOf(1), s.itemsOf(0)...), s.marginItems()...)
	s.productName(list)
	s.codes(list)
	s.supplier(list)
	s.phones(list)
	for _, label := range []struct{ key, field string }{
		{"address", "supplier_address"},
		{"department", "supplier_department"},
		{"email", "supplier_email"},
		{"fax", "supplier_fax"},
		{"recommended_use", "recommended_use"},
		{"restrictions", "use_restrictions"},
	} {
		for _, it := range first(list, label.key) {
			if !noData(it.value) {
				s.text(it, label.field, cleaned(cutAtLabel(it.value)), "label", 0.8)
				break
			}
		}
	}
	s.address()
}

// address reads what stands under the supplier's name where no label names it: the lines up to a telephone number or
// the next label.
func (s *sheet) address() {
	name := s.out.Get("supplier_name")
	if name == nil || s.out.Get("supplier_address") != nil || len(name.Source) == 0 || len(name.Source[0].Boxes) == 0 {
		return
	}
	at := name.Source[0]
	var lines []doc.Line
	for _, l := range s.allLines(1, 0) {
		if l.Page != at.Page || l.Y0 < at.Boxes[0].Y1-2 || l.OverlapX(at.Boxes[0]) <= 0 {
			continue
		}
		text := chem.Fold(l.Text)
		if key, _, _ := splitLabel(1, text); key != "" || len(notation.FindPhones(text)) > 0 || strings.ContainsAny(text, "@:") || len(lines) == 3 {
			break
		}
		if len(lines) == 0 && l.Y0-at.Boxes[0].Y1 > 1.5*l.H() {
			return
		}
		lines = append(lines, l)
	}
	text := cleaned(doc.Join(lines))
	if !addressRE.MatchString(text) {
		return
	}
	s.add(Value{Section: 1, Key: "supplier_address", Row: NoRow, Text: text, Raw: text, Source: doc.SourcesOf(lines), Extractor: "under the name", Confidence: 0.7})
}

// addressRE is what addresses have: a postal code or prefecture, or a number with words.
var addressRE = regexp.MustCompile(`〒|[都道府県市区町村][^。]*[0-9]|[0-9].*[A-Za-z]{3}|[A-Za-z]{3}.*[0-9]`)

// marginItems are the numbers of the sheet that headers and footers name.
func (s *sheet) marginItems() []item {
	var out []item
	add := func(it item) {
		if (it.key == "sds_number" || it.key == "control_number") && it.value != "" && len(it.value) < 60 {
			out = append(out, it)
		}
	}
	for _, p := range s.d.MarginPairs {
		add(item{section: 1, key: labels()[1][squeezeLabel(p.Label)], label: p.Label, value: chem.Fold(p.Value), lines: p.ValueLines, kind: p.Kind, at: -1})
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

func (s *sheet) productName(list []item) {
	for _, it := range first(list, "product_name") {
		name := s.nameOf(it)
		if name == "" || noData(name) {
			continue
		}
		s.text(it, "product_name", name, "label", 0.9)
		return
	}
	// The running header names the product where section 1 does not.
	for _, l := range append(append([]doc.Line{}, s.d.Headers...), s.d.Footers...) {
		if key, _, rest := splitLabel(1, l.Text); key == "product_name" && rest != "" {
			it := item{value: rest, lines: []doc.Line{l}}
			s.text(it, "product_name", cutAtLabel(cleaned(rest)), "header", 0.6)
			return
		}
	}
}

var leadingCode = regexp.MustCompile(`^((?:[A-Z]{1,3}-)?[0-9]{4,8}(?: [A-Z])?) +([^0-9 ].{3,})$`)

// nameOf cleans a product's name: a code before it and other labels after it are cut off.
func (s *sheet) nameOf(it item) string {
	name := cutAtLabel(cleaned(it.value))
	if it.kind == doc.Below && len(it.lines) > 0 {
		name = cutAtLabel(cleaned(it.lines[0].Text))
		if len(it.lines) > 1 && codeAlone.MatchString(name) && s.out.Get("product_codes") == nil && s.mayBeName(it.lines[1].Text) {
			s.setCodes(item{section: it.section, value: name, lines: it.lines[:1]}, []string{name}, 0.65)
			name = cutAtLabel(cleaned(it.lines[1].Text))
		}
	}
	if n := nameLines(it); n < len(it.lines) {
		it.lines = it.lines[:n]
		name = cutAtLabel(cleaned(doc.Join(it.lines)))
	}
	for _, l := range it.lines {
		if strings.ContainsAny(l.Raw, "™℠") {
			name = strings.ReplaceAll(strings.ReplaceAll(name, "TM", ""), "SM", "")
		}
	}
	if m := leadingCode.FindStringSubmatch(name); m != nil && s.out.Get("product_codes") == nil {
		s.add(Value{Section: it.section, Key: "product_codes", Row: NoRow, Kind: Codes, List: []string{m[1]}, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "before the name", Confidence: 0.7})
		name = m[2]
	}
	return name
}

// nameLines is how many lines of an item belong to the name: behind a colon, those that stand under the value, and
// those at the margin only where the line before is full.
func nameLines(it item) int {
	if it.kind != doc.Colon || len(it.lines) < 2 {
		return len(it.lines)
	}
	first := it.lines[0]
	for i, l := range it.lines[1:] {
		if l.X0 > first.X0-first.Size {
			continue
		}
		if above := it.lines[i]; above.X1-l.X0 < 40*max(above.Size, 6) {
			return i + 1
		}
	}
	return len(it.lines)
}

var codeAlone = regexp.MustCompile(`^[A-Z]{0,3}-?[0-9][0-9A-Z\-]{3,}(?: [A-Z])?$`)

// mayBeName tells whether a line may be a product's name: words, no label, no sentence.
func (s *sheet) mayBeName(text string) bool {
	key, _, _ := splitLabel(1, text)
	return key == "" && len(text) < 60 && strings.IndexFunc(text, isLetterRune) >= 0 && !strings.HasSuffix(text, ".") && !strings.ContainsAny(text, "@:")
}

// longestLabel is more bytes than any label has, the blanks in it included.
const longestLabel = 300

// cutAtLabel cuts a value where another label of section 1 begins in it.
func cutAtLabel(value string) string {
	for i := 1; i < len(value); i++ {
		if value[i] != ':' {
			continue
		}
		// Words before the colon, from the longest.
		from := max(i-longestLabel, 0)
		from += strings.LastIndexAny(value[from:i], "。;") + 1
		for j := from; j < i; j++ {
			if j > 0 && value[j-1] != ' ' && value[j-1] != ')' && value[j] < 0x80 {
				continue
			}
			if k := labels()[1][squeezeLabel(value[j:i])]; k != "" && j > 0 {
				return strings.TrimSpace(value[:j])
			}
		}
	}
	return value
}

var codeSeparators = regexp.MustCompile(`[,、;]|[ ]{1,}(?:and|or)[ ]|及び|または`)

func (s *sheet) codes(list []item) {
	sds := s.sheetNumber(list)
	codes := first(list, "product_codes")
	control := first(list, "control_number")
	for _, it := range codes {
		if got := splitCodes(cutAtLabel(it.value)); len(got) > 0 {
			s.setCodes(it, got, 0.85)
			break
		}
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

func (s *sheet) setCodes(it item, codes []string, confidence float64) {
	s.add(Value{Section: it.section, Key: "product_codes", Row: NoRow, Kind: Codes, List: codes, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "label", Confidence: confidence})
}

// packaging is the size of a pack behind its code: "4571-0012(18kg)", "DS-37-20L 20Lポリ容器".
var packaging = regexp.MustCompile(`(?i)\([^()]*[0-9] ?(?:kg|g|mg|l|ml|m3|t|缶|本)[^()]*\)|(?:^| )[0-9.,]+ ?(?:kg|g|l|ml|m3|t)\b[^ ,、/;]*`)

// splitCodes reads a list of product codes.
func splitCodes(value string) []string {
	value = cleaned(packaging.ReplaceAllString(chem.Fold(value), " "))
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
		p = strings.TrimSpace(p)
		if p == "" || noData(p) || strings.IndexFunc(p, func(r rune) bool { return isDigitRune(r) || r >= 'A' && r <= 'Z' }) < 0 {
			continue
		}
		out = append(out, p)
	}
	return out
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
		m := sheetNumberRE.FindStringSubmatch(chem.Fold(l.Text))
		if m == nil || strings.IndexFunc(m[1], isDigitRune) < 0 {
			continue
		}
		s.text(item{section: 1, value: l.Text, lines: []doc.Line{l}}, "sds_number", m[1], "named number", 0.75)
		return true
	}
	return false
}

var (
	companyJa = regexp.MustCompile(`(?:[^ 。、:;()]*(?:株式会社|有限会社|合同会社|合資会社|\(株\)|\(有\)|㈱)[^ 。、:;()〒]*)`)
	companyEn = regexp.MustCompile(`(?i)^(.{2,60}?\b(?:inc\b\.?|incorporated|corporation|corp\b\.?|co\., ?ltd\.?|company, inc\.|company|limited|ltd\b\.?|llc|l\.l\.c\.|gmbh|s\.a\.s?\.?|b\.?v\.?b?\.?a?\b|plc|pty\b\.?(?: ltd\.?)?|ag\b|s\.p\.a\.?|sa\b|kg\b))`)
	prefix    = regexp.MustCompile(`(?:〒|東京都|北海道|大阪府|京都府|[一-龥]{2,3}県|(?i:\bTEL\b|電話|住所|所在地))`)
)

func (s *sheet) supplier(list []item) {
	for _, it := range first(list, "supplier_name") {
		name, line := "", -1
		for i, l := range it.lines {
			if i > 3 {
				break
			}
			value := chem.Fold(l.Text)
			if i == 0 && len(it.lines) == 1 {
				value = it.value
			} else if segs := segments(l); len(segs) > 1 && companyForm(segs[0].text) {
				value = segs[0].text // two companies side by side
			}
			got := companyOf(value)
			if got == "" || noData(got) {
				continue
			}
			if line < 0 || companyForm(got) && !companyForm(name) {
				name, line = got, i
			}
			if companyForm(name) || it.kind != doc.Below {
				break
			}
		}
		if line >= 0 {
			s.add(Value{Section: it.section, Key: "supplier_name", Row: NoRow, Text: name, Raw: it.value, Source: doc.SourcesOf(it.lines[line : line+1]), Extractor: "label", Confidence: 0.85})
			return
		}
	}
	for _, l := range s.allLines(1, 0) {
		text := chem.Fold(l.Text)
		if segs := segments(l); len(segs) > 1 && companyForm(segs[0].text) {
			text = segs[0].text
		}
		if name := companyOf(text); name != "" && companyForm(name) {
			if found := companyJa.FindString(name); found != "" {
				name = found
			} else if m := companyEn.FindStringSubmatch(name); m != nil {
				name = m[1]
			}
			s.text(item{section: 1, value: text, lines: []doc.Line{l}}, "supplier_name", cleaned(name), "company form", 0.6)
			return
		}
	}
}

// companyForm tells whether a text bears the form of a company: 株式会社, Inc., GmbH.
func companyForm(s string) bool {
	return companyJa.MatchString(s) || companyEn.MatchString(s)
}

// companyOf cuts a company's name out of the text beside its label.
func companyOf(value string) string {
	v := chem.Fold(value)
	if _, _, rest := splitLabel(1, v); rest != "" {
		v = rest
	}
	v = cutAtLabel(cleaned(v))
	if at := prefix.FindStringIndex(v); at != nil {
		if at[0] == 0 {
			return ""
		}
		v = v[:at[0]]
	}
	v = withoutPlace(v)
	if key := labelKey(1, v); key != "" {
		return ""
	}
	if len(notation.FindPhones(v)) > 0 || strings.Contains(v, "@") {
		return ""
	}
	return cleaned(v)
}

var division = regexp.MustCompile(`^(?:(.+(?:株式会社|有限会社|合同会社|\(株\)|㈱))|(.*(?:株式会社|有限会社|合同会社|\(株\)|㈱)[^ ]+) ) *[^ ]*(?:部|課|室|工場|本部|支店|支社|営業所|製造所|事業所|センター|研究所)$`)

// withoutPlace cuts off what is no part of a company's name: an address behind its form, a division or works.
func withoutPlace(v string) string {
	if m := division.FindStringSubmatch(v); m != nil {
		return m[1] + m[2]
	}
	if m := companyEn.FindStringSubmatch(v); m != nil && len(m[1]) < len(v) && strings.ContainsAny(v[len(m[1]):], "0123456789") && !strings.ContainsAny(m[1], "0123456789") {
		return strings.TrimRight(m[1], " ,")
	}
	return v
}

var emergencyRE = regexp.MustCompile(`(?i)緊急|emergency|chemtrec|24 ?時間|24[ -]?h(?:ou)?r|infotrac|carechem|ケアケム|poison|中毒`)

// phones tells the supplier's own number from the emergency number by the words before each.
func (s *sheet) phones(list []item) {
	var own, emergency bool
	take := func(section int, line doc.Line, text string, isEmergency bool, rule string, confidence float64) {
		for _, p := range notation.FindPhones(text) {
			if p.Fax {
				continue
			}
			key, done := "supplier_phone", &own
			if isEmergency || p.Start > 0 && emergencyRE.MatchString(text[:p.Start]) {
				key, done = "emergency_phone", &emergency
			}
			if *done {
				continue
			}
			*done = true
			s.add(Value{Section: section, Key: key, Row: NoRow, Text: p.Number, Raw: text, Source: doc.SourcesOf([]doc.Line{line}), Extractor: rule, Confidence: confidence})
		}
	}
	for _, key := range []string{"phone", "emergency_phone"} {
		for _, it := range first(list, key) {
			if len(it.lines) == 0 {
				continue
			}
			if key == "emergency_phone" && sameAsAbove(it.value) {
				if own := s.out.Get("supplier_phone"); own != nil && !emergency {
					v := *own
					v.Key, v.Raw, v.Extractor = "emergency_phone", it.value, "same as above"
					v.Source = doc.SourcesOf(it.lines)
					s.add(v)
					emergency = true
				}
				continue
			}
			take(it.section, it.lines[0], it.value, key == "emergency_phone" || emergencyRE.MatchString(it.label) || key == "phone" && s.underEmergency(it), "label", 0.85)
		}
	}
	sticky := 0
	for _, l := range s.allLines(1, 0) {
		text := chem.Fold(l.Text)
		key, label, _ := splitLabel(1, text)
		switch {
		case emergencyRE.MatchString(text):
			sticky = 3
		case key == "fax" && !strings.Contains(strings.ToLower(label), "tel"):
			sticky = 0
			continue
		case key != "" && key != "phone":
			sticky = 0
		}
		take(1, l, text, sticky > 0, "section 1", 0.6)
		sticky--
	}
}

// underEmergency tells whether the lines just above an item speak of an emergency and of nobody else.
func (s *sheet) underEmergency(it item) bool {
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		if sec.Number != it.section || it.at < 0 || it.at >= len(sec.Lines) {
			continue
		}
		for k := it.at - 1; k >= max(0, it.at-2); k-- {
			text := chem.Fold(sec.Lines[k].Text)
			if emergencyRE.MatchString(text) {
				return len(notation.FindPhones(text)) == 0
			}
			if key, _, _ := splitLabel(1, text); key != "" {
				return false
			}
		}
	}
	return false
}

func sameAsAbove(s string) bool {
	return strings.Contains(s, "同上") || strings.Contains(s, "同じ") || strings.Contains(s, "上記") || strings.Contains(s, "同 上") || strings.Contains(strings.ToLower(s), "same as above")
}
