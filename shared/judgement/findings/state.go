package findings

import "strings"

var stateRules = []rule{
	{
		id: "state_solid_class", severity: Warning, source: ghsCriteria,
		what:   "a solid with a class of liquids or gases",
		fields: []string{"state", "classification"},
		ja:     "物理状態は固体ですが、GHS分類「{class}」が記載されています。", en: "The product is a solid, but classified as “{class}”.",
		look: stateClass("solid", "flammable_liquids", "pyrophoric_liquids", "oxidizing_liquids", "flammable_gases", "oxidizing_gases", "gases_under_pressure"),
	},
	{
		id: "state_liquid_class", severity: Warning, source: ghsCriteria,
		what:   "a liquid with a class of solids",
		fields: []string{"state", "classification"},
		ja:     "物理状態は液体ですが、GHS分類「{class}」が記載されています。", en: "The product is a liquid, but classified as “{class}”.",
		look: stateClass("liquid", "flammable_solids", "pyrophoric_solids", "oxidizing_solids"),
	},
	{
		id: "state_gas_class", severity: Warning, source: ghsCriteria,
		what:   "a gas with a class of liquids or solids",
		fields: []string{"state", "classification"},
		ja:     "物理状態は気体ですが、GHS分類「{class}」が記載されています。", en: "The product is a gas, but classified as “{class}”.",
		look: stateClass("gas", "flammable_liquids", "pyrophoric_liquids", "oxidizing_liquids", "flammable_solids", "pyrophoric_solids", "oxidizing_solids", "aspiration"),
	},
	{
		id: "gas_without_pressure", severity: Info, source: ghsCriteria, absence: true,
		what:   "a gas that is classified, but not as a gas under pressure",
		fields: []string{"state", "classification"},
		ja:     "物理状態は気体ですが、GHS分類「高圧ガス」が記載されていません。", en: "The product is a gas, but not classified as a gas under pressure.",
		look: gasWithoutPressure,
	},
	{
		id: "transport_state", severity: Warning, source: unList,
		what:   "a UN number whose name states solid or liquid, on a product of the other state",
		fields: []string{"un_number", "state"},
		ja:     "国連番号{un}（{name}）と物理状態が一致しません。", en: "UN number {un} ({name}) does not go with the state of the product.",
		look: transportState,
	},
}

// stateClass finds classes that a product in the state cannot have.
func stateClass(state string, keys ...string) func(*Input, report) {
	return func(in *Input, found report) {
		if in.Result.Text("state") != state || hasAny(classes(in), "aerosols", "chemicals_under_pressure") {
			return
		}
		for _, c := range classes(in) {
			for _, key := range keys {
				if c.class == key {
					found(map[string]string{"class": className(key)}, field("state"), Field{"classification.class", c.row})
				}
			}
		}
	}
}

func gasWithoutPressure(in *Input, found report) {
	stated := classes(in)
	if in.Result.Text("state") == "gas" && len(stated) > 0 && !hasAny(stated, "gases_under_pressure", "aerosols", "chemicals_under_pressure") {
		found(nil, field("state"), field("classification"))
	}
}

func transportState(in *Input, found report) {
	number, list := goods(in)
	state := in.Result.Text("state")
	if len(list) == 0 || state == "" || state == "gas" {
		return
	}
	other := map[string]string{"solid": "LIQUID", "liquid": "SOLID"}[state]
	for _, g := range list {
		if !strings.Contains(","+strings.ReplaceAll(g.En, " ", ",")+",", ","+other+",") {
			return
		}
	}
	name := list[0].En
	if in.Result.Language == "ja" {
		name = list[0].Ja
	}
	found(map[string]string{"un": number, "name": name}, field("un_number"), field("state"))
}
