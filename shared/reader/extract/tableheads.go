package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// headWord is a word of a heading over a column of toxicity, ecological data, lists of substances or laws.
var headWord = pattern.MustCompile(`(?i)\b(?:components?|ingredients?|substances?|chemicals?|products?|materials?|names?|cas|ec no|tests?|endpoints?|parameters?|results?|values?|dos(?:e|age)s?|conc\.?|concentrations?|species|organisms?|exposure|time|period|duration|routes?|methods?|guidelines?|remarks?|comments?|notes?|sources?|references?|observations?|score|evaluation|assessment|effects?|oral|dermal|skin|eyes?|inhalation|ingestion|iarc|ntp|osha|acgih|niosh|fish|daphnia|crustacea(?:ns)?|algae|invertebrates?|bacteria|microtox|micro-?organisms?|water flea|plants?|log ?[pk](?:ow)?|partition|coefficient|bcf|bioconcentration|bioaccumulation|half-?life|(?:bio)?degrad\w+|persistence|potential|koc|mobility|m-?factor|category|classification|hazards?|hazardous|class|organs?|types?|units?|sara|cercla|cwa|caa|rq|tpq|tsca|n?dsl|ndsl|einecs|elincs|encs|iecsc|kecl|piccs|a[iu]cs|aiic|nzioc|lists?|inventor(?:y|ies)|status|country|ghs|propert(?:y|ies)|states?|regulat\w+|threshold|weight|wt|percent|amount|range|limits?|right[ -]to[ -]know|rtk|new jersey|massachusetts|pennsylvania|california|rhode island|illinois|prop(?:osition)?\.?|carcinogen\w*|mutagen\w*|toxicity|toxic|acute|chronic|symptoms?|quantit(?:y|ies)|compound|d[lc]50|nom|esp[eè]ces?|r[ée]sultats?|m[ée]thode|voie)\b|(?:LD|LC|EC|IC|EL|LL|DL|CL|ErC)[ -]?50|NOE[CLA]|LOA?E[CL]|%|成分|物質|名称|試験|結果|値|用量|濃度|含有量|種|生物|ばく露|暴露|曝露|時間|期間|経路|方法|備考|区分|分類|番号|法令|法律|内容|症状|影響|所見|カテゴリー|等級|注意喚起語|数量|状況|項目|可能性|毒性|単位|LogPow|出典`)

// rowHead is a heading over the names of a table's rows.
var rowHead = pattern.MustCompile(`(?i)^(?:hazardous |chemical |product ?/ ?|specific |active )?(?:components?|ingredients?|substances?|chemicals?|constituents?|materials?|products?)(?: ?\(?(?:chemical )?(?:names?|toxicity|information|analysis|s)\)?)?(?: ?/ ?(?:components?|ingredients?|cas ?(?:no\.?|number|#)?))?$|^(?:chemical |common |generic |substance |product ?/ ?ingredient |product |ingredient |component |list |inventory )?names?(?: ?(?:of|and|/|-) ?[\w ./#-]{2,40})?(?: ?\(.*\))?$|^nom (?:chimique|du produit.*|de la substance)$|^(?:ghs )?propert(?:y|ies)$|^(?:製品/)?(?:表示)?成分(?:名|の名称|名称)?$|^(?:化学)?物質(?:名|の名称)?$|^(?:chemical ?/ ?)?compounds?$|^名称$|^(?:化学名|品名|項目)$`)

// levelHead is a heading over concentrations, with their effects beside them.
var levelHead = pattern.MustCompile(`(?i)^(?:(?:酸素|炭酸ガス|二酸化炭素|ガス|CO2)?濃度|(?:oxygen |gas |co2 )?concentration)(?: ?\(.*\))?$`)

// itemHead is a heading over the items of a table that names no substances, numberHead one over numbers of substances.
var (
	itemHead   = pattern.MustCompile(`(?i)^(?:items?|tests?|test (?:type|method)|endpoints?|classification|hazard class(?:ification)?|parameters?|effects?|(?:ghs )?propert(?:y|ies)|法令|法律|法令名)$`)
	numberHead = pattern.MustCompile(`(?i)^(?:n° ?)?cas\b`)
)

// sectionItem is an item of sections 11, 12 and 15 that may follow a table.
var sectionItem = pattern.MustCompile(`(?i)^(?:\d+(?:\.\d+)*\.? )?(?:skin (?:corrosion|irritation|sensiti[sz]ation)|serious eye|eye (?:damage|irritation)|respiratory (?:or|and)? ?(?:skin )?sensiti[sz]ation|sensiti[sz]ation|germ cell|mutagenicity|carcinogenicity|reproductive toxicity|teratogenicity|specific target|aspiration|information on|symptoms|conclusion|persistence|bio-?accumulat|mobility|other adverse|other information|further information|additional information|ecotoxicity|chronic effects|delayed|endocrine|results of pbt|皮膚腐食|眼に対する|呼吸器感作|生殖細胞|発がん性|生殖毒性|特定標的|誤えん|残留性|生体蓄積|土壌中|オゾン層|環境作用|可能性のある)`)

// figureUnit is a figure with its unit, as cells below a heading have it.
var figureUnit = pattern.MustCompile(`(?i)(?:^|[\s<>=≥≤~(-])\d[\d.,]* ?(?:mg|g|µg|μg|ug|kg|ml|l|ppm|ppb|vol|hours?\)?$|lbs?)\b|^[<>=≥≤~] ?\d|\bcategory \d|\bgroup \d|\bclass \d|区分 ?\d|第\d+[類条号]`)

// leadingFigure is a figure at the beginning of a cell, other than of a time that its heading names: "96 hr LC50 fish".
var (
	leadingFigure = pattern.MustCompile(`^[\s(]*\d`)
	leadingTime   = pattern.MustCompile(`(?i)^[\s(]*\d+[ -]?(?:h|hrs?|hours?|d|days?|時間|日)\b.*\pL`)
)

// unanswered is a label with its answer, that there is none: "LC50 of product N/E".
var unanswered = pattern.MustCompile(`(?i)\bN ?/ ?[AE]V?\.?$|\bn\.?[ae]\.?$|not (?:available|applicable|established)\.?$|\b(?:is|are|not) listed\.?$`)

// answers are cells that say yes or no.
var answers = map[string]bool{"yes": true, "no": true, "x": true, "y": true, "n": true, "listed": true, "notlisted": true, "該当": true, "not": true, "○": true, "+": true, "low": true, "high": true, "rat": true, "rabbit": true, "mouse": true}

// headCells reports whether cells are the headings of columns: short, without figures and answers, most of them with a word of
// such headings. Two columns need a heading over the names of the rows, or over concentrations.
func headCells(cells []doc.Cell) bool {
	hits := 0
	for _, c := range slices.Backward(cells) { // values stand at the right
		if len(c.Lines) > 8 || strings.ContainsAny(firstOf(c.Lines[0].Text), "<>=≥≤-–") {
			return false
		}
		text := strings.TrimSpace(fold.Printed(c.Text()))
		if !headable(text) {
			return false
		}
		if headWord.MatchString(text) {
			hits++
		}
	}
	if len(cells) == 2 {
		first := headText(cells[0])
		return hits == 2 && (rowHead.MatchString(first) || levelHead.MatchString(first))
	}
	return len(cells) > 2 && (5*hits >= 3*len(cells) || 2*hits >= len(cells) && slices.ContainsFunc(cells, func(c doc.Cell) bool { return rowHead.MatchString(headText(c)) }))
}

// headable reports a text that is no value, no sentence and no number.
func headable(text string) bool {
	if n := utf8.RuneCountInString(text); n == 0 || n > 70 || n > 24 && strings.HasSuffix(text, ".") {
		return false
	}
	if noData(text) || answers[strings.ToLower(strings.Trim(fold.Squeezed(text), ".*"))] || strings.HasSuffix(text, "。") {
		return false
	}
	if strings.ContainsAny(text, "0123456789") && (leadingFigure.MatchString(text) && !leadingTime.MatchString(text) || figureUnit.MatchString(text) || len(chem.FindCAS(text)) > 0) {
		return false
	}
	return !unanswered.MatchString(text)
}

// headText is a heading in one line, without its colon.
func headText(c doc.Cell) string {
	return strings.Trim(fold.Printed(c.Text()), " :*")
}
