package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// companyPhone matches words before a number that is the company's own, also below the heading
// of the emergency number.
var companyPhone = pattern.MustCompile(`(?i)company phone`)

// bothPhones is a label of the telephone number that is the one for emergencies too.
var bothPhones = pattern.MustCompile(`^電話(?:番号)? ?[(（]緊急(?:時)?連絡先[)）]$`)

// notEmergency are words that speak of emergencies and deny them.
var notEmergency = pattern.MustCompile(`(?i)\bnon ?[-–]? ?emergenc(?:y|ies)|\bnot for emergenc(?:y|ies)`)

// forEmergencies and forInformation are remarks in brackets behind a number.
var (
	forEmergencies = pattern.MustCompile(`(?i)^ *\((?:for|in) (?:case of )?(?:an )?emergenc(?:y|ies)`)
	// orNumber is a further number before such a remark.
	orNumber       = pattern.MustCompile(`^ (?:or|/) [+0-9() .\-]{8,20}[0-9]`)
	forInformation = pattern.MustCompile(`(?i)^ *\((?:for )?(?:product |general )?(?:information|inquir)`)
)

var emergencyRE = pattern.MustCompile(`(?i)緊急|emergenc(?:y|ies)|chemtrec|24 ?時間|24[ -]?h(?:ou)?r|infotrac|carechem|chem-? ?tel\b|canutec|velocity ?ehs|\b(?:verisk )?3e company|\bafter[ -]hours?\b|\bhot ?line\b|\bspill(?:s| |/)|ケアケム|poison|中毒`)

// phones distinguishes the supplier's number from the emergency number by the words before
// each.
func (s *sheet) phones(list []item) {
	r := phoneReader{sheet: s}
	if !s.ja {
		if line, text, ok := s.phoneOfSupplier(); ok {
			if text != "" {
				r.take(1, line, text, false, "under the name", 0.8)
			}
			r.own = true
		}
		if l, ok := s.belowEmergencyHeading(); ok {
			r.take(1, l, fold.Printed(l.Text), true, "label", 0.85)
		}
	}
	for _, it := range first(list, "supplier_phone") {
		r.labelled(it)
	}
	urgent := first(list, "emergency_phone")
	if !s.ja {
		urgent = printedOrder(list, "emergency_phone")
	}
	for _, it := range urgent {
		r.labelled(it)
	}
	r.lines()
	if !s.ja {
		r.elsewhere()
	}
}

// phoneReader takes the first number of each kind.
type phoneReader struct {
	*sheet
	own, emergency bool // taken
}

// take records the numbers of a text that are the first of their kind.
func (r *phoneReader) take(section int, line doc.Line, text string, isEmergency bool, rule string, confidence float64) {
	text = notEmergency.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("-", len(s)) })
	for _, p := range notation.FindPhones(text) {
		if p.Fax || faxBehind.MatchString(text[p.End:]) || faxPhone.MatchString(text[:p.Start]) || rule != "label" && p.Bare && !p.Called && !emergencyRE.MatchString(text[:p.Start]) {
			continue
		}
		key, done := "supplier_phone", &r.own
		if behind := orNumber.ReplaceAllString(text[p.End:], ""); forEmergencies.MatchString(behind) || !forInformation.MatchString(behind) && r.isEmergency(text, p, isEmergency) {
			key, done = "emergency_phone", &r.emergency
		}
		if *done {
			continue
		}
		*done = true
		r.add(Value{Section: section, Key: key, Row: NoRow, Text: p.Number, Raw: text, Source: doc.SourcesOf([]doc.Line{line}), Extractor: rule, Confidence: confidence})
	}
}

// labelled takes the numbers of an item with the label of one of them.
func (r *phoneReader) labelled(it item) {
	if len(it.lines) == 0 || ofFaxPhone(it) {
		return
	}
	if it.key == "emergency_phone" && sameAsAbove(it.value) {
		r.same(it)
		return
	}
	if it.key == "emergency_phone" && bothPhones.MatchString(it.label) {
		r.take(it.section, it.lines[0], it.value, false, "label", 0.8)
	}
	urgent := !companyPhone.MatchString(it.label) && (it.key == "emergency_phone" || emergencyRE.MatchString(it.label) || emergencyColumns(it.lines[0]) == nil && r.underEmergency(it))
	if urgent && !r.ja {
		for _, l := range r.emergencyAbove(it) {
			r.take(it.section, l, fold.Printed(l.Text), true, "label", 0.85)
		}
	}
	r.take(it.section, it.lines[0], it.value, urgent, "label", 0.85)
}

// same takes the supplier's number for emergencies too, as an item says.
func (r *phoneReader) same(it item) {
	own := r.out.Get("supplier_phone")
	if own == nil || r.emergency {
		return
	}
	v := *own
	v.Key, v.Raw, v.Extractor = "emergency_phone", it.value, "same as above"
	v.Source = doc.SourcesOf(it.lines)
	r.add(v)
	r.emergency = true
}

// lines takes numbers by the words before them and above.
func (r *phoneReader) lines() {
	sticky, heading := 0, false // for how many lines more numbers are for emergencies; the last line was a heading of such
	lines := r.allLines(1, 0)
	for i, l := range lines {
		text := fold.Printed(l.Text)
		if i+1 < len(lines) && brokenPhone.MatchString(text) && lines[i+1].Page == l.Page {
			text += restOfPhone.FindString(belowEnd(l, lines[i+1]))
		}
		key, label, _ := splitLabel(1, text)
		plain := notEmergency.ReplaceAllString(text, "")
		switch {
		case emergencyRE.MatchString(plain):
			sticky, heading = 3, len(notation.FindPhones(text)) == 0
		case heading && len(notation.FindPhones(text)) > 0:
			// The first number of the block under the heading, whosoever it is.
			sticky, heading = 1, false
		case sticky == 0 && r.emergency && furtherNumber.MatchString(text):
			sticky = 1 // "(705) 555-0171 (after hours)" under the emergency number
		case key == "supplier_fax" && !strings.Contains(strings.ToLower(label), "tel"):
			sticky = 0
			continue
		case key != "" && key != "supplier_phone":
			sticky = 0
		}
		if columns := emergencyColumns(l); columns != nil {
			for _, g := range columns {
				r.take(1, l, g.text, true, "section 1", 0.6)
			}
		} else {
			r.take(1, l, text, sticky > 0, "section 1", 0.6)
		}
		sticky--
	}
}

// elsewhere takes the number for emergencies that old forms print beside what to do in one.
func (r *phoneReader) elsewhere() {
	for i := range r.d.Sections {
		for _, l := range r.d.Sections[i].Lines {
			if text := fold.Printed(l.Text); !r.emergency && emergencyNumber.MatchString(text) {
				r.take(r.d.Sections[i].Number, l, text, true, "another section", 0.5)
			}
		}
	}
}

// belowEnd is the text of the column of the next line that stands below the end of a line.
func belowEnd(l, next doc.Line) string {
	ends, below := segments(l), segments(next)
	if len(ends) == 0 || len(below) < 2 {
		return fold.Printed(next.Text)
	}
	for _, g := range below {
		if g.box.OverlapX(ends[len(ends)-1].box) > 0 {
			return g.text
		}
	}
	return fold.Printed(next.Text)
}

// emergencyNumber matches a line that labels a number for emergencies.
var emergencyNumber = pattern.MustCompile(`(?i)\bemergency (?:response )?(?:tele)?phone(?: ?(?:no\.?|numbers?|#))?(?: ?\([^()]*\))? ?[:.]`)

// faxPhone is a label of a fax number that speaks of a telephone too; brokenPhone the first part of a number that goes on in
// the next line.
var (
	faxPhone    = pattern.MustCompile(`(?i)\bfax (?:phone|tel(?:ephone)?)(?: ?(?:no\.?|number|#))?[ :.]*$`)
	brokenPhone = pattern.MustCompile(`(?:^|[ (\-])[0-9]{3}-$`)
	// restOfPhone is the second part of such a number.
	restOfPhone = pattern.MustCompile(`^(?:[0-9]{3}-)?[0-9]{4}\)?`)
)

// ofFaxPhone reports an item whose label is the second word of one of a fax number.
func ofFaxPhone(it item) bool {
	before, _, found := strings.Cut(fold.Printed(it.lines[0].Raw), it.value)
	return found && faxPhone.MatchString(before)
}

// furtherNumber matches a line that is another number of the block above it.
var furtherNumber = pattern.MustCompile(`(?i)^(?:or )?[(+0-9][0-9() .+/\-]{8,}[0-9](?: ?\((?:after|outside|24)[^)]*\))$`)

// isEmergency reports whether a number is for emergencies, by the words before it and by its item.
func (s *sheet) isEmergency(text string, p notation.Phone, item bool) bool {
	before := text[:p.Start]
	if at := strings.LastIndexAny(before, ";:,"); at >= 0 {
		before = before[at:]
	}
	if officeHours.MatchString(before) && !strings.Contains(strings.ToLower(before), "emergenc") {
		return false
	}
	return item && !companyPhone.MatchString(text[:p.Start]) || p.Start > 0 && emergencyRE.MatchString(text[:p.Start])
}

// officeHours matches words before a number that nobody answers in an emergency at night.
var officeHours = pattern.MustCompile(`(?i)\b(?:during|in|normal) (?:business|office|working) hours\b|\bgeneral (?:information|inquiries)\b`)

// printedOrder are the items of a key with a value, in the order of the sheet.
func printedOrder(list []item, key string) []item {
	var out []item
	for _, it := range list {
		if it.key == key && it.value != "" {
			out = append(out, it)
		}
	}
	slices.SortStableFunc(out, func(a, b item) int {
		if a.section != b.section || a.at < 0 || b.at < 0 {
			return 0
		}
		return a.at - b.at
	})
	return out
}

// letteredPhone is a number spelled in letters: "1-800-OK-BRIGHT".
var letteredPhone = pattern.MustCompile(`\b1?-?8[0-9]{2}-[A-Z0-9]*[A-Z]{2,}`)

// phoneOfSupplier is the line with the first number in the lines below the supplier's name, up to the next company or item. It
// is the supplier's even where another company's number has a label. ok without a line is a number that has no figures.
func (s *sheet) phoneOfSupplier() (doc.Line, string, bool) {
	name := s.out.Get("supplier_name")
	if name == nil || len(name.Source) == 0 || len(name.Source[0].Boxes) == 0 {
		return doc.Line{}, "", false
	}
	page, at := name.Source[0].Page, name.Source[0].Boxes[0]
	at.X1 = min(at.X1, at.X0+0.6*at.H()*float64(len(name.Text))) // without another column in its line
	n := 0
	for _, l := range s.allLines(0, 1) {
		if l.Page != page || l.Y0 < at.CY() || l.Y0 > at.Y1+14*max(l.H(), 8) || l.X0 > at.X1 {
			continue
		}
		text := fold.Printed(l.Text)
		if emergencyRE.MatchString(notEmergency.ReplaceAllString(leftOf(l, at.X1), "")) {
			return doc.Line{}, "", false
		}
		if l.OverlapX(at) <= 0 {
			continue
		}
		if segs := segments(l); len(segs) > 1 {
			text = ""
			for _, g := range segs {
				if g.box.OverlapX(at) > 0 {
					text += " " + g.text
				}
			}
			text = strings.TrimSpace(text)
		}
		key, _, _ := splitLabel(1, text)
		if n++; n > 10 || key == "supplier_name" || key == "emergency_phone" || key == "product_name" || key == "recommended_use" || companyForm(text) {
			return doc.Line{}, "", false
		}
		if letteredPhone.MatchString(text) && len(notation.FindPhones(text)) == 0 {
			return doc.Line{}, "", true
		}
		for _, p := range notation.FindPhones(text) {
			if !p.Fax && !(p.Bare && !p.Called) && !faxBehind.MatchString(text[p.End:]) && key != "product_codes" && key != "sds_number" {
				return l, text, true
			}
		}
	}
	return doc.Line{}, "", false
}

// leftOf is the text of a line without the columns that begin right of x.
func leftOf(l doc.Line, x float64) string {
	segs := segments(l)
	for i, g := range segs {
		if i > 0 && g.box.X0 > x {
			return segmentsText(segs[:i])
		}
	}
	return fold.Printed(l.Text)
}

// faxBehind is the remark that the number before it is one of a fax machine.
var faxBehind = pattern.MustCompile(`(?i)^ *\( ?fax ?\)|^ fax$`)

func sameAsAbove(s string) bool {
	return strings.Contains(s, "同上") || strings.Contains(s, "同じ") || strings.Contains(s, "上記") || strings.Contains(s, "同 上") || strings.Contains(strings.ToLower(s), "same as above")
}
