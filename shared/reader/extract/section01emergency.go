package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// belowEmergencyHeading is the line right below the heading 1.4, if it has a number that is answered at any time.
func (s *sheet) belowEmergencyHeading() (doc.Line, bool) {
	lines := s.allLines(1)
	for i, l := range lines[:max(0, len(lines)-1)] {
		if text := fold.Printed(l.Text); !emergencyHeading.MatchString(text) || len(notation.FindPhones(text)) > 0 {
			continue
		}
		next := fold.Printed(lines[i+1].Text)
		found := notation.FindPhones(next)
		return lines[i+1], len(found) > 0 && !found[0].Fax && !notEmergency.MatchString(next) && s.isEmergency(next, found[0], true)
	}
	return doc.Line{}, false
}

// emergencyHeading matches the heading over numbers for emergencies (REACH, annex II, 1.4).
var emergencyHeading = pattern.MustCompile(`(?i)^[·• ]*1\.4\.? ?emergency (?:tele)?phone(?: numbers?| no\.?)? ?:?$`)

// emergencyAbove are the lines with numbers for emergencies that stand right above an item of such a number, by the words before
// them or by the heading over them: the first one counts.
func (s *sheet) emergencyAbove(it item) (out []doc.Line) {
	lines := s.allLines(1, 0)
	at := slices.IndexFunc(lines, func(l doc.Line) bool { return l.Page == it.lines[0].Page && l.Holds(it.lines[0].Box) })
	var unnamed []doc.Line // of the block, if a heading stands over it
	for i := at - 1; i >= max(0, at-3) && lines[i].Page == it.lines[0].Page; i-- {
		text := notEmergency.ReplaceAllString(fold.Printed(lines[i].Text), "")
		found := notation.FindPhones(text)
		switch {
		case len(found) > 0 && emergencyRE.MatchString(text[:found[0].Start]):
			out, unnamed = slices.Concat([]doc.Line{lines[i]}, unnamed, out), nil
		case len(found) > 0:
			unnamed = append([]doc.Line{lines[i]}, unnamed...)
		case emergencyRE.MatchString(text):
			out, unnamed = slices.Concat(unnamed, out), nil
		case squeezeLabel(text) != squeezeLabel(it.label):
			return out
		}
	}
	return out
}

// emergencyColumns are the columns of a line that have a number with words on emergencies, where another one has a number without.
func emergencyColumns(l doc.Line) (named []segment) {
	unnamed := false
	for _, g := range segments(l) {
		plain := notEmergency.ReplaceAllString(g.text, "")
		switch {
		case len(notation.FindPhones(plain)) == 0:
		case emergencyRE.MatchString(plain):
			named = append(named, g)
		default:
			unnamed = true
		}
	}
	if !unnamed {
		return nil
	}
	return named
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
