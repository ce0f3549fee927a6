package mhlw

import (
	"slices"

	"anzen/shared/domain/sds"
)

// readStatements takes the sentences of the label and their codes.
func (r *reader) readStatements() {
	const labelling = "HazardIdentification.HazardLabelling"
	r.sentences(sds.GroupHazards, "HazardStatementCode", labelling+".HazardStatement")
	p := labelling + ".PrecautionaryStatements."
	r.sentences(sds.GroupPrecautions, "PrecautionaryStatementCode", p+"Prevention", p+"Response", p+"Storage", p+"Disposal")
}

func (r *reader) sentences(group, code string, paths ...string) {
	for _, path := range paths {
		at := mustPath(path)
		for i := range r.length(at) {
			var cells []cell
			if is, ok := r.text(member(at, i, code)); ok {
				cells = append(cells, cell{"code", sds.Value{Kind: sds.KindText, Text: is}, is})
			}
			if text, ok := r.text(member(at, i, "FullText")); ok {
				cells = append(cells, cell{"text", sds.Value{Kind: sds.KindText, Text: text}, text})
			}
			if len(cells) > 0 {
				r.row(2, group, cells...)
			}
		}
	}
}

// substance takes the name and the CAS numbers of a substance. Of several names
// it is the first; the others are reported as not imported.
func (r *reader) substance(at []step) (name string, cas []string) {
	at = member(at, "SubstanceIdentifiers")
	for _, path := range [][]step{
		member(at, "SubstanceNames", "GenericName"), member(at, "SubstanceNames", "IupacName"), member(at, "SubstanceNames", "CasInventoryName"),
		member(at, "CommonName", "OtherName", 0),
	} {
		if text, ok := r.text(path); ok {
			name = text
			break
		}
	}
	return name, r.list(member(at, "SubstanceIdentity", "CASno", "FullText"))
}

func (r *reader) readIngredients() {
	for _, path := range []string{"Composition.CompositionAndConcentration", "Composition.ImpuritiesAndStabilizingAdditives.SubstancesAndConcentration"} {
		list := mustPath(path)
		for i := range r.length(list) {
			at := member(list, i)
			var cells []cell
			name, cas := r.substance(at)
			r.readNumbers(at, name, cas)
			if name != "" {
				cells = append(cells, cell{"name", sds.Value{Kind: sds.KindText, Text: name}, name})
			}
			if len(cas) > 0 {
				cells = append(cells, cell{"cas", sds.Value{Kind: sds.KindList, List: cas}, ""})
			}
			if v, ok := r.quantity(member(at, "Concentration", "NumericRangeWithUnitAndQualifier")); ok {
				cells = append(cells, cell{"concentration", v, ""})
			}
			if len(cells) > 0 {
				r.row(3, sds.GroupComposition, cells...)
			}
		}
	}
}

// readLimits takes the limits of exposure, DNEL, PNEC and biological limits: a row each.
func (r *reader) readLimits() {
	list := mustPath("ExposureControlPersonalProtection.OccupationalExposureLimits")
	for i := range r.length(list) {
		at := member(list, i)
		biological := r.length(member(at, "BiologicalLimitValue"))
		if r.length(member(at, "OccupationalExposureLimit")) == 0 && biological == 0 {
			if entry, _ := look(r.root, at).(object); len(entry) == 1 { // a substance that has no limit
				if name, _ := r.substance(at); name != "" {
					r.limitRow(name, "", "", "", nil)
				}
			}
			continue
		}
		name, _ := r.substance(at)
		for j := range r.length(member(at, "OccupationalExposureLimit")) {
			limit := member(at, "OccupationalExposureLimit", j)
			authority, _ := r.text(member(limit, "LimitValueTypeWithCountryOrOrganisation"))
			found := 0
			for _, kind := range []string{"TWA", "STEL", "C"} {
				found += r.readLimit(name, authority, kind, member(limit, "LimitValue", limitMembers[kind]))
			}
			others := member(limit, "LimitValue", "OtherLimitation")
			for k := range r.length(others) {
				if r.readLevel(name, member(others, k)) {
					found++
					continue
				}
				kind, _ := look(r.root, member(others, k, "ItemName")).(string)
				if !slices.Contains([]string{"DNEL", "DMEL"}, kind) {
					kind = ""
				}
				found += r.readLimit(name, authority, kind, member(others, k))
			}
			if found == 0 && (name != "" || authority != "") {
				r.limitRow(name, authority, "", "", nil)
			}
		}
		for j := range biological {
			r.readBiological(name, member(at, "BiologicalLimitValue", j))
		}
	}
}

func (r *reader) readLimit(name, authority, kind string, at []step) (found int) {
	if item, _ := look(r.root, member(at, "ItemName")).(string); item == kind && kind != "" {
		drop(r.root, member(at, "ItemName"))
		found = -1 // the kind alone is a statement too
	}
	method := ""
	if item, _ := look(r.root, member(at, "AdditionalInfo", "ItemName")).(string); item == methodItem(sds.LanguageJapanese) || item == methodItem(sds.LanguageEnglish) {
		if method, _ = r.text(member(at, "AdditionalInfo", "FullText", 0)); method != "" {
			drop(r.root, member(at, "AdditionalInfo", "ItemName"))
			found = -1
		}
	}
	list := member(at, "NumericRangeWithUnitAndQualifier")
	rows := 0
	for i := range r.length(list) {
		if v, ok := r.quantity(member(list, i)); ok {
			r.limitRow(name, authority, kind, method, &v)
			rows++
		}
	}
	if rows == 0 && found < 0 {
		r.limitRow(name, authority, kind, method, nil)
		rows = 1
	}
	return rows
}

func (r *reader) limitRow(name, authority, kind, method string, value *sds.Value) {
	var cells []cell
	for _, one := range []struct {
		key  string
		kind sds.ValueKind
		text string
	}{{"substance", sds.KindText, name}, {"authority", sds.KindText, authority}, {"kind", sds.KindChoice, kind}} {
		if one.text != "" {
			cells = append(cells, cell{one.key, sds.Value{Kind: one.kind, Text: one.text}, one.text})
		}
	}
	if value != nil {
		cells = append(cells, cell{"value", *value, ""})
	}
	if method != "" {
		cells = append(cells, cell{"method", sds.Value{Kind: sds.KindText, Text: method}, method})
	}
	r.row(8, sds.GroupExposureLimits, cells...)
}

func (r *reader) readLaws() {
	list := mustPath("RegulatoryInformation.OtherLegislation.Legislation")
	for i := range r.length(list) {
		if name, ok := r.text(member(list, i, "LegislationName")); ok {
			r.row(15, sds.GroupLaws, cell{"name", sds.Value{Kind: sds.KindText, Text: name}, name})
		}
	}
}

// readBlocks takes the blocks of text that have a member of their own, and those
// of the sections' additional information.
func (r *reader) readBlocks() {
	for _, b := range blocks {
		if text, ok := r.text(b.path); ok {
			r.block(b.section, r.titleOf(b), text)
		}
	}
	for section := 4; section <= 16; section++ {
		at := mustPath(additional[section] + ".AdditionalInfo.FullText")
		if item, _ := look(r.root, mustPath(additional[section]+".AdditionalInfo.ItemName")).(string); item != "" {
			continue // somebody else's item, with its own name
		}
		for _, text := range r.list(at) {
			title, body := untitled(text)
			r.block(section, title, body)
		}
	}
}

// titleOf is the title of a block: as printed, where the member keeps it.
func (r *reader) titleOf(b block) string {
	if b.itemName != nil {
		printed, _ := look(r.root, b.itemName).(string)
		if of, ok := blockFor(b.section, r.language, printed); ok && of.title(r.language) == b.title(r.language) {
			drop(r.root, b.itemName)
			return printed
		}
	}
	return b.title(r.language)
}

func (r *reader) block(section int, title, body string) {
	var cells []cell
	if title != "" {
		cells = append(cells, cell{"title", sds.Value{Kind: sds.KindText, Text: title}, ""})
	}
	if body != "" {
		r.row(section, sds.GroupText, append(cells, cell{"body", sds.Value{Kind: sds.KindText, Text: body}, body})...)
	}
}
