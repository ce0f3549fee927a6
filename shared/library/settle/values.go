package settle

import (
	"slices"
	"strconv"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/judgement/findings"
	"anzen/shared/reader/extract"
	"anzen/shared/reference/chem"
)

// values are a sheet's values in the form of a reading, with the id of each field.
type values struct {
	extract.Result
	ids    []place
	stated map[string]string // the codes of statements, by the id of the field
}

// place is a value's location as rules name it, with the field's id.
type place struct {
	field findings.Field
	id    string
}

var japanese = strconv.Itoa(sds.LanguageJapanese)

// language is a sheet's language as the reader names it.
func language(record *sds.Sheet) string {
	switch record.Language {
	case sds.LanguageJapanese:
		return "ja"
	case sds.LanguageEnglish:
		return "en"
	default:
		return "other"
	}
}

// valuesOf converts a sheet's values back into the form in which they were read: without
// deleted ones, and with edited ones as if printed so.
func valuesOf(record *sds.Sheet, sections []sds.Section) *values {
	v := &values{Result: extract.Result{Language: language(record)}}
	for i := range sections {
		s := &sections[i]
		for j := range s.Fields {
			f := &s.Fields[j]
			v.add(s.Number, f.Key, extract.NoRow, f)
		}
		for _, g := range s.Groups {
			switch g.Key {
			case sds.GroupText: // no rule reads them
			case sds.GroupLaws:
				v.laws(s.Number, g)
			default:
				v.table(s.Number, g)
			}
			v.codes(s, g)
		}
	}
	return v
}

// codes adds the list of the codes that are printed with their statements, or entered by a
// user, as the reader lists them. Codes that were found by the wording alone are left to
// the rules that read the statements.
func (v *values) codes(s *sds.Section, g sds.Group) {
	i := slices.IndexFunc(sds.Definitions, func(d sds.Definition) bool { return d.CodesOf == g.Key && d.Section == s.Number })
	if i < 0 {
		return
	}
	list := extract.Value{Section: s.Number, Key: sds.Definitions[i].Key, Row: extract.NoRow, Kind: extract.Codes}
	for _, r := range g.Rows {
		for _, f := range r.Fields {
			if f.Key != "code" {
				continue
			}
			v.ids = append(v.ids, place{findings.Field{Key: list.Key, Row: extract.NoRow}, f.ID})
			if v.stated == nil {
				v.stated = map[string]string{}
			}
			v.stated[f.ID] = f.Value.Text
			if f.State == sds.StateDeleted || !f.ByPerson() && !strings.Contains(f.Raw, f.Value.Text) {
				continue
			}
			for _, code := range sds.SplitCodes(f.Value.Text) {
				if !slices.Contains(list.List, code) {
					list.List, list.Confidence = append(list.List, code), max(list.Confidence, f.Confidence)
				}
			}
		}
	}
	if len(list.List) > 0 {
		v.Values = append(v.Values, list)
	}
}

// deletedRow is the row number of values in deleted rows.
const deletedRow = extract.NoRow - 1

func (v *values) table(section int, g sds.Group) {
	n := 0
	for i := range g.Rows {
		row := g.Rows[i].Fields
		at := deletedRow
		if slices.ContainsFunc(row, func(f sds.Field) bool { return f.State != sds.StateDeleted }) {
			at = n
			n++
		}
		for j := range row {
			v.add(section, g.Key+"."+row[j].Key, at, &row[j])
		}
	}
}

func (v *values) add(section int, key string, row int, f *sds.Field) {
	v.ids = append(v.ids, place{findings.Field{Key: key, Row: row}, f.ID})
	if f.State == sds.StateDeleted {
		return
	}
	is := extract.Value{
		Section: section, Key: key, Row: row, Kind: kinds[f.Value.Kind], Text: f.Value.Text, Quantity: quantity(f.Value.Quantity), List: f.Value.List,
		Raw: f.Raw, Extractor: f.Extractor, Confidence: f.Confidence,
	}
	if f.State == sds.StateEdited {
		is.Raw, is.Confidence = f.Value.Text, 1
	}
	v.Values = append(v.Values, is)
}

// laws adds the names of the laws, one a row, as one list.
func (v *values) laws(section int, g sds.Group) {
	var names []string
	for _, r := range g.Rows {
		for _, f := range r.Fields {
			if f.Key == "name" && f.State != sds.StateDeleted {
				names = append(names, f.Value.Text)
			}
		}
	}
	if len(names) > 0 {
		v.Values = append(v.Values, extract.Value{Section: section, Key: sds.GroupLaws, Row: extract.NoRow, Kind: extract.Codes, List: names})
	}
}

func (v *values) count(key string, n int) {
	v.Values = append(v.Values, extract.Value{
		Key: key, Row: extract.NoRow, Kind: extract.Quantity, Quantity: chem.Quantity{Low: float64(n), LowOp: chem.Equal, High: float64(n), HighOp: chem.Equal},
	})
}

var kinds = map[sds.ValueKind]extract.Kind{
	sds.KindText: extract.Text, sds.KindDate: extract.Date, sds.KindQuantity: extract.Quantity, sds.KindList: extract.Codes,
	sds.KindChoice: extract.Choice, sds.KindFlag: extract.Flag,
}

// quantity converts a quantity; a bound that was entered without an operator gets the
// inclusive one, or "=" where both bounds are equal.
func quantity(q *sds.Quantity) (is chem.Quantity) {
	if q == nil {
		return is
	}
	is.Unit = q.Unit
	single := q.Low != nil && q.High != nil && *q.Low == *q.High
	if q.Low != nil {
		is.Low, is.LowOp = *q.Low, q.LowOp
		if is.LowOp == "" {
			is.LowOp = operator(single, chem.AtLeast)
		}
	}
	if q.High != nil {
		is.High, is.HighOp = *q.High, q.HighOp
		if is.HighOp == "" {
			is.HighOp = operator(single, chem.AtMost)
		}
	}
	return is
}

func operator(single bool, end string) string {
	if single {
		return chem.Equal
	}
	return end
}

// findings converts the rules' findings into the form in which a sheet stores them.
func (v *values) findings(found []findings.Finding) []sds.Finding {
	all := make([]sds.Finding, 0, len(found))
	for _, f := range found {
		one := sds.Finding{ID: f.ID, Severity: string(f.Severity), Args: f.Args, Fields: []string{}}
		for _, field := range f.Fields {
			for _, p := range v.of(field, f.Args["code"]) {
				if !slices.Contains(one.Fields, p.id) {
					one.Fields = append(one.Fields, p.id)
				}
			}
		}
		all = append(all, one)
	}
	return all
}

// of are the places of a rule's field. Of a list of codes it is the one with the code that
// the finding is about, if any has it.
func (v *values) of(field findings.Field, code string) []place {
	var all, with []place
	for _, p := range v.ids {
		if !p.is(field) {
			continue
		}
		all = append(all, p)
		if stated := v.stated[p.id]; code != "" && (stated == code || slices.Contains(strings.Split(stated, "+"), code)) {
			with = append(with, p)
		}
	}
	if with != nil {
		return with
	}
	return all
}

// is reports whether a rule's field is the place, or the whole column that it is in.
func (p place) is(field findings.Field) bool {
	return p.field == field || field.Row == extract.NoRow && p.field.Key == field.Key && strings.Contains(field.Key, ".")
}
