package main

import (
	"regexp"
	"strconv"
	"strings"
)

// takeProperties reads a row of the tool's list of substances: its properties in one
// unit each, and the rules it names.
func takeProperties(get func(string) string, of func(string) *fact) {
	f := of(get("cas_number"))
	if f == nil {
		return
	}
	state := map[string]string{"1": "liquid", "2": "solid", "3": "gas"}[get("property_type")]
	f.properties = [7]string{
		state, number(get("molecular_weight"), 1), number(get("boiling_point"), 1), number(get("log_kow"), 1), number(get("flash_point"), 1),
		inUnit(get("water_solubility"), get("water_solubility_unit"), map[string]float64{"mg/l": 1, "g/l": 1e3, "g/100ml": 1e4}),
		inUnit(get("vapor_pressure"), get("vapor_pressure_unit"), map[string]float64{"pa": 1, "hpa": 100, "kpa": 1000, "mpa": 1e-3, "mmhg": 133.322}),
	}
	var rules []string
	add := func(column, rule, threshold string) {
		if get(column) != "1" {
			return
		}
		if least := number(get(threshold), 1); least != "" {
			rule += ">" + least
		}
		rules = append(rules, rule)
	}
	add("is_skin_hazard", "skin", "skin_hazard_threshold")
	add("is_carcinogen", "carcinogen", "")
	add("tokka_class1", "tokka1", "tokka_threshold")
	add("tokka_class2", "tokka2", "tokka_threshold")
	add("tokka_class3", "tokka3", "tokka_threshold")
	add("organic_class1", "organic1", "")
	add("organic_class2", "organic2", "")
	add("organic_class3", "organic3", "")
	add("lead_regulation", "lead", "")
	add("tetraalkyl_lead", "tetraalkyl_lead", "")
	f.rules = strings.Join(rules, ",")
}

func inUnit(value, unit string, units map[string]float64) string {
	if unit == "mPa" { // the only one in which the case of a letter counts
		return number(value, 1e-3)
	}
	factor, ok := units[strings.ToLower(unit)]
	if !ok {
		return ""
	}
	return number(value, factor)
}

// number is a value times a factor with four digits that count; empty where there is none.
func number(s string, factor float64) string {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return ""
	}
	if factor != 1 {
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v*factor, 'g', 4, 64), 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

var (
	limitRE = regexp.MustCompile(`^(?:(.+)として)? ?([0-9,.]+) ?(ppm|mg/m3)(※1)?$`)
	// otherNotes are the notes of a row that do not concern its value.
	otherNotes = strings.NewReplacer("※3", "", "※4", "", "※5", "", "※6", "", "※7", "", "※8", "", "※9", "")
)

// takeStandard reads a row of the concentration standards: "value unit", with what it
// is counted as and whether it is a ceiling; "none" where no safe value is known.
func takeStandard(get func(string) string, of func(string) *fact) {
	f := of(get("cas"))
	if f == nil || f.standard != [3]string{} {
		return
	}
	limit := func(s string) string {
		m := limitRE.FindStringSubmatch(strings.TrimSpace(otherNotes.Replace(s)))
		if m == nil {
			return ""
		}
		out := strings.ReplaceAll(m[2], ",", "") + " " + m[3]
		if m[1] != "" {
			out += "; as " + m[1]
		}
		if m[4] != "" {
			out += "; ceiling"
		}
		return out
	}
	f.standard = [3]string{limit(get("oel_8h")), limit(get("oel_stel")), get("applied")}
	if strings.Contains(get("name_ja"), "※2") {
		f.standard[0] = "none"
	}
}
