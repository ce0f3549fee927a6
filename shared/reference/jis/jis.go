// Package jis reads the names of the standards that Japanese safety data sheets follow, with
// their years: JIS Z 7252 (classification) and JIS Z 7253 (labels and data sheets).
package jis

import (
	"regexp"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// Name is a standard as a text names it.
type Name struct {
	Number string // 7252 or 7253
	Year   string // four digits
	Text   string // as printed, folded
}

// String is the name as the standards' own title pages print it: JIS Z 7253:2019.
func (n Name) String() string { return "JIS Z " + n.Number + ":" + n.Year }

var named = regexp.MustCompile(`(?i)JIS ?Z ?(725[23]) ?[:\-–—(]? ?((?:19|20)\d\d)`)

// In returns the standards that a text names with their years, in its order.
func In(text string) (all []Name) {
	if !strings.Contains(text, "725") && !strings.Contains(text, "７２５") {
		return nil
	}
	for _, m := range named.FindAllStringSubmatch(fold.Printed(text), -1) {
		all = append(all, Name{m[1], m[2], m[0]})
	}
	return all
}

// Latest returns, by number, the latest year of each standard that a sheet's texts name.
// Sheets name former editions too, as what they were revised from.
func Latest(sections []sds.Section) (all []Name) {
	latest := map[string]Name{}
	for i := range sections {
		sections[i].Each(func(_ string, f *sds.Field) {
			if f.Value.Kind != sds.KindText || f.State == sds.StateDeleted {
				return
			}
			for _, n := range In(f.Value.Text) {
				if n.Year > latest[n.Number].Year {
					latest[n.Number] = n
				}
			}
		})
	}
	for _, number := range []string{"7252", "7253"} {
		if n, ok := latest[number]; ok {
			all = append(all, n)
		}
	}
	return all
}
