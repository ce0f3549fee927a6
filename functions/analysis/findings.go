package analysis

import (
	"time"

	"anzen/shared/sds"
)

// findings are what a person should look at, each pointing at fields of the sheet.
func findings(r reading, sections []sds.Section, now time.Time) []sds.Finding {
	found := []sds.Finding{}
	for _, f := range check(r, now) {
		var ids []string
		for _, key := range f.Fields {
			ids = append(ids, fieldIDs(sections, key)...)
		}
		f.Fields = ids
		found = append(found, f)
	}
	return found
}

// fieldIDs are the ids of the fields with a key of the reader ("composition.cas").
func fieldIDs(sections []sds.Section, key string) (ids []string) {
	for i := range sections {
		sections[i].Each(func(group string, f *sds.Field) {
			if f.Key == key || group+"."+f.Key == key || group == key {
				ids = append(ids, f.ID)
			}
		})
	}
	return ids
}

func check(reading, time.Time) []sds.Finding { return nil }
