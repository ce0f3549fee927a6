package mhlw

import (
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/fold"
)

// The groups of hazard classes, and the member of each class. Chemicals under pressure are
// newer than the format, and are written in words. Dusts and mists have one
// member; inhalation of a form that the sheet does not state has none.
const (
	physical    = "PhysicochemicalEffect"
	health      = "HealthEffect"
	environment = "EnvironmentalEffect"
)

type classMember struct{ class, effect, name string }

var classMembers = []classMember{
	{"explosives", physical, "Explosives"},
	{"flammable_gases", physical, "FlammableGases"},
	{"aerosols", physical, "FlammableAerosols"},
	{"oxidizing_gases", physical, "OxidisingGases"},
	{"gases_under_pressure", physical, "GasesUnderPressure"},
	{"flammable_liquids", physical, "FlammableLiquids"},
	{"flammable_solids", physical, "FlammableSolids"},
	{"self_reactive", physical, "SelfreactiveSubstancesAndMixtures"},
	{"pyrophoric_liquids", physical, "PyrophoricLiquids"},
	{"pyrophoric_solids", physical, "PyrophoricSolids"},
	{"self_heating", physical, "SelfheatingSubstancesAndMixtures"},
	{"water_reactive", physical, "SubstancesWhichInContactWithWaterEmitFlammableGases"},
	{"oxidizing_liquids", physical, "OxidisingLiquids"},
	{"oxidizing_solids", physical, "OxidisingSolids"},
	{"organic_peroxides", physical, "OrganicPeroxides"},
	{"corrosive_to_metals", physical, "CorrosiveToMetals"},
	{"desensitized_explosives", physical, "DesensitizedExplosives"},
	{"acute_toxicity_oral", health, "AcuteToxicityOral"},
	{"acute_toxicity_dermal", health, "AcuteToxicityDermal"},
	{inhalation + "_gas", health, "AcuteToxicityInhalationGas"},
	{inhalation + "_vapour", health, "AcuteToxicityInhalationVapour"},
	{dustOrMist, health, "AcuteToxicityInhalationDustOrMist"},
	{"skin_corrosion", health, "SkinCorrosionIrritation"},
	{"eye_damage", health, "EyeDamageOrIrritation"},
	{"respiratory_sensitization", health, "RespiratorySensitisation"},
	{"skin_sensitization", health, "SkinSensitisation"},
	{"germ_cell_mutagenicity", health, "GermCellMutagenicity"},
	{"carcinogenicity", health, "Carcinogenicity"},
	{"reproductive_toxicity", health, "ReproductiveToxicity"},
	{"stot_single", health, "SpecificTargetOrganSE"},
	{"stot_repeated", health, "SpecificTargetOrganRE"},
	{"aspiration", health, "AspirationHazard"},
	{"aquatic_acute", environment, "AquaticToxicityAcute"},
	{"aquatic_chronic", environment, "AquaticToxicityChronic"},
	{"ozone", environment, "HazardousOzoneLayer"},
}

const (
	inhalation = "acute_toxicity_inhalation"
	dustOrMist = inhalation + "_dust_mist"
)

// has reports whether a class is written into the member.
func (m classMember) has(class string) bool {
	switch class {
	case inhalation:
		return ghs.FamilyOf(m.class) == inhalation
	case inhalation + "_dust", inhalation + "_mist":
		return m.class == dustOrMist
	}
	return m.class == class
}

const classification = "HazardIdentification.Classification"

func className(class string, language int) string {
	c, _ := ghs.ClassByKey(class)
	return inLanguage(language, c.Ja, c.En)
}

// classNamed finds a class by its name in either language.
func classNamed(name string) (string, bool) {
	for _, class := range sds.HazardClasses {
		if name == className(class, sds.LanguageJapanese) || name == className(class, sds.LanguageEnglish) {
			return class, true
		}
	}
	return "", false
}

// categoryText is how the format writes a category: in words, as the specification
// numbers it; what is none of its categories stays as it is.
func categoryText(class, key string, language int) string {
	if k, ok := ghs.CategoryOf(class, key); ok {
		return inLanguage(language, k.Ja, k.En)
	}
	return key
}

// category reads the words of a category.
func category(class, text string) string {
	c, _ := ghs.ClassByKey(class)
	for _, k := range ghs.Categories(c.ID()) {
		if k.Assigned && (text == k.Ja || text == k.En || text == k.Key) {
			return k.Key
		}
	}
	for _, item := range ghs.ReadResults(c.Ja + " " + fold.Printed(text)) {
		if item.Class.Key == c.Key {
			return item.Category + item.Negative // one of them
		}
	}
	return text
}

// writeClass writes a hazard class: in its member, or, where that is taken or the
// sheet does not state which of several it is, in words beside them.
func (w *writer) writeClass(class, category, from, state string, effects []string) {
	text := categoryText(class, category, w.language) + inLanguage(w.language, forms[class].Ja, forms[class].En)
	effect := effectOf(class)
	for _, m := range classMembers {
		if !m.has(class) {
			continue
		}
		effect = m.effect
		if class == inhalation && m.name != from && !(from == "" && state == "gas" && strings.HasSuffix(m.name, "Gas")) {
			continue
		}
		at := classification + "." + m.effect + "." + m.name
		switch m.name {
		case "SpecificTargetOrganSE", "SpecificTargetOrganRE":
			entry := object{"Category": text}
			for _, organ := range effects {
				list, _ := entry["TargetOrgan"].([]any)
				entry["TargetOrgan"] = append(list, organ)
			}
			w.append(at, entry)
			return
		case "ReproductiveToxicity":
			at += ".Category"
			if category == "lactation" {
				at = strings.TrimSuffix(at, "Category") + "Lactation"
			}
		}
		if w.put(at, text) {
			return
		}
	}
	text = categoryText(class, category, w.language) // the title names the form
	w.append(classification+"."+effect+".AdditionalInfo.FullText", titled(className(class, w.language), text))
}

// effectOf is the member that holds a class without a member of its own.
func effectOf(class string) string {
	switch c, _ := ghs.ClassByKey(class); c.Group {
	case "physical":
		return physical
	case "environment":
		return environment
	}
	return health
}

// readClasses reads the classes in the order of the GHS, also those that do not apply.
func (r *reader) readClasses() {
	for _, m := range classMembers {
		at := mustPath(classification + "." + m.effect + "." + m.name)
		switch m.name {
		case "SpecificTargetOrganSE", "SpecificTargetOrganRE":
			for i := range r.length(at) {
				r.readClass(m, member(at, i, "Category"), r.list(member(at, i, "TargetOrgan"))...)
			}
		case "ReproductiveToxicity":
			r.readClass(m, member(at, "Category"))
			r.readClass(m, member(at, "Lactation"))
		default:
			r.readClass(m, at)
		}
	}
	for _, effect := range []string{physical, health, environment} {
		at := mustPath(classification + "." + effect + ".AdditionalInfo.FullText")
		for i := range r.length(at) {
			text, ok := look(r.root, member(at, i)).(string)
			title, body := untitled(text)
			class, known := classNamed(title)
			if ok && known {
				drop(r.root, member(at, i))
				r.addClass(class, body, "", text)
			}
		}
	}
}

func (r *reader) readClass(m classMember, at []step, effects ...string) {
	text, ok := r.text(at)
	if !ok {
		return
	}
	class, of := m.class, text
	for _, one := range []string{inhalation + "_dust", inhalation + "_mist"} {
		for _, form := range []string{forms[one].Ja, forms[one].En} {
			if rest, is := strings.CutSuffix(text, form); is && m.has(one) {
				class, of = one, rest
			}
		}
	}
	r.addClass(class, of, m.name, text, effects...)
}

// forms are written after the category where the class is one of the two of its member.
var forms = map[string]sds.Words{inhalation + "_dust": {Ja: "（粉じん）", En: " (dusts)"}, inhalation + "_mist": {Ja: "（ミスト）", En: " (mists)"}}

func (r *reader) addClass(class, text, from, raw string, effects ...string) {
	cells := []cell{
		{"class", sds.Value{Kind: sds.KindChoice, Text: class}, from},
		{"category", sds.Value{Kind: sds.KindText, Text: category(class, text)}, raw},
	}
	if len(effects) > 0 {
		cells = append(cells, cell{"effects", sds.Value{Kind: sds.KindList, List: effects}, ""})
	}
	r.row(2, sds.GroupClassification, cells...)
}
