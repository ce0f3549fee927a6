package findings

var flammableRules = []rule{
	{
		id: "boiling_point_class", severity: Warning, source: ghsCriteria,
		what:   "a boiling point on the other side of 35 °C than the category of flammable liquids implies",
		fields: []string{"boiling_point", "classification"},
		ja:     "沸点（{boiling_point}）と引火性液体の{category}が一致しません。", en: "The boiling point ({boiling_point}) does not match flammable liquids, {category}.",
		look: boilingPointClass,
	},
	{
		id: "flash_point_without_class", severity: Warning, source: ghsCriteria, absence: true,
		what:   "a liquid with a flash point of 60 °C or less that is not classified as flammable",
		fields: []string{"flash_point", "classification"},
		ja:     "引火点（{flash_point}）が60℃以下ですが、GHS分類「引火性液体」が記載されていません。", en: "The flash point is {flash_point}, but the product is not classified as a flammable liquid.",
		look: flashPointWithoutClass,
	},
	{
		id: "flash_point_missing", severity: Info, source: ghsCriteria, absence: true,
		what:   "a flammable liquid without a flash point",
		fields: []string{"flash_point", "classification"},
		ja:     "引火性液体に分類されていますが、引火点が見つかりません。", en: "The product is classified as a flammable liquid, but no flash point was found.",
		look: flashPointMissing,
	},
	{
		id: "flash_point_transport", severity: Warning, source: unCriteria,
		what:   "transport class 3 with a flash point above 60 °C",
		fields: []string{"flash_point", "transport_class"},
		ja:     "国連分類は3（引火性液体類）ですが、引火点（{flash_point}）が60℃を超えています。", en: "The transport class is 3, but the flash point ({flash_point}) is above 60 °C.",
		look: flashPointTransport,
	},
	{
		id: "flash_point_packing_group", severity: Info, source: unCriteria,
		what:   "transport class 3 whose packing group does not follow from flash and boiling point",
		fields: []string{"flash_point", "boiling_point", "packing_group"},
		ja:     "引火点（{flash_point}）から求められる容器等級（{want}）と記載（{group}）が一致しません。", en: "The flash point ({flash_point}) calls for packing group {want}, but the sheet says {group}.",
		look: flashPointPackingGroup,
	},
}

func boilingPointClass(in *Input, found report) {
	t, text, ok := celsius(in, "boiling_point")
	if !ok {
		return
	}
	for _, c := range classes(in) {
		if c.class == "flammable_liquids" && (c.category == "1" && t > 35 || c.category == "2" && t <= 35) {
			found(map[string]string{"boiling_point": text, "category": categoryName(c)}, field("boiling_point"), Field{"classification.category", c.row})
		}
	}
}

func flashPointWithoutClass(in *Input, found report) {
	t, text, ok := celsius(in, "flash_point")
	stated := classes(in)
	if !ok || t > 60 || len(stated) == 0 || in.Result.Text("state") != "liquid" {
		return
	}
	if !hasAny(stated, "flammable_liquids", "aerosols", "chemicals_under_pressure", "gases_under_pressure", "flammable_gases", "pyrophoric_liquids", "self_reactive", "organic_peroxides", "explosives", "desensitized_explosives", "flammable_solids") {
		found(map[string]string{"flash_point": text}, field("flash_point"), field("classification"))
	}
}

func flashPointMissing(in *Input, found report) {
	if has(classes(in), "flammable_liquids", "1", "2", "3") && in.Result.Get("flash_point") == nil {
		found(nil, field("flash_point"), field("classification"))
	}
}

func flashPointTransport(in *Input, found report) {
	if t, text, ok := celsius(in, "flash_point"); ok && t > 60.5 && in.Result.Text("transport_class") == "3" {
		found(map[string]string{"flash_point": text}, field("flash_point"), field("transport_class"))
	}
}

// flashPointPackingGroup skips products with subsidiary hazards, and viscous ones that may
// go down to group III.
func flashPointPackingGroup(in *Input, found report) {
	flash, text, ok := celsius(in, "flash_point")
	boiling, _, hasBoiling := celsius(in, "boiling_point")
	group := in.Result.Text("packing_group")
	if !ok || group == "" || in.Result.Text("transport_class") != "3" || len(in.Result.List("subsidiary_risks")) > 0 || flash > 60.5 {
		return
	}
	want := "III"
	switch {
	case hasBoiling && boiling <= 35:
		want = "I"
	case flash < 23 && !hasBoiling && group == "I":
		return
	case flash < 23:
		want = "II"
	}
	if group != want && !(want == "II" && group == "III") {
		found(map[string]string{"flash_point": text, "want": want, "group": group}, field("flash_point"), field("packing_group"))
	}
}
