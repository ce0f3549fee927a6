package check

import "strings"

// messages of the rules, Japanese and English; {name} stands for an argument of the finding.
var messages = map[string][2]string{
	"cas_check_digit":       {"CAS番号「{cas}」のチェックディジットが一致しません。番号をご確認ください。", "The check digit of CAS number “{cas}” is wrong. Please check the number."},
	"cas_name":              {"成分名「{name}」とCAS番号「{cas}」（{known}）が一致していない可能性があります。", "The name “{name}” does not seem to belong to CAS number {cas} ({known})."},
	"cas_duplicate":         {"CAS番号「{cas}」が{count}行に記載されています。", "CAS number {cas} is listed in {count} rows."},
	"cas_missing":           {"CAS番号の記載がない成分が{count}件あります（{names}）。", "{count} ingredients have no CAS number ({names})."},
	"concentration_sum":     {"含有量の下限の合計が{sum}%となり、100%を超えています。", "The lower ends of the concentrations add up to {sum} %, more than 100 %."},
	"concentration_order":   {"成分「{name}」の含有量「{value}」が正しくありません。", "The concentration “{value}” of “{name}” cannot be right."},
	"no_ingredients":        {"組成及び成分情報（3項）に成分の記載が見つかりません。", "No ingredients were found in section 3."},
	"h_code_without_class":  {"危険有害性情報「{code}」に対応するGHS分類（{class}）が記載されていません。", "Hazard statement {code} has no matching GHS classification ({class})."},
	"class_without_h_code":  {"GHS分類「{class} {category}」に対応する危険有害性情報（{code}など）が記載されていません。", "The classification “{class}, {category}” has no matching hazard statement (such as {code})."},
	"signal_word_class":     {"注意喚起語「{word}」がGHS分類から求められる「{want}」と一致しません。", "The signal word “{word}” does not match the classification, which calls for “{want}”."},
	"pictogram_class":       {"GHS分類から求められる絵表示「{pictogram}」が記載されていません。", "The pictogram {pictogram}, which the classification calls for, is missing."},
	"flash_point_class":     {"引火点（{flash_point}）と引火性液体の{category}が一致しません。", "The flash point ({flash_point}) does not match flammable liquids, {category}."},
	"un_number_unknown":     {"国連番号「{un}」は危険物リストに見つかりません。", "UN number {un} is not in the list of dangerous goods."},
	"un_class":              {"国連番号{un}の国連分類は{known}ですが、「{class}」と記載されています。", "UN number {un} is of class {known}, but the sheet says “{class}”."},
	"un_packing_group":      {"国連番号{un}の容器等級は{known}ですが、「{group}」と記載されています。", "UN number {un} has packing group {known}, but the sheet says “{group}”."},
	"section_missing":       {"{sections}項が見つかりません。", "Section {sections} was not found."},
	"revision_missing":      {"改訂日が見つかりません。", "No revision date was found."},
	"revision_future":       {"改訂日（{date}）が未来の日付です。", "The revision date ({date}) lies in the future."},
	"revision_old":          {"改訂日（{date}）から{years}年以上経過しています。最新版をご確認ください。", "The sheet was last revised on {date}, more than {years} years ago. Please look for a newer version."},
	"revision_before_issue": {"改訂日（{date}）が作成日（{issue}）より前の日付です。", "The revision date ({date}) is before the date of issue ({issue})."},
}

// Message is the finding's text in a language, "ja" or English.
func (f Finding) Message(language string) string {
	m := messages[f.ID]
	text := m[1]
	if language == "ja" {
		text = m[0]
	}
	for name, value := range f.Args {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}
