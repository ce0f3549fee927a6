package mhlw

import (
	"strings"

	"anzen/shared/domain/sds"
)

// levelItem is the name under which a limit's additional information says whom a DNEL or PNEC is for, by
// which route and against which effects: the format has no members of these.
func levelItem(language int) string {
	return inLanguage(language, "DNEL・PNECの対象", "What the DNEL or PNEC is for")
}

// biologicalItem names a biological limit that states no authority.
func biologicalItem(language int) string {
	return inLanguage(language, "生物学的許容値", "Biological limit")
}

// levelColumns are the columns written into the additional information.
var levelColumns = []string{"target", "route", "effect"}

// level writes a DNEL, DMEL or PNEC as another limitation, which its name tells apart from limits in air.
func (w *writer) level(r sds.Row) {
	if !anyStated(r) {
		return
	}
	value := object{}
	if f := stated(r.Fields, "value"); f != nil {
		value["NumericRangeWithUnitAndQualifier"] = []any{rangeOf(f.Value)}
	}
	if f := stated(r.Fields, "level"); f != nil {
		value["ItemName"] = f.Value.Text
	}
	info := object{"ItemName": levelItem(w.language)}
	var about []any
	for _, key := range levelColumns {
		if f := stated(r.Fields, key); f != nil {
			about = append(about, labelIn(key, w.language)+choiceIn(key, f.Value.Text, w.language))
		}
	}
	if len(about) > 0 {
		info["FullText"] = about
	}
	value["AdditionalInfo"] = info
	w.aboutSubstance(r, object{"OccupationalExposureLimit": []any{object{"LimitValue": object{"OtherLimitation": []any{value}}}}})
}

// biological writes a biological limit.
func (w *writer) biological(r sds.Row) {
	if !anyStated(r) {
		return
	}
	value := object{"ItemName": biologicalItem(w.language)}
	if f := stated(r.Fields, "value"); f != nil {
		value["NumericRangeWithUnitAndQualifier"] = []any{rangeOf(f.Value)}
	}
	for key, member := range biologicalMembers {
		if f := stated(r.Fields, key); f != nil {
			value[member] = f.Value.Text
		}
	}
	w.aboutSubstance(r, object{"BiologicalLimitValue": []any{value}})
}

// biologicalMembers are the members of a biological limit by column.
var biologicalMembers = map[string]string{"authority": "ItemName", "determinant": "substance", "specimen": "Sample", "sampling_time": "SamplingTime"}

func anyStated(r sds.Row) bool {
	for i := range r.Fields {
		if stated(r.Fields, r.Fields[i].Key) != nil {
			return true
		}
	}
	return false
}

// aboutSubstance writes an entry of section 8 with the substance of its row.
func (w *writer) aboutSubstance(r sds.Row, entry object) {
	if f := stated(r.Fields, "substance"); f != nil {
		entry["SubstanceIdentifiers"] = substance(f.Value.Text, nil)
	}
	w.append("ExposureControlPersonalProtection.OccupationalExposureLimits", entry)
}

func labelIn(key string, language int) string {
	d, _ := sds.DefinitionOf(8, sds.GroupNoEffectLevels, key)
	return d.Name.In(inLanguage(language, "ja", "en")) + inLanguage(language, "：", ": ")
}

func choiceIn(key, choice string, language int) string {
	if words, ok := sds.ChoiceName(key, choice); ok {
		return words.In(inLanguage(language, "ja", "en"))
	}
	return choice
}

// readLevel takes a limitation that is a DNEL or PNEC, and reports whether it is one.
func (r *reader) readLevel(name string, at []step) bool {
	info := member(at, "AdditionalInfo")
	item, _ := look(r.root, member(info, "ItemName")).(string)
	if item != levelItem(sds.LanguageJapanese) && item != levelItem(sds.LanguageEnglish) {
		return false
	}
	drop(r.root, member(info, "ItemName"))
	cells := textCells(cell{key: "substance", raw: name})
	if level, ok := r.text(member(at, "ItemName")); ok {
		cells = append(cells, cell{"level", sds.Value{Kind: sds.KindChoice, Text: level}, level})
	}
	for _, text := range r.list(member(info, "FullText")) {
		if key, choice := readAbout(text); key != "" {
			cells = append(cells, cell{key, sds.Value{Kind: sds.KindChoice, Text: choice}, text})
		}
	}
	if v, ok := r.quantity(member(at, "NumericRangeWithUnitAndQualifier", 0)); ok {
		cells = append(cells, cell{"value", v, ""})
	}
	r.row(8, sds.GroupNoEffectLevels, cells...)
	return true
}

// readAbout is the column and the choice that a line of the additional information states.
func readAbout(text string) (key, choice string) {
	for _, key := range levelColumns {
		for _, language := range []int{sds.LanguageJapanese, sds.LanguageEnglish} {
			name, ok := strings.CutPrefix(text, labelIn(key, language))
			if !ok {
				continue
			}
			for _, choice := range sds.NamedChoices(key) {
				if choiceIn(key, choice, language) == name {
					return key, choice
				}
			}
		}
	}
	return "", ""
}

// readBiological takes a biological limit.
func (r *reader) readBiological(name string, at []step) {
	cells := textCells(cell{key: "substance", raw: name})
	for _, key := range []string{"authority", "determinant", "specimen", "sampling_time"} {
		text, ok := r.text(member(at, biologicalMembers[key]))
		if ok && (key != "authority" || text != biologicalItem(sds.LanguageJapanese) && text != biologicalItem(sds.LanguageEnglish)) {
			cells = append(cells, textCells(cell{key: key, raw: text})...)
		}
	}
	rows := max(1, r.length(member(at, "NumericRangeWithUnitAndQualifier")))
	for i := range rows {
		row := cells[:len(cells):len(cells)]
		if v, ok := r.quantity(member(at, "NumericRangeWithUnitAndQualifier", i)); ok {
			row = append(row, cell{"value", v, ""})
		}
		if len(row) > 0 {
			r.row(8, sds.GroupBiologicalLimits, row...)
		}
	}
}

// textCells are the cells with a text, of those that have one.
func textCells(cells ...cell) (out []cell) {
	for _, c := range cells {
		if c.raw != "" {
			c.value = sds.Value{Kind: sds.KindText, Text: c.raw}
			out = append(out, c)
		}
	}
	return out
}
