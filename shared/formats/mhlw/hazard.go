package mhlw

import (
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/fold"
)

// The groups of hazard classes, and the member of each class. The class of a sheet
// may have several members: acute toxicity by inhalation is one of gas, vapour, dust.
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
	{inhalation, health, "AcuteToxicityInhalationGas"},
	{inhalation, health, "AcuteToxicityInhalationVapour"},
	{inhalation, health, "AcuteToxicityInhalationDustOrMist"},
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

const inhalation = "acute_toxicity_inhalation"

const classification = "HazardIdentification.Classification"

// ghsClass is the class by which categories are looked up: those of the three ways
// of inhalation are the same.
func ghsClass(class string) ghs.Class {
	if class == inhalation {
		class = "acute_toxicity_inhalation_dust_mist"
	}
	c, _ := ghs.ClassByKey(class)
	return c
}

func className(class string, language int) string {
	if class == inhalation {
		return inLanguage(language, "急性毒性（吸入）", "Acute toxicity (inhalation)")
	}
	c := ghsClass(class)
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
	if k, ok := ghs.CategoryOf(ghsClass(class).Key, key); ok {
		return inLanguage(language, k.Ja, k.En)
	}
	return key
}

// category reads the words of a category. It is empty where they state that the
// class does not apply.
func category(class, text string) string {
	c := ghsClass(class)
	for _, k := range ghs.Categories(c.ID()) {
		if text == k.Ja || text == k.En || text == k.Key {
			return k.Key
		}
	}
	for _, item := range ghs.ReadResults(c.Ja + " " + fold.Printed(text)) {
		if item.Class.Key == c.Key {
			return item.Category
		}
	}
	return text
}

// writeClass writes a hazard class: in its member, or, where that is taken or the
// sheet does not state which of several it is, in words beside them.
func (w *writer) writeClass(class, category, from string, state string) {
	text := categoryText(class, category, w.language)
	effect := health
	for _, m := range classMembers {
		if m.class != class {
			continue
		}
		effect = m.effect
		if class == inhalation && m.name != from && !(from == "" && state == "gas" && strings.HasSuffix(m.name, "Gas")) {
			continue
		}
		at := classification + "." + m.effect + "." + m.name
		switch m.name {
		case "SpecificTargetOrganSE", "SpecificTargetOrganRE":
			w.append(at, object{"Category": text})
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
	w.append(classification+"."+effect+".AdditionalInfo.FullText", titled(className(class, w.language), text))
}

// readClasses reads the classes that apply, in the order of the GHS.
func (r *reader) readClasses() {
	for _, m := range classMembers {
		at := mustPath(classification + "." + m.effect + "." + m.name)
		switch m.name {
		case "SpecificTargetOrganSE", "SpecificTargetOrganRE":
			for i := range r.length(at) {
				r.readClass(m, member(at, i, "Category"))
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

func (r *reader) readClass(m classMember, at []step) {
	text, ok := look(r.root, at).(string)
	if ok && category(m.class, strings.TrimSpace(text)) == "" {
		return // it does not apply; that it was assessed is reported as not imported
	}
	if text, ok = r.text(at); ok {
		r.addClass(m.class, text, m.name, text)
	}
}

func (r *reader) addClass(class, text, from, raw string) {
	r.row(2, sds.GroupClassification,
		cell{"class", sds.Value{Kind: sds.KindChoice, Text: class}, from},
		cell{"category", sds.Value{Kind: sds.KindText, Text: category(class, text)}, raw})
}
