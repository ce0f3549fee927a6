package findings

import (
	"anzen/shared/reference/unnumber"
)

var transportClassRules = []rule{
	{
		id: "transport_flammable", severity: Warning, source: unCriteria, absence: true,
		what:   "transport class 3 without the class of flammable liquids",
		fields: []string{"transport_class", "classification"},
		ja:     "国連分類は3（引火性液体類）ですが、GHS分類「引火性液体」が記載されていません。", en: "The transport class is 3, but the product is not classified as a flammable liquid.",
		look: carriedAs("3", "flammable_liquids", "desensitized_explosives", "explosives"),
	},
	{
		id: "transport_flammable_gas", severity: Warning, source: unCriteria, absence: true,
		what:   "transport division 2.1 without a class of flammable gases or aerosols",
		fields: []string{"transport_class", "classification"},
		ja:     "国連分類は2.1（引火性高圧ガス）ですが、可燃性ガス又はエアゾールのGHS分類が記載されていません。", en: "The transport class is 2.1, but the product is classified neither as a flammable gas nor as an aerosol.",
		look: carriedAs("2.1", "flammable_gases", "aerosols", "flammable_liquids"),
	},
	{
		id: "transport_oxidizing", severity: Warning, source: unCriteria, absence: true,
		what:   "transport division 5.1 without a class of oxidizing liquids or solids",
		fields: []string{"transport_class", "classification"},
		ja:     "国連分類は5.1（酸化性物質類）ですが、酸化性液体又は酸化性固体のGHS分類が記載されていません。", en: "The transport class is 5.1, but the product is classified neither as an oxidizing liquid nor as an oxidizing solid.",
		look: carriedAs("5.1", "oxidizing_liquids", "oxidizing_solids"),
	},
	{
		id: "transport_peroxide", severity: Warning, source: unCriteria, absence: true,
		what:   "transport division 5.2 without the class of organic peroxides",
		fields: []string{"transport_class", "classification"},
		ja:     "国連分類は5.2（有機過酸化物）ですが、GHS分類「有機過酸化物」が記載されていません。", en: "The transport class is 5.2, but the product is not classified as an organic peroxide.",
		look: carriedAs("5.2", "organic_peroxides"),
	},
	{
		id: "transport_toxic", severity: Warning, source: unCriteria, absence: true,
		what:   "transport division 6.1 without a class of acute toxicity",
		fields: []string{"transport_class", "classification"},
		ja:     "国連分類は6.1（毒物）ですが、急性毒性のGHS分類が記載されていません。", en: "The transport class is 6.1, but the product is not classified for acute toxicity.",
		look: carriedAs("6.1", "acute_toxicity_oral", "acute_toxicity_dermal", "acute_toxicity_inhalation"),
	},
	{
		id: "transport_corrosive", severity: Warning, source: unCriteria, absence: true,
		what:   "transport class 8 without a class of corrosion",
		fields: []string{"transport_class", "classification"},
		ja:     "国連分類は8（腐食性物質）ですが、皮膚腐食性又は金属腐食性のGHS分類が記載されていません。", en: "The transport class is 8, but the product is classified as corrosive neither to the skin nor to metals.",
		look: carriedAs("8", "skin_corrosion", "corrosive_to_metals", "eye_damage"),
	},
	{
		id: "transport_environment", severity: Info, source: unCriteria, absence: true,
		what:   "UN 3077 or 3082 without a class of the aquatic environment",
		fields: []string{"un_number", "classification"},
		ja:     "国連番号{un}（環境有害物質）ですが、水生環境有害性のGHS分類が記載されていません。", en: "UN {un} is for substances hazardous to the environment, but the product is not classified so.",
		look: transportEnvironment,
	},
	{
		id: "not_regulated_flammable", severity: Warning, source: unCriteria,
		what:   "stated not to be regulated in transport, although a flammable liquid of category 1 or 2",
		fields: []string{"un_number", "classification"},
		ja:     "輸送規制に非該当とされていますが、引火性液体の{category}に分類されています。", en: "The sheet says not regulated in transport, but the product is classified as a flammable liquid, {category}.",
		look: notRegulated("flammable_liquids", "1", "2"),
	},
	{
		id: "not_regulated_corrosive", severity: Warning, source: unCriteria,
		what:   "stated not to be regulated in transport, although corrosive to the skin",
		fields: []string{"un_number", "classification"},
		ja:     "輸送規制に非該当とされていますが、皮膚腐食性の{category}に分類されています。", en: "The sheet says not regulated in transport, but the product is classified as corrosive to the skin, {category}.",
		look: notRegulated("skin_corrosion", "1", "1A", "1B", "1C"),
	},
	{
		id: "not_regulated_toxic", severity: Warning, source: unCriteria,
		what:   "stated not to be regulated in transport, although acutely toxic by mouth in category 1 to 3",
		fields: []string{"un_number", "classification"},
		ja:     "輸送規制に非該当とされていますが、急性毒性（経口）の{category}に分類されています。", en: "The sheet says not regulated in transport, but the product is classified for acute oral toxicity, {category}.",
		look: notRegulated("acute_toxicity_oral", "1", "2", "3"),
	},
	{
		id: "not_regulated_aerosol", severity: Warning, source: unCriteria,
		what:   "stated not to be regulated in transport, although a flammable aerosol",
		fields: []string{"un_number", "classification"},
		ja:     "輸送規制に非該当とされていますが、エアゾールの{category}に分類されています。", en: "The sheet says not regulated in transport, but the product is classified as an aerosol, {category}.",
		look: notRegulated("aerosols", "1", "2"),
	},
	{
		id: "not_regulated_pressure", severity: Warning, source: unCriteria,
		what:   "stated not to be regulated in transport, although a gas under pressure",
		fields: []string{"un_number", "classification"},
		ja:     "輸送規制に非該当とされていますが、高圧ガスの{category}に分類されています。", en: "The sheet says not regulated in transport, but the product is classified as a gas under pressure, {category}.",
		look: notRegulated("gases_under_pressure", "compressed", "liquefied", "refrigerated_liquefied", "dissolved"),
	},
	{
		id: "not_regulated_polluting", severity: Info, source: imdg,
		what:   "stated not to be regulated in transport, although very toxic to aquatic life",
		fields: []string{"un_number", "classification"},
		ja:     "輸送規制に非該当とされていますが、水生環境有害性 長期（慢性）の{category}に分類されています。", en: "The sheet says not regulated in transport, but the product is hazardous to the aquatic environment, chronic {category}.",
		look: notRegulated("aquatic_chronic", "1", "2"),
	},
}

// carriedAs finds products transported in a class without any of the GHS classes that lead
// to it. It requires stated physical or health classes.
func carriedAs(transport string, keys ...string) func(*Input, report) {
	return func(in *Input, found report) {
		stated := classes(in)
		if in.Result.Text("transport_class") == transport && len(stated) > 0 && !hasAny(stated, keys...) {
			found(nil, field("transport_class"), field("classification"))
		}
	}
}

func transportEnvironment(in *Input, found report) {
	number := in.Result.Text("un_number")
	stated := classes(in)
	if (number == "3077" || number == "3082") && len(stated) > 0 && !hasAny(stated, "aquatic_acute", "aquatic_chronic") {
		found(map[string]string{"un": number}, field("un_number"), field("classification"))
	}
}

// notRegulated finds products of a class that transport always regulates, stated as not
// regulated.
func notRegulated(key string, categories ...string) func(*Input, report) {
	return func(in *Input, found report) {
		if in.Result.Text("un_number") != unnumber.NotRegulated {
			return
		}
		for _, c := range classes(in) {
			if has([]class{c}, key, categories...) {
				found(map[string]string{"category": categoryName(c)}, field("un_number"), Field{"classification.category", c.row})
				return
			}
		}
	}
}
