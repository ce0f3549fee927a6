package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var (
	// answerYes and answerNo match what a table of ingredients has in the column of a law.
	answerYes = pattern.MustCompile(`(?i)^(?:yes|y|x|listed|present|active|on inventory|[✓√✔])$`)
	answerNo  = pattern.MustCompile(`(?i)^(?:no|n|not listed|not present|n/?a|none|not applicable|[-–—]+)$`)
)

// columnsOfAnswers are the laws that head a column of answers in the tables of ingredients, and in those of section 15.
func (s *sheet) columnsOfAnswers() []lawUnit {
	var out []lawUnit
	for i := range s.d.Sections {
		if n := s.d.Sections[i].Number; n == 2 || n == 3 || n == 15 {
			out = append(out, answeredColumns(&s.d.Sections[i])...)
		}
	}
	return out
}

// answeredColumns are the laws that head a column of answers in a section's tables of substances.
func answeredColumns(sec *doc.Section) []lawUnit {
	var out []lawUnit
	for _, t := range sec.Tables {
		if len(t.Rows) < 2 || t.Cols() < 3 || !hasCASTable(t) {
			continue
		}
		for c := 1; c < t.Cols(); c++ {
			heading := fold.Printed(t.Rows[0][c].Text())
			found := law.Find(heading)
			if len(found) != 1 || len(heading) > found[0].End-found[0].Start+12 {
				continue
			}
			if content := answersBelow(t, c); content != "" {
				out = append(out, lawUnit{law: found[0].Law, printed: heading[found[0].Start:found[0].End], content: content, lines: t.Rows[0][c].Lines})
			}
		}
	}
	return out
}

// answersBelow is what the answers of a column come to: "yes" where a row has it, "not listed" where none has; empty where the column has anything else.
func answersBelow(t doc.Table, c int) string {
	yes, answers := 0, 0
	for _, row := range t.Rows[1:] {
		switch text := strings.TrimSpace(fold.Printed(row[c].Text())); {
		case text == "" && !row[c].Covered:
		case answerYes.MatchString(text):
			yes++
			answers++
		case answerNo.MatchString(text):
			answers++
		default:
			return ""
		}
	}
	switch {
	case yes > 0:
		return "yes"
	case answers > 0:
		return "not listed"
	}
	return ""
}

// columnLaws reads tables with a law in the heading of a column.
func columnLaws(sec *doc.Section) []lawUnit {
	var out []lawUnit
	for _, t := range sec.Tables {
		if len(t.Rows) < 2 || t.Cols() < 3 || t.Kind == doc.Borderless {
			continue
		}
		for c := 1; c < t.Cols(); c++ {
			heading := t.Rows[0][c]
			for _, m := range law.Find(heading.Text()) {
				var below []string
				for r := 1; r < len(t.Rows); r++ {
					if text := t.Rows[r][c].Text(); strings.Trim(text, "- ") != "" {
						below = append(below, text)
					}
				}
				content := strings.Join(below, " ")
				if content == "" && m.Law.Code == "US-CERCLA" {
					content = reportable(t)
				}
				if content == "" {
					content = "not listed"
				}
				folded := fold.Printed(heading.Text())
				out = append(out, lawUnit{law: m.Law, printed: folded[m.Start:m.End], content: content, lines: heading.Lines})
			}
		}
	}
	return out
}

// reportable is the first reportable quantity in a table, whose columns split them by law.
func reportable(t doc.Table) string {
	for c := range t.Cols() {
		if !strings.Contains(t.Rows[0][c].Text(), "RQ") {
			continue
		}
		for r := 1; r < len(t.Rows); r++ {
			if text := t.Rows[r][c].Text(); strings.ContainsAny(text, "0123456789") {
				return text
			}
		}
	}
	return ""
}
