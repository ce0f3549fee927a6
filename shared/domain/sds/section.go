package sds

import (
	"slices"
	"strings"
)

// FieldID is the id of a single field, or of one in a row.
func FieldID(group, row, key string) string {
	if group == "" {
		return key
	}
	return group + "/" + row + "/" + key
}

// splitID splits an id; group and row are empty for a single field, key is empty for a
// whole row.
func splitID(id string) (group, row, key string) {
	parts := strings.SplitN(id, "/", 3)
	switch len(parts) {
	case 1:
		return "", "", parts[0]
	case 2:
		return parts[0], parts[1], ""
	default:
		return parts[0], parts[1], parts[2]
	}
}

// Find returns the field with the id, to be changed in place; nil where there is none.
func (s *Section) Find(id string) *Field {
	group, row, _ := splitID(id)
	if group == "" {
		return findField(s.Fields, id)
	}
	if r := s.Row(group, row); r != nil {
		return findField(r.Fields, id)
	}
	return nil
}

func findField(fields []Field, id string) *Field {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.ID == id })
	if i < 0 {
		return nil
	}
	return &fields[i]
}

// Group is the group with the key, or nil.
func (s *Section) Group(key string) *Group {
	i := slices.IndexFunc(s.Groups, func(g Group) bool { return g.Key == key })
	if i < 0 {
		return nil
	}
	return &s.Groups[i]
}

// Row is a row of a group, or nil.
func (s *Section) Row(group, id string) *Row {
	g := s.Group(group)
	if g == nil {
		return nil
	}
	i := slices.IndexFunc(g.Rows, func(r Row) bool { return r.ID == id })
	if i < 0 {
		return nil
	}
	return &g.Rows[i]
}

// Each calls f with every field of the section, those of rows included.
func (s *Section) Each(f func(group string, field *Field)) {
	for i := range s.Fields {
		f("", &s.Fields[i])
	}
	for g := range s.Groups {
		for r := range s.Groups[g].Rows {
			for i := range s.Groups[g].Rows[r].Fields {
				f(s.Groups[g].Key, &s.Groups[g].Rows[r].Fields[i])
			}
		}
	}
}

// Merge merges a new analysis into a section: values that a user confirmed, edited,
// deleted or added stay, with the newly read value in Machine; all others are those of
// the new analysis.
func Merge(old, fresh Section) Section {
	merged := Section{Number: fresh.Number, Title: fresh.Title, Fields: mergeFields(old.Fields, fresh.Fields), Groups: []Group{}}
	if merged.Title == "" {
		merged.Title = old.Title
	}
	for _, g := range fresh.Groups {
		m := Group{Key: g.Key}
		for _, r := range g.Rows {
			if was := old.Row(g.Key, r.ID); was != nil {
				r.Fields = mergeFields(was.Fields, r.Fields)
			}
			m.Rows = append(m.Rows, r)
		}
		m.Rows = append(m.Rows, personRows(old.Group(g.Key), m.Rows)...)
		merged.Groups = append(merged.Groups, m)
	}
	for _, g := range old.Groups {
		if merged.Group(g.Key) == nil {
			if rows := personRows(&g, nil); len(rows) > 0 {
				merged.Groups = append(merged.Groups, Group{g.Key, rows})
			}
		}
	}
	return merged
}

func mergeFields(old, fresh []Field) []Field {
	merged := make([]Field, 0, len(fresh))
	for _, f := range fresh {
		if was := findField(old, f.ID); was != nil && was.ByPerson() {
			read := f.Value
			f = *was
			f.Machine = &read
		}
		merged = append(merged, f)
	}
	for _, f := range old {
		if f.ByPerson() && findField(merged, f.ID) == nil {
			merged = append(merged, f)
		}
	}
	return merged
}

// personRows are the rows of a group that a user has changed and that are not among
// those already merged.
func personRows(g *Group, merged []Row) (rows []Row) {
	if g == nil {
		return nil
	}
	for _, r := range g.Rows {
		changed := slices.ContainsFunc(r.Fields, Field.ByPerson)
		if changed && !slices.ContainsFunc(merged, func(m Row) bool { return m.ID == r.ID }) {
			rows = append(rows, r)
		}
	}
	return rows
}
