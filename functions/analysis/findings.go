package analysis

import (
	"slices"
	"strings"
	"time"

	"anzen/shared/analyze/check"
	"anzen/shared/analyze/extract"
	"anzen/shared/sds"
)

// findings are what a person should look at, each pointing at fields of the sheet.
func findings(r reading, sections []sds.Section, rows rowIDs, now time.Time) []sds.Finding {
	in := check.Input{Result: &r.Result, Printed: r.Printed, Now: now}
	for n := range r.Titles {
		if n > 0 {
			in.Sections = append(in.Sections, n)
		}
	}
	slices.Sort(in.Sections)
	found := []sds.Finding{}
	for _, f := range check.Sheet(in) {
		told := sds.Finding{ID: f.ID, Severity: string(f.Severity), Args: f.Args, Fields: []string{}}
		for _, field := range f.Fields {
			for _, id := range fieldIDs(sections, rows, field) {
				if !slices.Contains(told.Fields, id) {
					told.Fields = append(told.Fields, id)
				}
			}
		}
		found = append(found, told)
	}
	return found
}

// fieldIDs are the ids of the sheet's fields that a rule looked at.
func fieldIDs(sections []sds.Section, rows rowIDs, looked check.Field) (ids []string) {
	group, key, column := strings.Cut(looked.Key, ".")
	prefix := looked.Key
	if column {
		prefix = group + "/"
		if looked.Row != extract.NoRow {
			prefix += rows[group][looked.Row] + "/" + key
		}
	}
	for i := range sections {
		sections[i].Each(func(_ string, f *sds.Field) {
			if f.ID == prefix || column && looked.Row == extract.NoRow && strings.HasPrefix(f.ID, prefix) && f.Key == key {
				ids = append(ids, f.ID)
			}
		})
	}
	return ids
}
