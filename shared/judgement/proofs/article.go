package proofs

import (
	"regexp"
	"strings"

	"anzen/shared/text/numeral"
)

// instruments are the names of acts, orders and ordinances in citations, longer ones before those
// that they contain.
var instruments = [][2]string{
	{"農薬の販売の禁止を定める省令", "Ordinance Prohibiting the Sale of Agricultural Chemicals"},
	{"水質基準に関する省令", "Ordinance on Water Quality Standards"},
	{"中央環境審議会答申(第九次)", "Central Environment Council, Ninth Report"},
	{"一般高圧ガス保安規則", "General High Pressure Gas Safety Ordinance"},
	{"危険物船舶運送及び貯蔵規則", "Ordinance on Carriage and Storage of Dangerous Goods by Ship"},
	{"女性労働基準規則", "Ordinance on Labor Standards for Women"},
	{"輸出貿易管理令", "Export Trade Control Order"},
	{"四アルキル鉛則", "Tetraalkyl Lead Ordinance"},
	{"危険物告示", "Dangerous Goods Notice"},
	{"危険物政令", "Dangerous Goods Order"},
	{"危険物規則", "Dangerous Goods Ordinance"},
	{"危険物令", "Dangerous Goods Order"},
	{"施行規則", "Enforcement Ordinance"},
	{"粉じん則", "Dust Ordinance"},
	{"施行令", "Enforcement Order"},
	{"指定令", "Designation Order"},
	{"安衛則", "Safety and Health Ordinance"},
	{"特化則", "Specified Chemicals Ordinance"},
	{"有機則", "Organic Solvents Ordinance"},
	{"石綿則", "Asbestos Ordinance"},
	{"鉛則", "Lead Ordinance"},
	{"法", "Act"},
}

var citation = regexp.MustCompile(`第?([0-9〇一二三四五六七八九十百千]+)(条|項|号)((?:の[0-9]+)*)|別表(?:第([0-9〇一二三四五六七八九十百千]+)((?:の[0-9]+)*))?|備考|([イロハニホ])$`)

var parts = map[string]string{"条": "Art.", "項": "para.", "号": "item"}

// letters are those of the items below items.
const letters = "イロハニホ"

// Article is a citation of a law in a language: 法第2条第5項 is "Act, Art. 2, para. 5" in
// English. Citations that are not Japanese stay as they are.
func Article(lang, cited string) string {
	if lang == "ja" || cited == "" {
		return cited
	}
	clauses := strings.Split(cited, "、")
	for i, clause := range clauses {
		clauses[i] = clauseInEnglish(clause)
	}
	return strings.Join(clauses, "; ")
}

func clauseInEnglish(clause string) string {
	var words []string
	for _, name := range instruments {
		if rest, is := strings.CutPrefix(clause, name[0]); is {
			words, clause = append(words, name[1]), rest
			break
		}
	}
	at := 0
	for _, m := range citation.FindAllStringSubmatchIndex(clause, -1) {
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return clause[m[2*n]:m[2*n+1]]
		}
		if other := clause[at:m[0]]; other != "" {
			words = append(words, other)
		}
		at = m[1]
		switch whole := clause[m[0]:m[1]]; {
		case group(2) != "":
			words = append(words, parts[group(2)]+" "+numbered(group(1), group(3)))
		case strings.HasPrefix(whole, "別表"):
			words = append(words, strings.TrimSpace("Appended Table "+numbered(group(4), group(5))))
		case whole == "備考":
			words = append(words, "notes")
		default:
			words = append(words, "("+string(rune('a'+strings.Index(letters, whole)/len("イ")))+")")
		}
	}
	if rest := clause[at:]; rest != "" {
		words = append(words, rest)
	}
	return strings.Join(words, ", ")
}

// numbered is a number with its branches: 34 and の2の7 are 34-2-7.
func numbered(number, branches string) string {
	return numeral.Arabic(number) + strings.ReplaceAll(branches, "の", "-")
}
