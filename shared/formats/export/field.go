package export

import (
	"slices"
	"strconv"
	"strings"

	"anzen/shared/domain/sds"
)

// groupLabels are the headings of columns that hold a whole group.
var groupLabels = map[string]label{
	sds.GroupClassification:   {"GHS分類", "GHS classification"},
	sds.GroupComposition:      {"成分（名称・CAS番号・濃度）", "Ingredients (name, CAS number, concentration)"},
	sds.GroupExposureLimits:   {"許容濃度等", "Exposure limits"},
	sds.GroupNoEffectLevels:   {"DNEL・PNEC", "DNEL and PNEC"},
	sds.GroupBiologicalLimits: {"生物学的許容値", "Biological limits"},
	sds.GroupLaws:             {"適用法令", "Laws and regulations"},
	sds.GroupHazards:          {"危険有害性情報（文言）", "Hazard statements (text)"},
	sds.GroupPrecautions:      {"注意書き（文言）", "Precautionary statements (text)"},
}

func labelOf(d sds.Definition) label { return label{d.Heading.Ja, d.Heading.En} }

var parts = map[string]label{
	partLow:  {"（下限）", " (low)"},
	partHigh: {"（上限）", " (high)"},
	partUnit: {"（単位）", " (unit)"},
}

func (l label) with(part string) label { return label{l.ja + parts[part].ja, l.en + parts[part].en} }

var widths = map[sds.ValueKind]float64{sds.KindText: 28, sds.KindDate: 12, sds.KindQuantity: 16, sds.KindList: 24, sds.KindChoice: 14, sds.KindFlag: 10}

// standardFields are there where no columns were chosen; the sheet record has their values.
var standardFields = []string{"signal_word", "h_codes", "pictograms", "un_number"}

// fieldColumns are the columns of all fields that a sheet has, in its order:
// single fields, and each group joined in one cell, whole and column by column.
func fieldColumns() (columns []Column) {
	inHead := func(id string) bool {
		return slices.ContainsFunc(recordColumns, func(c Column) bool { return c.ID == id })
	}
	groups := map[string]bool{}
	for _, d := range sds.Definitions {
		switch {
		case d.Group == sds.GroupText:
			if d.Key == "body" {
				columns = append(columns, textColumn(d.Section))
			}
		case d.Group != "":
			if !groups[d.Group] {
				groups[d.Group] = true
				columns = append(columns, groupColumn(d.Section, d.Group))
			}
			columns = append(columns, joinedColumn(d))
		case !inHead(d.Key):
			columns = append(columns, singleColumns(d)...)
		}
	}
	return columns
}

// fromRecord are fields whose values the sheet record repeats, so that no section is read for them.
var fromRecord = map[string]func(v *View, h *sds.Sheet) Cell{
	"manufacturer_name": func(_ *View, h *sds.Sheet) Cell { return TextOf(h.Manufacturer) },
	"signal_word":       func(v *View, h *sds.Sheet) Cell { return TextOf(v.choice("signal_word", h.SignalWord)) },
	"h_codes":           func(_ *View, h *sds.Sheet) Cell { return joined(h.HCodes) },
	"pictograms":        func(v *View, h *sds.Sheet) Cell { return joined(pictures(v, h.Pictograms)) },
	"un_number":         func(_ *View, h *sds.Sheet) Cell { return TextOf(h.UNNumber) },
	"state":             func(v *View, h *sds.Sheet) Cell { return TextOf(v.choice("state", h.State)) },
	"transport_class":   func(_ *View, h *sds.Sheet) Cell { return TextOf(h.TransportClass) },
	"packing_group":     func(_ *View, h *sds.Sheet) Cell { return TextOf(h.PackingGroup) },
}

func pictures(v *View, codes []string) []string {
	named := make([]string, len(codes))
	for i, c := range codes {
		named[i] = c
		if w := v.words.Pictogram[c]; w != "" {
			named[i] = c + " " + w
		}
	}
	return named
}

func singleColumns(d sds.Definition) []Column {
	c := Column{
		ID: d.Key, Part: strconv.Itoa(d.Section), Standard: slices.Contains(standardFields, d.Key), label: labelOf(d), width: widths[d.Kind], Sections: []int{d.Section},
		cell: func(v *View, s *Sheet, _ *sds.Row) Cell {
			if f := single(s, d.Section, d.Key); f != nil {
				return valueCell(v, d, f.Value)
			}
			return Cell{}
		},
	}
	if d.CodesOf != "" {
		c.cell = func(_ *View, s *Sheet, _ *sds.Row) Cell {
			if part := s.section(d.Section); part != nil {
				return joined(sds.Codes(part, d.CodesOf))
			}
			return Cell{}
		}
	}
	if cell := fromRecord[d.Key]; cell != nil {
		c.Sections, c.cell = nil, func(v *View, s *Sheet, _ *sds.Row) Cell { return cell(v, &s.Record) }
	}
	columns := []Column{c}
	if d.Kind == sds.KindQuantity {
		for _, part := range []string{partLow, partHigh, partUnit} {
			columns = append(columns, Column{
				ID: d.Key + "." + part, Part: c.Part, label: c.label.with(part), width: 10, Sections: c.Sections,
				cell: func(_ *View, s *Sheet, _ *sds.Row) Cell {
					if f := single(s, d.Section, d.Key); f != nil {
						return quantityPart(f.Value.Quantity, part)
					}
					return Cell{}
				},
			})
		}
	}
	return columns
}

func single(s *Sheet, section int, key string) *sds.Field {
	part := s.section(section)
	if part == nil {
		return nil
	}
	if f := part.Find(key); f != nil && f.State != sds.StateDeleted {
		return f
	}
	return nil
}

// valueCell is a value in the language.
func valueCell(v *View, d sds.Definition, value sds.Value) Cell {
	switch value.Kind {
	case sds.KindDate:
		return DateOf(value.Text)
	case sds.KindQuantity:
		return quantityCell(value.Quantity)
	case sds.KindList:
		if d.Key == "pictograms" {
			return joined(pictures(v, value.List))
		}
		return joined(value.List)
	case sds.KindChoice:
		return TextOf(v.choice(d.Key, value.Text))
	case sds.KindFlag:
		return TextOf(v.choice("flag", value.Text))
	case sds.KindText:
		return TextOf(v.choice(d.Key, value.Text))
	default:
		return TextOf(value.Text)
	}
}

// lines calls f with each row of a group of the sheet in which something is stated.
func lines(s *Sheet, section int, group string, f func(r *sds.Row)) {
	part := s.section(section)
	if part == nil || part.Group(group) == nil {
		return
	}
	rows := part.Group(group).Rows
	for i := range rows {
		if slices.ContainsFunc(rows[i].Fields, func(f sds.Field) bool { return f.State != sds.StateDeleted }) {
			f(&rows[i])
		}
	}
}

func stated(r *sds.Row, key string) *sds.Field {
	i := slices.IndexFunc(r.Fields, func(f sds.Field) bool { return f.Key == key && f.State != sds.StateDeleted })
	if i < 0 {
		return nil
	}
	return &r.Fields[i]
}

// groupColumn is a whole group in one cell, a line a row.
func groupColumn(section int, group string) Column {
	var keys []sds.Definition
	for _, d := range sds.Definitions {
		if d.Section == section && d.Group == group {
			keys = append(keys, d)
		}
	}
	return Column{
		ID: group, Part: strconv.Itoa(section), label: groupLabels[group], width: 40, Sections: []int{section},
		cell: func(v *View, s *Sheet, _ *sds.Row) Cell {
			var all []string
			lines(s, section, group, func(r *sds.Row) {
				var words []string
				for _, d := range keys {
					if f := stated(r, d.Key); f != nil {
						if text := oneLine(valueCell(v, d, f.Value).String()); text != "" {
							words = append(words, text)
						}
					}
				}
				if len(words) > 0 {
					all = append(all, strings.Join(words, " "))
				}
			})
			return TextOf(strings.Join(all, "\n"))
		},
	}
}

// joinedColumn is one column of a group in one cell. It has a line a row, empty
// where the row is empty, so that lines of such cells belong together.
func joinedColumn(d sds.Definition) Column {
	return Column{
		ID: d.Group + "." + d.Key, Part: strconv.Itoa(d.Section), label: labelOf(d), width: 24, Sections: []int{d.Section},
		cell: func(v *View, s *Sheet, _ *sds.Row) Cell {
			var all []string
			filled := false
			lines(s, d.Section, d.Group, func(r *sds.Row) {
				text := ""
				if f := stated(r, d.Key); f != nil {
					text = oneLine(valueCell(v, d, f.Value).String())
				}
				all, filled = append(all, text), filled || text != ""
			})
			if !filled {
				return Cell{}
			}
			return TextOf(strings.Join(all, "\n"))
		},
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// textColumn is what a section contains beside its fields: titled blocks.
func textColumn(section int) Column {
	title := func(lang string) string { return or(wordsOf(lang).Section, strconv.Itoa(section)) }
	n := strconv.Itoa(section)
	return Column{
		ID: "text." + n, Part: n, label: label{n + ". " + title("ja") + "（記載内容）", n + ". " + title("en") + " (text)"}, width: 48, Sections: []int{section},
		cell: func(_ *View, s *Sheet, _ *sds.Row) Cell {
			var all []string
			lines(s, section, sds.GroupText, func(r *sds.Row) {
				for i, key := range []string{"title", "body"} {
					if f := stated(r, key); f != nil && strings.TrimSpace(f.Value.Text) != "" {
						text := strings.TrimSpace(f.Value.Text)
						if i == 0 {
							text = "[" + text + "]"
						}
						all = append(all, text)
					}
				}
			})
			return TextOf(strings.Join(all, "\n"))
		},
	}
}

// rowColumns are the columns of a group whose rows are the table's.
func rowColumns(section int, group string) (columns []Column) {
	for _, d := range sds.Definitions {
		if d.Section != section || d.Group != group {
			continue
		}
		name := labelOf(d)
		columns = append(columns, Column{
			ID: group + "." + d.Key, Part: strconv.Itoa(section), Standard: true, label: name, width: widths[d.Kind],
			cell: func(v *View, _ *Sheet, r *sds.Row) Cell {
				if f := stated(r, d.Key); f != nil {
					return valueCell(v, d, f.Value)
				}
				return Cell{}
			},
		})
		if d.Kind != sds.KindQuantity {
			continue
		}
		for _, part := range []string{partLow, partHigh, partUnit} {
			columns = append(columns, Column{
				ID: group + "." + d.Key + "." + part, Part: strconv.Itoa(section), Standard: true, label: name.with(part), width: 10,
				cell: func(_ *View, _ *Sheet, r *sds.Row) Cell {
					if f := stated(r, d.Key); f != nil {
						return quantityPart(f.Value.Quantity, part)
					}
					return Cell{}
				},
			})
		}
	}
	return columns
}
