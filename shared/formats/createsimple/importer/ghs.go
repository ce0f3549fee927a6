package main

import (
	"regexp"
	"strings"
)

// classes are the columns of the classification that the tool knows, in its order.
var classes = []string{
	"爆発物", "可燃性ガス", "エアゾール", "酸化性ガス", "高圧ガス", "引火性液体", "可燃性固体", "自己反応性化学品", "自然発火性液体", "自然発火性固体",
	"自己発熱性化学品", "水反応可燃性化学品", "酸化性液体", "酸化性固体", "有機過酸化物", "金属腐食性化学品", "鈍性化爆発物",
	"急性毒性(経口)", "急性毒性(経皮)", "急性毒性(吸入:ガス)", "急性毒性(吸入:蒸気)", "急性毒性(吸入:粉塵、ミスト)", "皮膚腐食性/刺激性", "眼に対する重篤な損傷性/眼刺激性",
	"呼吸器感作性", "皮膚感作性", "生殖細胞変異原性", "発がん性", "生殖毒性", "特定標的臓器毒性(単回暴露)", "特定標的臓器毒性(反復暴露)", "誤えん有害性",
}

// takeGHS reads a row of the government's classification. A substance may have
// several rows, one a form: a class in which they differ is marked with an asterisk.
func takeGHS(get func(string) string, of func(string) *fact) {
	codes := make([]string, len(classes))
	for i, class := range classes {
		codes[i] = code(get(class))
	}
	for _, cas := range strings.Split(get("cas"), ";") {
		f := of(cas)
		if f == nil {
			continue
		}
		if f.ghs != "" {
			for i, there := range strings.Split(f.ghs, ",") {
				if there != codes[i] {
					codes[i] = "*"
				}
			}
		}
		f.ghs = strings.Join(codes, ",")
	}
}

var (
	categoryRE = regexp.MustCompile(`^区分 ?([1-5][A-C]?)`)
	typeRE     = regexp.MustCompile(`^タイプ ?([A-G])`)
	divisionRE = regexp.MustCompile(`^等級 ?(1\.[1-6])`)
)

// code is a result in short: a category, type or division, x for "not classified",
// ? for "classification not possible", nothing where the class was not looked at.
func code(s string) string {
	for _, re := range []*regexp.Regexp{categoryRE, typeRE, divisionRE} {
		if m := re.FindStringSubmatch(s); m != nil {
			return m[1]
		}
	}
	switch {
	case strings.HasPrefix(s, "区分に該当しない"):
		return "x"
	case strings.HasPrefix(s, "分類できない"):
		return "?"
	}
	return map[string]string{
		"不安定爆発物": "unstable", "圧縮ガス": "compressed", "液化ガス": "liquefied", "低圧液化ガス": "low_pressure_liquefied", "高圧液化ガス": "high_pressure_liquefied",
		"深冷液化ガス": "refrigerated_liquefied", "溶解ガス": "dissolved", "授乳に対するまたは授乳を介した影響に関する追加区分": "lactation",
	}[s]
}
