package analysis

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/ghs"
)

// sectionsOf converts a reading to the sections of a sheet. The ids of fields and rows
// are the same in the next analysis of the same sheet.
func sectionsOf(r reading) []sds.Section {
	b := builder{at: map[int]*sds.Section{}, taken: map[string]int{}}
	for n := range r.Titles {
		b.section(n).Title = r.Titles[n]
	}
	values := r.Result.Values
	for i := 0; i < len(values); {
		v := values[i]
		table, _, column := strings.Cut(v.Key, ".")
		switch {
		case v.Row == extract.NoRow && v.Key == sds.GroupLaws:
			b.laws(v)
			i++
		case v.Key == sds.GroupText:
			b.block(v)
			i++
		case v.Row == extract.NoRow || !column:
			b.single(v)
			i++
		default:
			j := i
			for j < len(values) && values[j].Row == v.Row && strings.HasPrefix(values[j].Key, table+".") {
				j++
			}
			b.row(table, values[i:j])
			i = j
		}
	}
	return b.all()
}

type builder struct {
	at    map[int]*sds.Section
	taken map[string]int // how often a row id was given, for rows with the same contents
}

func (b *builder) section(n int) *sds.Section {
	if b.at[n] == nil {
		b.at[n] = &sds.Section{Number: n, Fields: []sds.Field{}, Groups: []sds.Group{}}
	}
	return b.at[n]
}

func (b *builder) all() []sds.Section {
	sections := make([]sds.Section, 0, len(b.at))
	for _, s := range b.at {
		sds.UniteStatements(s)
		sections = append(sections, *s)
	}
	slices.SortFunc(sections, func(x, y sds.Section) int { return x.Number - y.Number })
	return sections
}

func (b *builder) single(v extract.Value) {
	d, ok := definition(v.Key, "")
	if !ok {
		return
	}
	s := b.section(d.Section)
	if s.Find(v.Key) == nil {
		s.Fields = append(s.Fields, field(v.Key, v.Key, v, value(v, d)))
	}
}

func definition(key, group string) (sds.Definition, bool) {
	i := slices.IndexFunc(sds.Definitions, func(d sds.Definition) bool { return d.Key == key && d.Group == group })
	if i < 0 {
		return sds.Definition{}, false
	}
	return sds.Definitions[i], true
}

// rowID is the id of a row by its contents; rows with the same contents are numbered.
func (b *builder) rowID(group string, contents ...string) string {
	id := sds.RowID(group, contents...)
	b.taken[group+id]++
	if n := b.taken[group+id]; n > 1 {
		id += "-" + strconv.Itoa(n)
	}
	return id
}

func (b *builder) add(section int, group string, r sds.Row) {
	s := b.section(section)
	g := s.Group(group)
	if g == nil {
		s.Groups = append(s.Groups, sds.Group{Key: group})
		g = s.Group(group)
	}
	g.Rows = append(g.Rows, r)
}

func (b *builder) row(group string, cells []extract.Value) {
	var contents []string
	for _, c := range cells {
		if c.Kind == extract.Text || c.Kind == extract.Choice || c.Kind == extract.Codes {
			// The form of inhalation is left out, so that rows keep the ids from when it was not read.
			contents = append(contents, c.Key, ghs.FamilyOf(c.Text), strings.Join(c.List, ","))
		}
	}
	r := sds.Row{ID: b.rowID(group, contents...)}
	section := 0
	for _, c := range cells {
		_, key, _ := strings.Cut(c.Key, ".")
		if c.Key == noteOfClass {
			key, c = "effects", effects(cells, c)
		}
		d, ok := definition(key, group)
		if !ok || c.Key == "" {
			continue
		}
		section = d.Section
		r.Fields = append(r.Fields, field(sds.FieldID(group, r.ID, key), key, c, value(c, d)))
	}
	if len(r.Fields) > 0 {
		b.add(section, group, r)
	}
}

// noteOfClass is what a sheet prints in brackets after a category: organs, kinds of effect, routes.
const noteOfClass = "classification.note"

// effects is the note of a class as the list of its organs and effects; without a key for classes that have none.
func effects(cells []extract.Value, note extract.Value) extract.Value {
	i := slices.IndexFunc(cells, func(c extract.Value) bool { return c.Key == sds.GroupClassification+".class" })
	if i < 0 || len(ghs.Effects(cells[i].Text)) == 0 {
		return extract.Value{}
	}
	note.Kind, note.List = extract.Codes, nil
	for _, part := range betweenEffects.Split(note.Text, -1) {
		if part = strings.TrimSpace(part); part != "" {
			note.List = append(note.List, part)
		}
	}
	if len(note.List) == 0 {
		return extract.Value{}
	}
	return note
}

var betweenEffects = regexp.MustCompile(`[、，,;；・/]|\band\b|及び|および`)

// laws makes a row for each law that section 15 names.
func (b *builder) laws(v extract.Value) {
	for i, name := range v.List {
		one := v
		if len(v.Source) == len(v.List) {
			one.Source = v.Source[i : i+1]
		}
		id := b.rowID(sds.GroupLaws, name)
		f := field(sds.FieldID(sds.GroupLaws, id, "name"), "name", one, sds.Value{Kind: sds.KindText, Text: name})
		b.add(15, sds.GroupLaws, sds.Row{ID: id, Fields: []sds.Field{f}})
	}
}

// block makes a row of a titled block of text.
func (b *builder) block(v extract.Value) {
	if _, ok := sds.DefinitionOf(v.Section, sds.GroupText, "body"); !ok || strings.TrimSpace(v.Text) == "" {
		return
	}
	r := sds.Row{ID: b.rowID(sds.GroupText+strconv.Itoa(v.Section), v.Title)}
	if v.Title != "" {
		r.Fields = append(r.Fields, field(sds.FieldID(sds.GroupText, r.ID, "title"), "title", v, sds.Value{Kind: sds.KindText, Text: v.Title}))
	}
	r.Fields = append(r.Fields, field(sds.FieldID(sds.GroupText, r.ID, "body"), "body", v, sds.Value{Kind: sds.KindText, Text: v.Text}))
	b.add(v.Section, sds.GroupText, r)
}

func field(id, key string, v extract.Value, of sds.Value) sds.Field {
	return sds.Field{
		ID: id, Key: key, Value: of, Raw: v.Raw, Sources: sources(v.Source), Extractor: v.Extractor, Confidence: v.Confidence, State: sds.StateMachine,
	}
}

func value(v extract.Value, d sds.Definition) sds.Value {
	is := sds.Value{Kind: d.Kind}
	switch d.Kind {
	case sds.KindList:
		is.List = v.List
		if len(is.List) == 0 && v.Text != "" {
			is.List = []string{v.Text}
		}
	case sds.KindQuantity:
		is.Quantity = quantity(v.Quantity)
		if is.Quantity == nil {
			is.Text = v.Text // trade secret, balance: a statement without a number
		}
	default:
		is.Text = v.Text
	}
	return is
}

func quantity(q chem.Quantity) *sds.Quantity {
	if !q.Stated() {
		return nil
	}
	is := &sds.Quantity{LowOp: q.LowOp, HighOp: q.HighOp, Unit: q.Unit}
	if q.LowOp != "" {
		is.Low = &q.Low
	}
	if q.HighOp != "" {
		is.High = &q.High
	}
	return is
}

// sources are the sources of a value in page order, one for each page.
func sources(from []doc.Source) []sds.Source {
	var places []sds.Source
	for _, s := range from {
		i := slices.IndexFunc(places, func(p sds.Source) bool { return p.Page == s.Page })
		if i < 0 {
			places = append(places, sds.Source{Page: s.Page})
			i = len(places) - 1
		}
		for _, box := range s.Boxes {
			b := sds.Box{X0: box.X0, Y0: box.Y0, X1: box.X1, Y1: box.Y1}
			if !slices.Contains(places[i].Boxes, b) {
				places[i].Boxes = append(places[i].Boxes, b)
			}
		}
	}
	slices.SortFunc(places, func(a, b sds.Source) int { return a.Page - b.Page })
	return places
}
