package createsimple

import (
	"slices"

	"anzen/shared/domain/sds"
)

// section is a section of the sheet; nil where it has none.
func (b *builder) section(number int) *sds.Section {
	i := slices.IndexFunc(b.sections, func(s sds.Section) bool { return s.Number == number })
	if i < 0 {
		return nil
	}
	return &b.sections[i]
}

// field is a single field of a section, unless a person deleted it.
func (b *builder) field(section int, key string) *sds.Field {
	s := b.section(section)
	if s == nil {
		return nil
	}
	return fieldIn(s.Fields, key)
}

func fieldIn(fields []sds.Field, key string) *sds.Field {
	i := slices.IndexFunc(fields, func(f sds.Field) bool { return f.Key == key && f.State != sds.StateDeleted })
	if i < 0 {
		return nil
	}
	return &fields[i]
}

func textIn(fields []sds.Field, key string) string {
	if f := fieldIn(fields, key); f != nil {
		return f.Value.Text
	}
	return ""
}

// rows are the rows of a group of a section.
func (b *builder) rows(section int, group string) []sds.Row {
	if s := b.section(section); s != nil {
		if g := s.Group(group); g != nil {
			return g.Rows
		}
	}
	return nil
}
