package mhlw

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/jis"
)

// jisVersion is the member that lists the editions of the standards.
const jisVersion = "Datasheet.JISVersionNo"

// standardsTitle is the title of the block in which an imported sheet names its standards.
func standardsTitle(language int) string {
	return inLanguage(language, "準拠規格", "Standards followed")
}

// standards writes the editions of JIS Z 7252 and JIS Z 7253 that the sheet's texts name.
func (w *writer) standards(sections []sds.Section) {
	for _, n := range jis.Latest(sections) {
		w.append(jisVersion, n.String())
	}
}

var (
	bareYear   = regexp.MustCompile(`^(?:19|20)\d\d$`)
	bareNumber = regexp.MustCompile(`(?i)^Z? ?725[23]`)
)

// readStandards takes the editions that the document's head lists. A year alone is one of
// JIS Z 7253, which the format follows. What names neither standard is left, and reported.
func (r *reader) readStandards() (all []jis.Name) {
	list := mustPath(jisVersion)
	for i := range r.length(list) {
		at := member(list, i)
		text, _ := look(r.root, at).(string)
		text = strings.TrimSpace(text)
		switch {
		case bareYear.MatchString(text):
			text = "JIS Z 7253:" + text
		case bareNumber.MatchString(text):
			text = "JIS Z " + strings.TrimLeft(text, "zZ ")
		}
		if names := jis.In(text); len(names) > 0 {
			all = append(all, names...)
			drop(r.root, at)
		}
	}
	return all
}

// keepStandards names in section 16 the editions that no text of the sheet names.
func (r *reader) keepStandards(listed []jis.Name) {
	known := map[string]bool{}
	for _, s := range r.sections {
		s.Each(func(_ string, f *sds.Field) {
			for _, n := range jis.In(f.Value.Text) {
				known[n.String()] = true
			}
		})
	}
	var lines []string
	for _, n := range listed {
		if !known[n.String()] && !slices.Contains(lines, n.String()) {
			lines = append(lines, n.String())
		}
	}
	if len(lines) > 0 {
		r.block(16, standardsTitle(r.language), strings.Join(lines, "\n"))
	}
}
