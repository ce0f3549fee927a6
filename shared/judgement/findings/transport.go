package findings

import (
	"slices"
	"strings"

	"anzen/shared/reference/unnumber"
	"anzen/shared/text/fold"
)

var transportRules = []rule{
	{
		id: "un_number_without_class", severity: Info, source: unList, absence: true,
		what:   "a UN number without a transport class",
		fields: []string{"un_number", "transport_class"},
		ja:     "国連番号{un}が記載されていますが、国連分類が見つかりません。", en: "UN number {un} is stated, but no transport class was found.",
		look: unWithoutClass,
	},
	{
		id: "transport_class_without_un", severity: Info, source: unList, absence: true,
		what:   "a transport class without a UN number",
		fields: []string{"un_number", "transport_class"},
		ja:     "国連分類（{class}）が記載されていますが、国連番号が見つかりません。", en: "Transport class {class} is stated, but no UN number was found.",
		look: classWithoutUN,
	},
	{
		id: "transport_class_unknown", severity: Warning, source: unCriteria,
		what:   "a transport class that does not exist",
		fields: []string{"transport_class"},
		ja:     "国連分類「{class}」は存在しません。", en: "There is no transport class “{class}”.",
		look: transportClassUnknown,
	},
	{
		id: "packing_group_unused", severity: Warning, source: unCriteria,
		what:   "a packing group for a class that has none (1, 2, 7, 5.2, 6.2)",
		fields: []string{"packing_group", "transport_class"},
		ja:     "国連分類{class}には容器等級がありませんが、「{group}」と記載されています。", en: "Class {class} has no packing groups, but the sheet says {group}.",
		look: packingGroupUnused,
	},
	{
		id: "un_shipping_name", severity: Info, source: unList,
		what:   "a shipping name that has nothing in common with that of the UN number",
		fields: []string{"un_number", "shipping_name"},
		ja:     "品名「{name}」が国連番号{un}の品名（{known}）と一致していない可能性があります。", en: "The shipping name “{name}” does not seem to be that of UN number {un} ({known}).",
		look: shippingName,
	},
	{
		id: "un_subsidiary", severity: Warning, source: unList,
		what:   "a subsidiary hazard that the UN number does not have",
		fields: []string{"un_number", "subsidiary_risks"},
		ja:     "国連番号{un}に副次危険性「{sub}」はありません。", en: "UN number {un} has no subsidiary hazard {sub}.",
		look: unSubsidiary,
	},
	{
		id: "subsidiary_same", severity: Warning, source: unCriteria,
		what:   "a subsidiary hazard that is the main class itself",
		fields: []string{"transport_class", "subsidiary_risks"},
		ja:     "副次危険性が国連分類（{class}）と同じです。", en: "The subsidiary hazard is the same as the transport class ({class}).",
		look: subsidiarySame,
	},
	{
		id: "marine_pollutant_without_class", severity: Info, source: imdg, absence: true,
		what:   "a marine pollutant that is not classified for the aquatic environment",
		fields: []string{"marine_pollutant", "classification"},
		ja:     "海洋汚染物質に該当するとされていますが、水生環境有害性のGHS分類（急性1、慢性1又は2）が記載されていません。", en: "The sheet says marine pollutant, but the product is not classified as hazardous to the aquatic environment (acute 1, chronic 1 or 2).",
		look: marineWithoutClass,
	},
	{
		id: "aquatic_not_marine", severity: Info, source: imdg, absence: true,
		what:   "hazardous to the aquatic environment, but stated as no marine pollutant",
		fields: []string{"marine_pollutant", "classification"},
		ja:     "水生環境有害性（急性1、慢性1又は2）に分類されていますが、海洋汚染物質に非該当とされています。", en: "The product is hazardous to the aquatic environment (acute 1, chronic 1 or 2), but said to be no marine pollutant.",
		look: aquaticNotMarine,
	},
}

func regulated(in *Input) bool {
	n := in.Result.Text("un_number")
	return n != "" && n != unnumber.NotRegulated
}

func unWithoutClass(in *Input, found report) {
	if regulated(in) && in.Result.Text("transport_class") == "" {
		found(map[string]string{"un": in.Result.Text("un_number")}, field("un_number"), field("transport_class"))
	}
}

func classWithoutUN(in *Input, found report) {
	if c := in.Result.Text("transport_class"); c != "" && in.Result.Text("un_number") == "" {
		found(map[string]string{"class": c}, field("transport_class"), field("un_number"))
	}
}

var transportClasses = strings.Fields("1 1.1 1.2 1.3 1.4 1.5 1.6 2 2.1 2.2 2.3 3 4 4.1 4.2 4.3 5 5.1 5.2 6 6.1 6.2 7 8 9")

func transportClassUnknown(in *Input, found report) {
	if c := in.Result.Text("transport_class"); c != "" && !slices.Contains(transportClasses, c) {
		found(map[string]string{"class": c}, field("transport_class"))
	}
}

func packingGroupUnused(in *Input, found report) {
	class, group := in.Result.Text("transport_class"), in.Result.Text("packing_group")
	if group == "" || class == "" {
		return
	}
	if strings.HasPrefix(class, "1") || strings.HasPrefix(class, "2") || class == "7" || class == "5.2" || class == "6.2" {
		found(map[string]string{"class": class, "group": group}, field("packing_group"), field("transport_class"))
	}
}

// shippingName requires that the names share neither a word (English) nor two characters in
// a row (Japanese).
func shippingName(in *Input, found report) {
	number, list := goods(in)
	v := in.Result.Get("shipping_name")
	if len(list) == 0 || v == nil || v.Text == "" {
		return
	}
	name := strings.ToLower(fold.Printed(v.Text))
	for _, g := range list {
		if shares(name, strings.ToLower(fold.Printed(g.Ja))) || shares(name, strings.ToLower(g.En)) {
			return
		}
	}
	known := list[0].En
	ascii := !strings.ContainsFunc(v.Text, func(r rune) bool { return r > 0x2e80 })
	if !ascii {
		known = list[0].Ja
	}
	found(map[string]string{"un": number, "name": v.Text, "known": known}, field("un_number"), field("shipping_name"))
}

// shares reports whether two names have four Latin letters or two other characters in a row
// in common.
func shares(a, b string) bool {
	const latin, other = 4, 2
	x := []rune(strings.Join(strings.Fields(a), ""))
	joined := strings.Join(strings.Fields(b), "")
	for i := range x {
		n := latin
		if x[i] > 0x2e80 {
			n = other
		}
		if i+n <= len(x) && strings.Contains(joined, string(x[i:i+n])) {
			return true
		}
	}
	return len(x) < other
}

func unSubsidiary(in *Input, found report) {
	number, list := goods(in)
	if len(list) == 0 {
		return
	}
	for _, sub := range in.Result.List("subsidiary_risks") {
		known := slices.ContainsFunc(list, func(g unnumber.Goods) bool { return slices.Contains(g.Sub, sub) })
		// Generic entries may have any.
		generic := strings.Contains(list[0].En, "N.O.S")
		if !known && !generic && sub != in.Result.Text("transport_class") {
			found(map[string]string{"un": number, "sub": sub}, field("un_number"), field("subsidiary_risks"))
		}
	}
}

func subsidiarySame(in *Input, found report) {
	if c := in.Result.Text("transport_class"); c != "" && slices.Contains(in.Result.List("subsidiary_risks"), c) {
		found(map[string]string{"class": c}, field("transport_class"), field("subsidiary_risks"))
	}
}

// polluting reports the classes that make a marine pollutant.
func polluting(stated []class) bool {
	return has(stated, "aquatic_acute", "1") || has(stated, "aquatic_chronic", "1", "2")
}

func marineWithoutClass(in *Input, found report) {
	if stated := classes(in); in.Result.Text("marine_pollutant") == "true" && len(stated) > 0 && !polluting(stated) {
		found(nil, field("marine_pollutant"), field("classification"))
	}
}

func aquaticNotMarine(in *Input, found report) {
	if in.Result.Text("marine_pollutant") == "false" && polluting(classes(in)) {
		found(nil, field("marine_pollutant"), field("classification"))
	}
}
