package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// address reads the address under the supplier's name if it has no label: the lines up to a
// telephone number, a web address or the next label.
func (s *sheet) address() {
	name := s.out.Get("supplier_name")
	if name == nil || s.out.Get("supplier_address") != nil || len(name.Source) == 0 || len(name.Source[0].Boxes) == 0 {
		return
	}
	at := name.Source[0]
	end := at.Boxes[len(at.Boxes)-1]
	all := s.allLines(1, 0)
	neighbour := rightOf(all, name.Text, at, end)
	var lines []doc.Line
	for _, l := range all {
		if l.Page != at.Page || l.Y0 < end.Y1-2 || l.OverlapX(at.Boxes[0]) <= 0 || neighbour > 0 && l.X0 >= neighbour-l.Size {
			continue
		}
		l = withoutColumn(l, neighbour)
		text := fold.Printed(l.Text)
		ends := noAddress.FindStringIndex(text)
		if ends != nil {
			text = strings.TrimRight(text[:ends[0]], " ,;-")
			l.Text = text
		}
		if key, _, _ := splitLabel(1, text); text == "" || key != "" || len(notation.FindPhones(text)) > 0 || strings.ContainsAny(text, "@:") ||
			len(lines) == 5 || len(lines) >= 3 && addressRE.MatchString(doc.Join(lines)) {
			break
		}
		if len(lines) == 0 && l.Y0-end.Y1 > 1.5*l.H() {
			return
		}
		lines = append(lines, l)
		if ends != nil {
			break
		}
	}
	text := cleaned(doc.Join(lines))
	if !addressRE.MatchString(text) {
		return
	}
	s.add(Value{Section: 1, Key: "supplier_address", Row: NoRow, Text: text, Raw: text, Source: doc.SourcesOf(lines), Extractor: "under the name", Confidence: 0.7})
}

// rightOf is the left edge of what stands right of a name in its line; 0 where nothing does.
func rightOf(lines []doc.Line, name string, at doc.Source, b doc.Box) float64 {
	for _, l := range lines {
		if l.Page != at.Page || l.CY() < b.Y0 || l.CY() > b.Y1 {
			continue
		}
		segs := segments(l)
		for i := range segs[:max(len(segs)-1, 0)] {
			if strings.HasSuffix(segs[i].text, name) {
				return segs[i+1].box.X0
			}
		}
	}
	return 0
}

// withoutColumn is a line without the column that begins at an edge; the whole line for 0.
func withoutColumn(l doc.Line, edge float64) doc.Line {
	segs := segments(l)
	n := 0
	for n < len(segs) && (edge == 0 || segs[n].box.X0 < edge-l.Size) {
		n++
	}
	if n == 0 || n == len(segs) {
		return l
	}
	return lineOf(l, segs[:n])
}

// noAddress matches what ends an address and is no label: a web address, the words before a telephone number, the
// date of the sheet.
var noAddress = pattern.MustCompile(`(?i)\b(?:https?:|www\.)|\b(?:chemtrec|canutec|(?:(?:24.hours?|information) )?(?:emergency|telephone))\b|^date\b`)

// addressRE matches parts of addresses: a postal code or prefecture, or a number with
// words.
var addressRE = pattern.MustCompile(`〒|[都道府県市区町村][^。]*[0-9]|[0-9].*[A-Za-z]{3}|[A-Za-z]{3}.*[0-9]`)

var (
	companyJa = pattern.MustCompile(`(?:[^ 。、:;()]*(?:株式会社|有限会社|合同会社|合資会社|\(株\)|\(有\)|㈱)[^ 。、:;()〒]*)`)
	companyEn = pattern.MustCompile(`(?i)^(.{2,60}?\b(?:inc\b\.?|incorporated|corporation|corp\b\.?|co\., ?ltd\.?|company, inc\.|company|limited|ltd\b\.?|llc|l\.l\.c\.|gmbh|s\.a\.s?\.?|b\.?v\.?b?\.?a?\b|plc|pty\b\.?(?: ltd\.?)?|ag\b|s\.p\.a\.?|sa\b|kg\b))`)
	prefix    = pattern.MustCompile(`(?:〒|東京都|北海道|大阪府|京都府|[一-龥]{2,3}県|(?i:\bTEL\b|電話|住所|所在地))`)
)

// makerLabel matches labels of the manufacturer, alone or with others.
var makerLabel = pattern.MustCompile(`(?i)製造(?:者|元|業者|会社|販売)|製造・販売|manufactur|\bproducer\b`)

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
		if !s.ja && strings.Contains(strings.ToLower(it.label), "undertaking") && it.kind == doc.Below {
			continue // the end of the section's heading
		}
		if _, _, rest := splitLabel(1, it.label); !s.ja && companyForm(rest) {
			continue // the name on the line below was taken for a part of the label
		}
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
			if !s.ja {
				value = beforeAddress(value)
			}
			got := companyOf(value)
			if !s.ja {
				got = s.withoutTranslation(ownPart(got))
				if openName.MatchString(got) && i+1 < len(it.lines) {
					got += " " + segments(it.lines[i+1])[0].text
				}
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
	if !s.ja && s.supplierInAddress(list) {
		return
	}
	lines := s.allLines(1, 0)
	if !s.ja {
		lines = append(append(lines, s.d.Headers...), s.d.Footers...)
	}
	if s.companyIn(lines, 0) || !s.ja && s.companyIn(lines, 1) || s.out.Language == "en" && s.supplierAboveAddress() {
		return
	}
	if !s.ja {
		s.companyIn(s.companyLines(), 0)
	}
}

// companyLines are the lines of the whole body that begin with the label of a company or its address, and have a company
// behind it: old forms end with who has prepared them.
func (s *sheet) companyLines() []doc.Line {
	var out []doc.Line
	for _, l := range s.d.Lines {
		if key, _, rest := splitLabel(1, l.Text); (key == "supplier_name" || key == "supplier_address") && companyForm(rest) {
			out = append(out, l)
		}
	}
	return out
}

// companyIn takes the first company with its legal form in lines: in their first column, or in one from another on.
func (s *sheet) companyIn(lines []doc.Line, from int) bool {
	for k, l := range lines {
		text, segs, end := fold.Printed(l.Text), segments(l), k+1
		if len(segs) > 1 && titlePart.MatchString(segs[0].text) {
			segs = segs[1:]
			text = segs[0].text
		}
		if from > 0 {
			text = ""
		}
		for i, g := range segs {
			if len(segs) > 1 && i >= from && (from > 0 || i == 0 || s.out.Language == "other") && companyForm(g.text) {
				text = g.text
				break
			}
		}
		if from == 0 && k+1 < len(lines) && formAlone.MatchString(lines[k+1].Text) && namedAbove(l, lines[k+1]) {
			text += " " + fold.Printed(lines[k+1].Text)
			end = k + 2
		}
		if name := companyOf(text); name != "" && companyForm(name) {
			if found := companyJa.FindString(name); found != "" {
				name = found
			} else if m := companyEn.FindStringSubmatch(name); m != nil {
				name = m[1]
			}
			if name = companyLabels.ReplaceAllString(cleaned(name), ""); !namesCompany(name) {
				continue
			}
			s.text(item{section: 1, value: text, lines: lines[k:end]}, "supplier_name", name, "company form", 0.6)
			return true
		}
	}
	return false
}

// titlePart matches words of a sheet's title, which stand left of its company. formAlone is a legal form on a line of its own.
var (
	titlePart = pattern.MustCompile(`(?i)^(?:material )?safety(?: data(?: sheet)?)?$|^data sheet$`)
	formAlone = pattern.MustCompile(`^(?:GmbH(?: & Co\.? KG)?|A\.?G\.?|Inc\.?|Ltd\.?|LLC|L\.L\.C\.|Corp\.?|Corporation|Co\.,? Ltd\.?|Limited|S\.A\.(?:S\.)?|B\.V\.)$`)
)

// openName matches a company's name that goes on in the next line.
var openName = pattern.MustCompile(` (?:of|and|&)$`)

// ownAddress is what follows a company's name in its line: an address with figures. addressEnd is a mail or web address.
var (
	ownAddress = pattern.MustCompile(`(?i)^, *(?:p\.? ?o\.? ?box|box|postfach|[^,]*[0-9])`)
	statePart  = pattern.MustCompile(`^, *[A-Z]{2}\.?,? +[0-9]{5}`)
	legalPart  = pattern.MustCompile(`(?i)^, *(?:inc|ltd|llc|l\.l\.c|co|corp|limited|s\.?a|lp|plc)\b`)
)

// beforeAddress is a value beside a company's label up to the address that follows the name after a comma.
func beforeAddress(value string) string {
	for i, r := range value {
		if r != ',' || i == 0 || !ownAddress.MatchString(value[i:]) || legalPart.MatchString(value[i:]) || statePart.MatchString(value[i:]) {
			continue
		}
		if head := value[:i]; !strings.ContainsAny(head, ":") && !street.MatchString(head) && strings.IndexFunc(head, isLetterRune) >= 0 {
			return head
		}
	}
	return value
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

var division = pattern.MustCompile(`^(?:(.+(?:株式会社|有限会社|合同会社|\(株\)|㈱))|(.*(?:株式会社|有限会社|合同会社|\(株\)|㈱)[^ ]+) ) *[^ ]*(?:部|課|室|工場|本部|支店|支社|営業所|製造所|事業所|センター|研究所)$`)

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
