package createsimple

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/formats/export"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// The tool's exposure limits, by the keys under which the sheet's are sorted.
type limitItem struct {
	key    string
	name   words
	since3 bool // ver.3 asks for it, ver.2 does not
}

const (
	standard8h    = "standard_8h"
	standardShort = "standard_short"
	control       = "control"
)

var limitItems = []limitItem{
	{standard8h, words{"８時間濃度基準値", "Concentration standard (8 hours)"}, true},
	{standardShort, words{"短時間濃度基準値", "Concentration standard (short term)"}, true},
	{"jsoh", words{"日本産業衛生学会 許容濃度", "JSOH occupational exposure limit"}, false},
	{"jsoh_ceiling", words{"日本産業衛生学会 最大許容濃度", "JSOH ceiling"}, false},
	{"acgih_twa", words{"ACGIH TLV-TWA", "ACGIH TLV-TWA"}, false},
	{"acgih_stel", words{"ACGIH TLV-STEL", "ACGIH TLV-STEL"}, false},
	{"acgih_c", words{"ACGIH TLV-C", "ACGIH TLV-C"}, false},
	{"dfg_mak", words{"DFG MAK", "DFG MAK"}, true},
	{"dfg_peak", words{"DFG Peak lim", "DFG Peak lim"}, true},
	{"other_8h", words{"その他（８時間）", "Other (8 hours)"}, true},
	{"other_short", words{"その他（短時間）", "Other (short term)"}, true},
	{control, words{"管理濃度（参考）", "Administrative control level (for reference)"}, false},
}

var limitName = func() map[string]words {
	m := map[string]words{}
	for _, i := range limitItems {
		m[i.key] = i.name
	}
	return m
}()

// limit is one that section 8 states.
type limit struct {
	key       string
	value     float64
	unit      string // ppm, mg/m³
	origin    string
	authority string
	text      string
	substance string // squeezed; empty: not named
	cas       []chem.Found
	named     string
	used      bool
}

var concentrationRE = regexp.MustCompile(`濃度基準`)

// stated are the limits of section 8.
func (b *builder) statedLimits() []limit {
	var all []limit
	for _, r := range b.rows(8, sds.GroupExposureLimits) {
		f := fieldIn(r.Fields, "value")
		if f == nil || f.Value.Quantity == nil {
			continue
		}
		q := f.Value.Quantity
		v := q.High
		if v == nil {
			v = q.Low
		}
		if v == nil {
			continue
		}
		value, unit, ok := airborne(*v, q.Unit)
		if !ok {
			continue
		}
		l := limit{value: value, unit: unit, origin: b.origin(8, f), text: strings.TrimSpace(quantityText(q))}
		if a := fieldIn(r.Fields, "authority"); a != nil {
			l.authority = a.Value.Text
			kind := textIn(r.Fields, "kind")
			l.key = limitKey(a.Value.Text, kind, concentrationRE.MatchString(a.Raw) || concentrationRE.MatchString(f.Raw))
		} else {
			l.key = limitKey("", textIn(r.Fields, "kind"), false)
		}
		if s := fieldIn(r.Fields, "substance"); s != nil {
			l.named = s.Value.Text
			l.substance, l.cas = fold.Squeezed(s.Value.Text), chem.FindCAS(fold.Printed(s.Value.Text))
		}
		all = append(all, l)
	}
	return all
}

// airborne is a concentration in air in one of the tool's two units.
func airborne(v float64, unit string) (float64, string, bool) {
	switch strings.ReplaceAll(unit, " ", "") {
	case "ppm":
		return v, "ppm", true
	case "ppb":
		return v / 1e3, "ppm", true
	case "mg/m3", "mg/m³":
		return v, "mg/m³", true
	case "μg/m3", "ug/m3":
		return v / 1e3, "mg/m³", true
	}
	return 0, "", false
}

// limitKey is the tool's item for a limit of an authority.
func limitKey(authority, kind string, concentration bool) string {
	short := kind == "STEL" || kind == "C"
	switch {
	case authority == "MHLW" && concentration && short:
		return standardShort
	case authority == "MHLW" && concentration:
		return standard8h
	case authority == "MHLW":
		return control
	case authority == "JSOH" && short:
		return "jsoh_ceiling"
	case authority == "JSOH":
		return "jsoh"
	case authority == "ACGIH" && kind == "STEL":
		return "acgih_stel"
	case authority == "ACGIH" && kind == "C":
		return "acgih_c"
	case authority == "ACGIH":
		return "acgih_twa"
	case ofDFG(authority) && short:
		return "dfg_peak"
	case ofDFG(authority):
		return "dfg_mak"
	case short:
		return "other_short"
	}
	return "other_8h"
}

// ofDFG reports Germany's research council as the authority, which lists of many countries print as "Germany (DFG)".
func ofDFG(authority string) bool { return authority == "DFG" || strings.HasSuffix(authority, "(DFG)") }

// belongs reports whether a limit is a component's: by number, by name, or because
// there is no other component.
func (l *limit) belongs(c *component, only bool) bool {
	if len(l.cas) > 0 {
		return slices.ContainsFunc(l.cas, func(f chem.Found) bool { return f.CAS == c.number || slices.Contains(c.also, string(f.CAS)) })
	}
	if l.substance == "" {
		return only
	}
	return slices.Contains(c.names, l.substance)
}

// limitsOf are a component's limits, by item. Where the sheet states one in both
// units, the one in which the tool reckons is given: mg/m³ for powders, else ppm; of
// several for the same item, the strictest.
func (b *builder) limitsOf(c *component, all []limit, only bool) map[string]Value {
	prefers := "ppm"
	if b.state() == "solid" {
		prefers = "mg/m³"
	}
	byItem := map[string][]*limit{}
	for i := range all {
		if all[i].belongs(c, only) {
			all[i].used = true
			byItem[all[i].key] = append(byItem[all[i].key], &all[i])
		}
	}
	values := map[string]Value{}
	for key, list := range byItem {
		slices.SortStableFunc(list, func(a, b *limit) int {
			switch {
			case (a.unit == prefers) != (b.unit == prefers):
				if a.unit == prefers {
					return -1
				}
				return 1
			case a.value < b.value:
				return -1
			case a.value > b.value:
				return 1
			}
			return 0
		})
		first := list[0]
		v := number(&first.value, first.unit, first.origin, "")
		var more []string
		for _, l := range list[1:] {
			more = append(more, strings.TrimSpace(l.authority+" "+l.text))
		}
		if strings.HasPrefix(key, "other") && first.authority != "" {
			v.Note = words{"機関：{a}。", "By {a}."}.in(b.lang, "{a}", first.authority)
		}
		if len(more) > 0 {
			v.Note = b.join(v.Note, words{"SDSには次の記載もあります：{more}。", "The SDS also states {more}."}.in(b.lang, "{more}", strings.Join(slices.Compact(more), ", ")))
		}
		values[key] = v
	}
	b.announced(c, values)
	return values
}

// announced puts in the concentration standards that the Minister has announced and
// that are in force, before those that the sheet states.
func (b *builder) announced(c *component, values map[string]Value) {
	if c.fact == nil || c.fact.applies == "" || c.fact.applies > b.today {
		return
	}
	origin := standard.in(b.lang, "{day}", b.day(c.fact.applies))
	if c.fact.standard8h == "none" {
		note := words{"長期的な健康影響が生じない安全な値を定められない物質です。ばく露を最小限度にする必要があります。", "No safe value can be set for this substance. Exposure has to be kept to a minimum."}.in(b.lang)
		if v := values[standard8h]; !v.Given() {
			values[standard8h] = Value{Note: note}
		}
		return
	}
	for key, encoded := range map[string]string{standard8h: c.fact.standard8h, standardShort: c.fact.standardShort} {
		if encoded == "" {
			continue
		}
		parts := strings.Split(encoded, "; ")
		figure, unit, _ := strings.Cut(parts[0], " ")
		if unit == "mg/m3" {
			unit = "mg/m³"
		}
		v := number(numberIn(figure), unit, origin, "")
		for _, p := range parts[1:] {
			if what, ok := strings.CutPrefix(p, "as "); ok {
				v.Note = b.join(v.Note, words{"{what}としての値です。", "As {what}."}.in(b.lang, "{what}", what))
			} else {
				v.Note = b.join(v.Note, words{"天井値として扱います。", "It is to be treated as a ceiling."}.in(b.lang))
			}
		}
		if of := values[key]; of.Given() && (of.Cell != v.Cell || of.Unit != v.Unit) {
			v.Note = b.join(v.Note, words{"SDSの記載は {v} {unit} です。", "The SDS states {v} {unit}."}.in(b.lang, "{v}", plain(of.Cell.Number), "{unit}", of.Unit))
		}
		values[key] = v
	}
}

// unplaced are the limits of no component, as lines for a person to place.
func (b *builder) unplaced(all []limit) []Line {
	var lines []Line
	for i := range all {
		l := &all[i]
		if l.used {
			continue
		}
		label := limitName[l.key]
		v := Value{Cell: export.NumberOf(rounded(l.value)), Unit: l.unit, Origin: l.origin, Note: words{"SDSの物質名：{name}", "Substance in the SDS: {name}"}.in(b.lang, "{name}", l.named)}
		if l.named == "" {
			v.Note = words{"SDSに物質名の記載がありません。", "The SDS names no substance."}.in(b.lang)
		}
		lines = append(lines, Line{Item: label.ja, English: label.en, Value: v})
	}
	return lines
}
