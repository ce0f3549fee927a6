package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// compositionHeading matches a line that heads a list of ingredients outside of section 3.
var compositionHeading = pattern.MustCompile(`(?i)\bingredients?\b|\bcomponents?\b|composition|hazardous (?:materials|substances)|chemical name|成分`)

// compositionSections are the sections with the composition: those of number 3; where they
// hold no CAS number, the part of another of the first sections from the line on that heads a list with some.
func (s *sheet) compositionSections() []*doc.Section {
	var out []*doc.Section
	found := false
	for i := range s.d.Sections {
		if sec := &s.d.Sections[i]; sec.Number == 3 {
			out = append(out, sec)
			found = found || len(validCAS(sec.Lines)) > 0 || withheldComposition(sec)
		}
	}
	if found {
		return out
	}
	for _, number := range []int{2, 1, 0} {
		for i := range s.d.Sections {
			if sec := &s.d.Sections[i]; sec.Number == number {
				if part := fromComposition(sec); part != nil {
					return append(out, part)
				}
			}
		}
	}
	return out
}

// withheldComposition reports a section 3 that lists ingredients without CAS numbers.
func withheldComposition(sec *doc.Section) bool {
	for _, l := range sec.Lines {
		if t := strings.ToLower(l.Text); strings.Contains(t, "proprietary") || strings.Contains(t, "trade secret") || strings.Contains(t, "%") {
			return true
		}
	}
	return false
}

// fromComposition is the part of a section from the heading of a list of ingredients to its last CAS
// number, nil where there is none.
func fromComposition(sec *doc.Section) *doc.Section {
	from, last := -1, -1
	for i, l := range sec.Lines {
		if from < 0 && len(l.Text) < 120 && compositionHeading.MatchString(fold.Printed(l.Text)) {
			from = i
		}
		if from >= 0 && len(validCAS(sec.Lines[i:i+1])) > 0 {
			last = i
		}
	}
	if last < 0 {
		return nil
	}
	part := &doc.Section{Number: sec.Number, Title: sec.Title, Heading: sec.Heading, First: sec.First, Last: sec.Last, Lines: sec.Lines[from : last+1]}
	for _, t := range sec.Tables {
		if hasCASTable(t) {
			part.Tables = append(part.Tables, t)
		}
	}
	return part
}
