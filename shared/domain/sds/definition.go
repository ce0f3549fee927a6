package sds

import "slices"

// Definition says what a field is: where it stands and what its value may be.
type Definition struct {
	Section int
	Group   string // the table it is a column of; empty for a single field
	Key     string
	Kind    ValueKind
	Choices []string // of a choice
}

// The groups of rows.
const (
	GroupClassification = "classification"
	// The sentences of the label, with their codes where they are printed or known.
	GroupHazards        = "hazard_statements"
	GroupPrecautions    = "precautionary_statements"
	GroupComposition    = "composition"
	GroupExposureLimits = "exposure_limits"
	GroupLaws           = "laws"
	GroupText           = "text"
)

// HazardClasses are the keys of the GHS hazard classes, in the order of the GHS.
var HazardClasses = []string{
	"explosives", "flammable_gases", "aerosols", "oxidizing_gases", "gases_under_pressure", "flammable_liquids",
	"flammable_solids", "self_reactive", "pyrophoric_liquids", "pyrophoric_solids", "self_heating", "water_reactive",
	"oxidizing_liquids", "oxidizing_solids", "organic_peroxides", "corrosive_to_metals", "desensitized_explosives",
	"acute_toxicity_oral", "acute_toxicity_dermal", "acute_toxicity_inhalation", "skin_corrosion", "eye_damage",
	"respiratory_sensitization", "skin_sensitization", "germ_cell_mutagenicity", "carcinogenicity", "reproductive_toxicity",
	"stot_single", "stot_repeated", "aspiration", "aquatic_acute", "aquatic_chronic", "ozone",
}

// Pictograms are the nine symbols of the GHS.
var Pictograms = []string{"GHS01", "GHS02", "GHS03", "GHS04", "GHS05", "GHS06", "GHS07", "GHS08", "GHS09"}

// textSections are those whose contents are kept as titled blocks of text.
// In those with fields of their own, they hold what no field says.
var textSections = []int{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}

// Definitions are all fields of a sheet, in the order in which they are shown.
var Definitions = define()

func define() []Definition {
	single := func(section int, kind ValueKind, keys ...string) (ds []Definition) {
		for _, k := range keys {
			ds = append(ds, Definition{Section: section, Key: k, Kind: kind})
		}
		return ds
	}
	choice := func(section int, group, key string, choices ...string) Definition {
		return Definition{section, group, key, KindChoice, choices}
	}
	column := func(section int, group, key string, kind ValueKind) Definition {
		return Definition{section, group, key, kind, nil}
	}
	ds := slices.Concat(
		single(1, KindText, "product_name"), single(1, KindList, "product_codes"), single(1, KindText, "sds_number"),
		single(1, KindDate, "issue_date", "revision_date"),
		single(1, KindText, "supplier_name", "supplier_address", "supplier_department", "supplier_phone", "supplier_fax", "supplier_email", "emergency_phone", "manufacturer_name",
			"recommended_use", "use_restrictions"),
		[]Definition{choice(2, "", "signal_word", "danger", "warning", "none")},
		[]Definition{choice(2, GroupClassification, "class", HazardClasses...), column(2, GroupClassification, "category", KindText)},
		single(2, KindList, "pictograms", "h_codes", "p_codes"),
		[]Definition{
			column(2, GroupHazards, "code", KindText), column(2, GroupHazards, "text", KindText),
			column(2, GroupPrecautions, "code", KindText), column(2, GroupPrecautions, "text", KindText),
			{Section: 2, Key: "other_hazards", Kind: KindText},
			choice(3, "", "composition_type", "substance", "mixture", "uvcb"),
			column(3, GroupComposition, "name", KindText), column(3, GroupComposition, "cas", KindList),
			column(3, GroupComposition, "concentration", KindQuantity),
			column(8, GroupExposureLimits, "substance", KindText), column(8, GroupExposureLimits, "authority", KindText),
			choice(8, GroupExposureLimits, "kind", "TWA", "STEL", "C"), column(8, GroupExposureLimits, "value", KindQuantity),
			choice(9, "", "state", "solid", "liquid", "gas"),
		},
		single(9, KindText, "color", "odor"),
		single(9, KindQuantity, "ph", "melting_point", "boiling_point", "flash_point", "auto_ignition", "decomposition_temperature", "explosive_low", "explosive_high",
			"vapor_pressure", "density", "relative_density", "vapor_density", "viscosity_kinematic", "viscosity_dynamic", "log_kow"),
		single(9, KindText, "solubility_water"),
		single(14, KindText, "un_number", "shipping_name", "transport_class"), single(14, KindList, "subsidiary_risks"),
		[]Definition{choice(14, "", "packing_group", "I", "II", "III"), {Section: 14, Key: "marine_pollutant", Kind: KindFlag}},
		[]Definition{column(15, GroupLaws, "name", KindText)},
	)
	for _, n := range textSections {
		ds = append(ds, column(n, GroupText, "title", KindText), column(n, GroupText, "body", KindText))
	}
	return ds
}

// DefinitionOf is the definition of a field, or of a column where group is set.
func DefinitionOf(section int, group, key string) (Definition, bool) {
	for _, d := range Definitions {
		if d.Section == section && d.Group == group && d.Key == key {
			return d, true
		}
	}
	return Definition{}, false
}
