package mhlw

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"anzen/shared/domain/sds"
)

// sdsNumber is the item of the document's head under which a sheet's own number stands: the
// format has no member for it.
const sdsNumber = "SDS整理番号"

// writer makes the tree of a document.
type writer struct {
	root     any
	language int
	known    Known
}

// Export writes a sheet as a document of the format. Values that a person deleted
// are not the sheet's any more. The language is the sheet's: its texts are not
// translated, but the format's own words are in it. Known adds the numbers of its ingredients.
func Export(language int, sections []sds.Section, known ...Known) ([]byte, error) {
	w := &writer{root: object{}, language: language}
	if len(known) > 0 {
		w.known = known[0]
	}
	w.put("Datasheet.SDS-SchemaVersionNo", SchemaVersion)
	w.standards(sections)
	state := stateOf(sections)
	for i := range sections {
		s := &sections[i]
		for _, one := range singles {
			if one.definition.Section == s.Number {
				if f := stated(s.Fields, one.definition.Key); f != nil {
					w.single(one, f.Value)
				}
			}
		}
		w.special(s)
		for _, g := range s.Groups {
			for _, r := range g.Rows {
				w.row(s.Number, g.Key, r, state)
			}
		}
	}
	w.statements(sections)
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(pruned(w.root)); err != nil {
		return nil, fmt.Errorf("encode the document: %w", err)
	}
	return out.Bytes(), nil
}

func stated(fields []sds.Field, key string) *sds.Field {
	i := slices.IndexFunc(fields, func(f sds.Field) bool { return f.Key == key && f.State != sds.StateDeleted })
	if i < 0 {
		return nil
	}
	return &fields[i]
}

func stateOf(sections []sds.Section) string {
	for i := range sections {
		if f := stated(sections[i].Fields, "state"); f != nil && sections[i].Number == 9 {
			return f.Value.Text
		}
	}
	return ""
}

func (w *writer) put(path string, value any) bool { return w.putAt(mustPath(path), value) }

func (w *writer) putAt(steps []step, value any) bool {
	root, ok := put(w.root, steps, value)
	if ok {
		w.root = root
	}
	return ok
}

// append puts a value at the end of a list.
func (w *writer) append(path string, value any) {
	list, _ := look(w.root, mustPath(path)).([]any)
	w.put(fmt.Sprintf("%s[%d]", path, len(list)), value)
}

func (w *writer) single(one single, v sds.Value) {
	key := one.definition.Key
	switch one.definition.Kind {
	case sds.KindQuantity:
		w.quantity(one, v)
	case sds.KindList:
		if key == "subsidiary_risks" {
			w.putAt(one.path, strings.Join(v.List, ", "))
			return
		}
		list := make([]any, len(v.List))
		for i, entry := range v.List {
			list[i] = entry
		}
		w.putAt(one.path, list)
	default: // choices, flags and goods without a UN number in words
		w.putAt(one.path, wordOf(key, v.Text, w.language))
	}
}

// quantity is an entry of a list of measurements.
func (w *writer) quantity(one single, v sds.Value) {
	entry := object{"NumericRangeWithUnitAndQualifier": rangeOf(v)}
	if v.Quantity == nil {
		entry = object{"AdditionalInfo": object{"FullText": []any{v.Text}}}
	}
	if one.ja != "" {
		entry["ItemName"] = inLanguage(w.language, one.ja, one.en)
	}
	list, _ := look(w.root, one.path).([]any)
	w.putAt(append(slices.Clone(one.path), step{"", len(list)}), entry)
}

// special are the fields whose member depends on more than their key.
func (w *writer) special(s *sds.Section) {
	if s.Number != 1 {
		return
	}
	if f := stated(s.Fields, "product_name"); f != nil {
		w.put("Identification.TradeProductIdentity."+inLanguage(w.language, "TradeNameJP", "TradeNameEN"), f.Value.Text)
	}
	if f := stated(s.Fields, "sds_number"); f != nil {
		w.put("Datasheet.AdditionalInfo", object{"ItemName": sdsNumber, "FullText": []any{f.Value.Text}})
	}
}

func (w *writer) row(section int, group string, r sds.Row, state string) {
	text := func(key string) string {
		if f := stated(r.Fields, key); f != nil {
			return f.Value.Text
		}
		return ""
	}
	switch group {
	case sds.GroupClassification:
		from := ""
		if f := stated(r.Fields, "class"); f != nil && f.Extractor == Extractor {
			from = f.Raw
		}
		if text("class") != "" {
			var effects []string
			if f := stated(r.Fields, "effects"); f != nil {
				effects = f.Value.List
			}
			w.writeClass(text("class"), text("category"), from, state, effects)
		}
	case sds.GroupComposition:
		w.ingredient(r)
	case sds.GroupExposureLimits:
		w.limit(r)
	case sds.GroupNoEffectLevels:
		w.level(r)
	case sds.GroupBiologicalLimits:
		w.biological(r)
	case sds.GroupLaws:
		w.append("RegulatoryInformation.OtherLegislation.Legislation", object{"LegislationName": text("name")})
	case sds.GroupText:
		w.text(section, text("title"), text("body"))
	}
}

func substance(name string, cas []string) object {
	o := object{}
	if name != "" {
		o["SubstanceNames"] = object{"GenericName": name}
	}
	if len(cas) > 0 {
		list := make([]any, len(cas))
		for i, c := range cas {
			list[i] = c
		}
		o["SubstanceIdentity"] = object{"CASno": object{"FullText": list}}
	}
	return o
}

func (w *writer) ingredient(r sds.Row) {
	entry := object{}
	var name string
	var cas []string
	if f := stated(r.Fields, "name"); f != nil {
		name = f.Value.Text
	}
	if f := stated(r.Fields, "cas"); f != nil {
		cas = f.Value.List
	}
	entry["SubstanceIdentifiers"] = substance(name, cas)
	if f := stated(r.Fields, "concentration"); f != nil {
		entry["Concentration"] = object{"NumericRangeWithUnitAndQualifier": rangeOf(f.Value)}
	}
	w.number(entry, name, cas)
	if pruned(entry) != nil {
		w.append("Composition.CompositionAndConcentration", entry)
	}
}

// methodItem is the name under which a limit's additional information has how it is measured.
func methodItem(language int) string {
	return inLanguage(language, "測定方法", "Measurement method")
}

// limitMembers are the kinds of limit value that have a member of their own.
var limitMembers = map[string]string{"TWA": "Limit8H", "STEL": "LimitShortTerm", "C": "PeakLimitation"}

func (w *writer) limit(r sds.Row) {
	limit := object{}
	value := object{}
	if f := stated(r.Fields, "value"); f != nil {
		value["NumericRangeWithUnitAndQualifier"] = []any{rangeOf(f.Value)}
	}
	if f := stated(r.Fields, "authority"); f != nil {
		limit["LimitValueTypeWithCountryOrOrganisation"] = f.Value.Text
	}
	if f := stated(r.Fields, "method"); f != nil {
		value["AdditionalInfo"] = object{"ItemName": methodItem(w.language), "FullText": []any{f.Value.Text}}
	}
	kind := ""
	if f := stated(r.Fields, "kind"); f != nil {
		kind = f.Value.Text
		value["ItemName"] = kind
	}
	if of, ok := limitMembers[kind]; ok {
		limit["LimitValue"] = object{of: value}
	} else {
		limit["LimitValue"] = object{"OtherLimitation": []any{value}}
	}
	entry := object{"OccupationalExposureLimit": []any{limit}}
	if f := stated(r.Fields, "substance"); f != nil {
		entry["SubstanceIdentifiers"] = substance(f.Value.Text, nil)
	}
	if pruned(entry) != nil {
		w.append("ExposureControlPersonalProtection.OccupationalExposureLimits", entry)
	}
}

// text writes a block of text: into the member that is for it, back into the
// members it was read from, or to the section's additional information.
func (w *writer) text(section int, title, body string) {
	if body == "" {
		return
	}
	if b, ok := blockFor(section, w.language, title); ok && look(w.root, b.path) == nil {
		usual := title == b.title(w.language)
		if (usual || look(w.root, b.itemName) == nil) && w.putAt(b.path, body) {
			if !usual {
				w.putAt(b.itemName, title)
			}
			return
		}
	}
	if w.unfold(section, title, body) {
		return
	}
	w.append(additional[section]+".AdditionalInfo.FullText", titled(title, body))
}

// titled is a text with its title, as it stands in lists of additional information.
func titled(title, body string) string {
	if title == "" && !strings.HasPrefix(body, "【") {
		return body
	}
	return "【" + title + "】\n" + body
}

func untitled(text string) (title, body string) {
	if rest, ok := strings.CutPrefix(text, "【"); ok {
		if title, body, ok = strings.Cut(rest, "】\n"); ok {
			return title, body
		}
	}
	return "", text
}

// statements writes the sentences of the label with their codes.
func (w *writer) statements(sections []sds.Section) {
	i := slices.IndexFunc(sections, func(s sds.Section) bool { return s.Number == 2 })
	if i < 0 {
		return
	}
	const labelling = "HazardIdentification.HazardLabelling"
	w.sentences(&sections[i], sds.GroupHazards, "HazardStatementCode", func(string) string { return labelling + ".HazardStatement" })
	w.sentences(&sections[i], sds.GroupPrecautions, "PrecautionaryStatementCode", func(code string) string {
		group := "Prevention"
		switch {
		case strings.HasPrefix(code, "P3"):
			group = "Response"
		case strings.HasPrefix(code, "P4"):
			group = "Storage"
		case strings.HasPrefix(code, "P5"):
			group = "Disposal"
		}
		return labelling + ".PrecautionaryStatements." + group
	})
}

func (w *writer) sentences(s *sds.Section, group, member string, path func(code string) string) {
	if g := s.Group(group); g != nil {
		for _, r := range g.Rows {
			entry := object{}
			code := ""
			if f := stated(r.Fields, "code"); f != nil {
				code = f.Value.Text
				entry[member] = code
			}
			if f := stated(r.Fields, "text"); f != nil {
				entry["FullText"] = f.Value.Text
			}
			if len(entry) > 0 {
				w.append(path(code), entry)
			}
		}
	}
}
