// Package edition says which edition of JIS Z 7252 and JIS Z 7253 a Japanese sheet follows:
// as the sheet states it, or as its categories, its wordings or its date imply, each with
// its reason. Where nothing tells, it is not known.
//
// The editions: 2010 and 2012 (Z 7253:2012, Z 7252:2014, GHS Rev. 4), 2019 (both of
// 2019-05-25, GHS Rev. 6), 2025 (both of 2025-12-25, GHS Rev. 9). The editions of 2019 may
// be followed until 2030-12-24 (announcement of the Japanese Standards Association).
package edition

import (
	"regexp"
	"slices"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/jis"
)

// Edition is an edition of the two standards.
type Edition string

// The editions; Unknown where nothing tells.
const (
	Unknown Edition = ""
	Older   Edition = "2014" // and those before it
	Rev6    Edition = "2019"
	Rev9    Edition = "2025"
)

// Days of the editions.
const (
	From2025  = "2025-12-25" // the 2025 editions are published
	Until2019 = "2030-12-24" // the last day of the 2019 editions
)

// Basis is what an edition is known by.
type Basis string

// The bases, the strongest first.
const (
	Stated     Basis = "stated"     // the sheet names it
	ByCategory Basis = "category"   // a category or statement that only this edition has
	ByWording  Basis = "wording"    // a wording that only this edition, or older ones, have
	ByDate     Basis = "date"       // the sheet is older than the next edition
	ByNothing  Basis = "not_stated" // nothing tells
)

// Found is the edition of a sheet.
type Found struct {
	Edition Edition
	Basis   Basis
	// Section and Field are where the reason is printed, Text what is printed there.
	Section int
	Field   string
	Text    string
}

// Of is the edition that a sheet follows. Sheets in other languages than Japanese follow
// none.
func Of(record *sds.Sheet, sections []sds.Section) Found {
	if record.Language != sds.LanguageJapanese {
		return Found{Basis: ByNothing}
	}
	for _, look := range []func(*sds.Sheet, []sds.Section) (Found, bool){stated, byCategory, byWording, byDate} {
		if f, ok := look(record, sections); ok {
			return f
		}
	}
	return Found{Basis: ByNothing}
}

// each calls f with every value of a section that was not deleted.
func each(sections []sds.Section, f func(section int, group string, field *sds.Field)) {
	for i := range sections {
		sections[i].Each(func(group string, field *sds.Field) {
			if field.State != sds.StateDeleted {
				f(sections[i].Number, group, field)
			}
		})
	}
}

// stated is the latest edition that the sheet names.
func stated(_ *sds.Sheet, sections []sds.Section) (found Found, ok bool) {
	each(sections, func(section int, _ string, f *sds.Field) {
		if f.Value.Kind != sds.KindText {
			return
		}
		for _, n := range jis.In(f.Value.Text) {
			if e := ofYear(n.Year); !ok || e > found.Edition {
				found, ok = Found{e, Stated, section, f.ID, n.Text}, true
			}
		}
	})
	return found, ok
}

func ofYear(year string) Edition {
	switch {
	case year >= "2025":
		return Rev9
	case year >= "2019":
		return Rev6
	}
	return Older
}

// Only reports which edition alone has a category of a class; Unknown where several have.
func Only(class, category string) Edition {
	switch class {
	case "chemicals_under_pressure":
		return Rev9
	case "explosives":
		switch category {
		case "1", "2A", "2B", "2C":
			return Rev9
		case "unstable", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6":
			return Rev6
		}
	case "flammable_gases":
		switch category {
		case "1A", "1B":
			return Rev9
		case "1":
			return Rev6
		}
	}
	return Unknown
}

// byCategory looks for categories that only the edition of 2025 has, or no longer has.
func byCategory(_ *sds.Sheet, sections []sds.Section) (found Found, ok bool) {
	for i := range sections {
		g := sections[i].Group(sds.GroupClassification)
		if sections[i].Number != 2 || g == nil {
			continue
		}
		for j := range g.Rows {
			class, category := "", (*sds.Field)(nil)
			for k := range g.Rows[j].Fields {
				f := &g.Rows[j].Fields[k]
				switch {
				case f.State == sds.StateDeleted:
				case f.Key == "class":
					class = f.Value.Text
				case f.Key == "category":
					category = f
				}
			}
			if category == nil {
				continue
			}
			key := ghs.CategoryKey(class, category.Value.Text)
			if e := Only(class, key); e == Rev9 && !ghs.Negative(key) {
				return Found{e, ByCategory, 2, category.ID, text(category)}, true
			}
		}
	}
	each(sections, func(section int, group string, f *sds.Field) {
		if group == sds.GroupHazards && f.Key == "code" && slices.Contains([]string{"H209", "H210", "H211", "H282", "H283", "H284"}, f.Value.Text) {
			found, ok = Found{Rev9, ByCategory, section, f.ID, f.Value.Text}, true
		}
	})
	return found, ok
}

// Wordings of section 2 that the edition of 2019 replaced (区分外 by 区分に該当しない,
// 吸引性呼吸器有害性 by 誤えん有害性), and those that it brought.
var (
	former  = regexp.MustCompile(`区分外|吸引性呼吸器有害性|支燃性|可燃性・?引火性ガス|金属腐食性物質`)
	current = regexp.MustCompile(`区分に該当しない|誤えん有害性|鈍性化爆発物|水反応可燃性化学品|金属腐食性化学品`)
)

// byWording looks at the words of the classification. Those of 2019 are those of 2025 too:
// the date tells them apart.
func byWording(record *sds.Sheet, sections []sds.Section) (found Found, ok bool) {
	each(sections, func(section int, group string, f *sds.Field) {
		if section != 2 || group != sds.GroupClassification {
			return
		}
		words := text(f)
		switch {
		case former.MatchString(words):
			found, ok = Found{Older, ByWording, section, f.ID, former.FindString(words)}, true
		case !ok && current.MatchString(words) && before(record, From2025):
			found, ok = Found{Rev6, ByWording, section, f.ID, current.FindString(words)}, true
		}
	})
	return found, ok
}

func text(f *sds.Field) string {
	if f.Raw != "" && !f.ByPerson() {
		return f.Raw
	}
	return f.Value.Text
}

// day is the sheet's: of its revision, or of its issue; empty where it states neither.
func day(record *sds.Sheet) string {
	if record.RevisedOn != "" {
		return record.RevisedOn
	}
	return record.IssuedOn
}

func before(record *sds.Sheet, limit string) bool {
	d := day(record)
	return d != "" && d < limit
}

// byDate tells what a sheet cannot follow yet: one of before May 2019 follows an older
// edition, one of before the end of 2025 none of 2025.
func byDate(record *sds.Sheet, _ []sds.Section) (Found, bool) {
	d, field := record.RevisedOn, "revision_date"
	if d == "" {
		d, field = record.IssuedOn, "issue_date"
	}
	if d != "" && d < "2019-05-25" {
		return Found{Older, ByDate, 1, field, d}, true
	}
	return Found{}, false
}
