package sds

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"anzen/shared/text/tsv"
)

//go:embed fields.tsv
var fieldTable string

//go:embed choices.tsv
var choiceTable string

// Definition is the definition of a field for all of the product.
type Definition struct {
	Section   int
	Group     string // the group of rows of which it is a column; empty for a single field
	Key       string
	Kind      ValueKind
	Dimension Dimension // of a quantity that has a unit
	Choices   []string  // of a choice
	// CodesOf is the group of rows whose codes the field lists: it is not stored in sections, but follows from them.
	CodesOf string
	// Name is its name beside its value, Heading where it is alone, as in the heading of a table.
	Name, Heading Words
	// Member is its member in the exchange format of the Ministry of Health, Labour and Welfare; empty where it has none
	// of its own. Item is its name in a member that contains several.
	Member string
	Item   Words

	// Printed are the labels that sheets print for it in any section, PrintedInSection those that mean it in its own
	// section only.
	Printed, PrintedInSection []string
}

// Words are a name in both languages.
type Words struct{ Ja, En string }

// In is the name in a language, "ja" or else English.
func (w Words) In(language string) string {
	if language == "ja" {
		return w.Ja
	}
	return w.En
}

// Dimension is the physical dimension of a unit.
type Dimension string

// units are the units offered for a quantity, the usual one first.
var units = map[Dimension][]string{
	"temperature":         {"°C", "°F", "K"},
	"pressure":            {"kPa", "hPa", "Pa", "mmHg"},
	"density":             {"g/cm3", "kg/m3"},
	"kinematic_viscosity": {"mm2/s", "cSt"},
	"dynamic_viscosity":   {"mPa·s", "cP"},
	"fraction":            {"vol%"},
	"content":             {"%", "wt%", "vol%", "ppm"},
	"airborne":            {"ppm", "mg/m3"},
	"no_effect":           {"mg/m3", "mg/kg bw/day", "mg/l", "mg/kg dw", "mg/kg", "mg/cm2"},
	"biological":          {"mg/l", "mg/g creatinine", "μg/l", "μmol/l", "%"},
}

// Units are the units offered for a quantity of the dimension, the usual one first.
func (d Dimension) Units() []string { return units[d] }

// The groups of rows.
const (
	GroupClassification = "classification"
	// The statements of the label, with their codes where they are printed or known.
	GroupHazards        = "hazard_statements"
	GroupPrecautions    = "precautionary_statements"
	GroupComposition    = "composition"
	GroupExposureLimits = "exposure_limits"
	// Values of section 8 beside the limits in air: DNEL, DMEL and PNEC, and biological limits.
	GroupNoEffectLevels   = "no_effect_levels"
	GroupBiologicalLimits = "biological_limits"
	GroupLaws             = "laws"
	GroupText             = "text"
)

// HazardClasses are the keys of the GHS hazard classes, in the order of the GHS.
var HazardClasses = choices["class"].keys

// Pictograms are the nine symbols of the GHS.
var Pictograms = []string{"GHS01", "GHS02", "GHS03", "GHS04", "GHS05", "GHS06", "GHS07", "GHS08", "GHS09"}

// Definitions are all fields of a sheet, in the order in which they are shown.
var Definitions = readDefinitions()

func readDefinitions() (all []Definition) {
	for row := range tsv.Embedded("sds/fields.tsv", fieldTable).Rows() {
		d := Definition{
			Group: row.Text("group"), Key: row.Text("key"), Kind: ValueKind(row.Text("kind")), Dimension: Dimension(row.Text("dimension")), CodesOf: row.Text("codes_of"),
			Name: Words{row.Text("ja"), row.Text("en")}, Heading: Words{row.Text("heading_ja"), row.Text("heading_en")},
			Member: row.Text("mhlw"), Item: Words{row.Text("mhlw_item_ja"), row.Text("mhlw_item_en")}, Printed: row.List("printed", ";"), PrintedInSection: row.List("printed_in_section", ";"),
		}
		if d.Heading.Ja == "" {
			d.Heading = d.Name
		}
		if d.Dimension != "" && d.Dimension.Units() == nil {
			row.Fail("unknown dimension %q", d.Dimension)
		}
		if d.Kind == KindChoice {
			if d.Choices = choices[d.Key].keys; len(d.Choices) == 0 {
				row.Fail("choices.tsv has no choices of %s", d.Key)
			}
		}
		first, last, several := strings.Cut(row.Text("section"), "-")
		if !several {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || from < 1 || from > to || to > 16 {
			row.Fail("unknown section %q", row.Text("section"))
		}
		for d.Section = from; d.Section <= to; d.Section++ {
			all = append(all, d)
		}
	}
	// The fields of several sections come last, by section.
	text := slices.IndexFunc(all, func(d Definition) bool { return d.Group == GroupText })
	slices.SortStableFunc(all[text:], func(a, b Definition) int { return a.Section - b.Section })
	return all
}

type choiceNames struct {
	keys  []string
	names map[string]Words
}

var choices = readChoices()

func readChoices() map[string]choiceNames {
	all := map[string]choiceNames{}
	for row := range tsv.Embedded("sds/choices.tsv", choiceTable).Rows() {
		field, choice := row.Text("field"), row.Text("choice")
		of := all[field]
		if of.names == nil {
			of.names = map[string]Words{}
		}
		of.keys = append(of.keys, choice)
		of.names[choice] = Words{row.Text("ja"), row.Text("en")}
		all[field] = of
	}
	return all
}

// NamedChoices are the values of a field that have a name, in the order in which they are offered: all of a choice, some
// of a category.
func NamedChoices(key string) []string { return choices[key].keys }

// ChoiceName is the name of a field's choice; yes and no are "true" and "false" of "flag".
func ChoiceName(key, choice string) (Words, bool) {
	w, ok := choices[key].names[choice]
	return w, ok
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
