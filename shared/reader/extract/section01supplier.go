package extract

import (
	"regexp"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
)

// address reads the address under the supplier's name if it has no label: the lines up to a
// telephone number or the next label.
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
		text := fold.Printed(l.Text)
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

// addressRE matches parts of addresses: a postal code or prefecture, or a number with
// words.
var addressRE = regexp.MustCompile(`〒|[都道府県市区町村][^。]*[0-9]|[0-9].*[A-Za-z]{3}|[A-Za-z]{3}.*[0-9]`)

var (
	companyJa = regexp.MustCompile(`(?:[^ 。、:;()]*(?:株式会社|有限会社|合同会社|合資会社|\(株\)|\(有\)|㈱)[^ 。、:;()〒]*)`)
	companyEn = regexp.MustCompile(`(?i)^(.{2,60}?\b(?:inc\b\.?|incorporated|corporation|corp\b\.?|co\., ?ltd\.?|company, inc\.|company|limited|ltd\b\.?|llc|l\.l\.c\.|gmbh|s\.a\.s?\.?|b\.?v\.?b?\.?a?\b|plc|pty\b\.?(?: ltd\.?)?|ag\b|s\.p\.a\.?|sa\b|kg\b))`)
	prefix    = regexp.MustCompile(`(?:〒|東京都|北海道|大阪府|京都府|[一-龥]{2,3}県|(?i:\bTEL\b|電話|住所|所在地))`)
)

// makerLabel matches labels of the manufacturer, alone or with others.
var makerLabel = regexp.MustCompile(`(?i)製造(?:者|元|業者|会社|販売)|製造・販売|manufactur|\bproducer\b`)

// maker reads the manufacturer, where a label of section 1 names it.
func (s *sheet) maker(list []item) {
	for _, it := range first(list, "supplier_name") {
		if !makerLabel.MatchString(it.label) || len(it.lines) == 0 {
			continue
		}
		value := it.value
		if len(it.lines) > 1 {
			value = fold.Printed(it.lines[0].Text)
		}
		if name := companyOf(value); namesCompany(name) && !noData(name) {
			s.add(Value{Section: it.section, Key: "manufacturer_name", Row: NoRow, Text: name, Raw: it.value, Source: doc.SourcesOf(it.lines[:1]), Extractor: "label", Confidence: 0.8})
			return
		}
	}
}

func (s *sheet) supplier(list []item) {
	for _, it := range first(list, "supplier_name") {
		name, line := "", -1
		for i, l := range it.lines {
			if i > 3 {
				break
			}
			value := fold.Printed(l.Text)
			if i == 0 && len(it.lines) == 1 {
				value = it.value
			} else if segs := segments(l); len(segs) > 1 && companyForm(segs[0].text) {
				value = segs[0].text // two companies side by side
			}
			got := companyOf(value)
			if !s.ja {
				got = ownPart(got)
			}
			if noData(got) || !namesCompany(got) {
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
		text := fold.Printed(l.Text)
		if segs := segments(l); len(segs) > 1 && companyForm(segs[0].text) {
			text = segs[0].text
		}
		if name := companyOf(text); name != "" && companyForm(name) {
			if found := companyJa.FindString(name); found != "" {
				name = found
			} else if m := companyEn.FindStringSubmatch(name); m != nil {
				name = m[1]
			}
			if name = cleaned(name); !namesCompany(name) {
				continue
			}
			s.text(item{section: 1, value: text, lines: []doc.Line{l}}, "supplier_name", name, "company form", 0.6)
			return
		}
	}
}

// companyForm reports whether a text contains a legal form: 株式会社, Inc., GmbH.
func companyForm(s string) bool {
	return companyJa.MatchString(s) || companyEn.MatchString(s)
}

// companyOf cuts a company's name out of the text beside its label.
func companyOf(value string) string {
	v := fold.Printed(value)
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

// withoutPlace cuts off the address after a company's legal form, or a division or works.
func withoutPlace(v string) string {
	if m := division.FindStringSubmatch(v); m != nil {
		return m[1] + m[2]
	}
	if m := companyEn.FindStringSubmatch(v); m != nil && len(m[1]) < len(v) && strings.ContainsAny(v[len(m[1]):], "0123456789") && !strings.ContainsAny(m[1], "0123456789") {
		return strings.TrimRight(m[1], " ,")
	}
	return v
}

// companyPhone matches words before a number that is the company's own, also below the heading
// of the emergency number.
var companyPhone = regexp.MustCompile(`(?i)company phone`)

var emergencyRE = regexp.MustCompile(`(?i)緊急|emergency|chemtrec|24 ?時間|24[ -]?h(?:ou)?r|infotrac|carechem|ケアケム|poison|中毒`)

// phones distinguishes the supplier's number from the emergency number by the words before
// each.
func (s *sheet) phones(list []item) {
	var own, emergency bool
	take := func(section int, line doc.Line, text string, isEmergency bool, rule string, confidence float64) {
		for _, p := range notation.FindPhones(text) {
			if p.Fax || rule != "label" && p.Bare && !p.Called && !emergencyRE.MatchString(text[:p.Start]) {
				continue
			}
			key, done := "supplier_phone", &own
			if isEmergency && !companyPhone.MatchString(text[:p.Start]) || p.Start > 0 && emergencyRE.MatchString(text[:p.Start]) {
				key, done = "emergency_phone", &emergency
			}
			if *done {
				continue
			}
			*done = true
			s.add(Value{Section: section, Key: key, Row: NoRow, Text: p.Number, Raw: text, Source: doc.SourcesOf([]doc.Line{line}), Extractor: rule, Confidence: confidence})
		}
	}
	for _, key := range []string{"supplier_phone", "emergency_phone"} {
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
			take(it.section, it.lines[0], it.value, !companyPhone.MatchString(it.label) && (key == "emergency_phone" || emergencyRE.MatchString(it.label) || key == "supplier_phone" && s.underEmergency(it)), "label", 0.85)
		}
	}
	sticky, heading := 0, false
	for _, l := range s.allLines(1, 0) {
		text := fold.Printed(l.Text)
		key, label, _ := splitLabel(1, text)
		switch {
		case emergencyRE.MatchString(text):
			sticky, heading = 3, len(notation.FindPhones(text)) == 0
		case heading && len(notation.FindPhones(text)) > 0:
			// The first number of the block under the heading, whosoever it is.
			sticky, heading = 1, false
		case key == "supplier_fax" && !strings.Contains(strings.ToLower(label), "tel"):
			sticky = 0
			continue
		case key != "" && key != "supplier_phone":
			sticky = 0
		}
		take(1, l, text, sticky > 0, "section 1", 0.6)
		sticky--
	}
}

// underEmergency reports whether the lines just above an item are about emergencies only.
func (s *sheet) underEmergency(it item) bool {
	if strings.Contains(strings.ToLower(it.label), "company") {
		return false
	}
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		if sec.Number != it.section || it.at < 0 || it.at >= len(sec.Lines) {
			continue
		}
		for _, l := range sec.Lines[it.at:min(it.at+2, len(sec.Lines))] {
			if companyPhone.MatchString(l.Text) && strings.Contains(fold.Printed(l.Text), it.value) {
				return false
			}
		}
		for k := it.at - 1; k >= max(0, it.at-2); k-- {
			text := fold.Printed(sec.Lines[k].Text)
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
