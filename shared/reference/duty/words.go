package duty

import (
	"strings"

	"anzen/shared/text/tsv"
)

// phrases are the words of intervals and deadlines in the table.
var phrases = map[string]Name{
	"hire":     {"雇入れ時", "on hiring"},
	"transfer": {"配置替え時", "on transfer"},
	"start":    {"就業時", "at the start of the work"},
	"each":     {"測定の都度", "at each measurement"},
	"day":      {"毎日1回以上", "at least once a day"},
	"1M":       {"1か月以内ごと", "monthly"},
	"6M":       {"6か月以内ごと", "every 6 months"},
	"1Y":       {"1年以内ごと", "every year"},
	"2Y":       {"2年以内ごと", "every 2 years"},
	"3Y":       {"3年以内ごと", "every 3 years"},
	"5Y":       {"5年以内ごと", "every 5 years"},
	"6Y":       {"6年以内ごと", "every 6 years"},

	"before":        {"事前", "beforehand"},
	"without_delay": {"遅滞なく", "without delay"},
	"promptly":      {"速やかに", "promptly"},
	"at_once":       {"直ちに", "at once"},
	"on_closing":    {"事業の廃止時", "on closing the business"},
	"by_transfer":   {"譲渡・提供の時まで", "by the time of transfer"},
	"10d_before":    {"10日前まで", "10 days before"},
	"14d_before":    {"14日前まで", "14 days before"},
	"20d_before":    {"20日前まで", "20 days before"},
	"30d_before":    {"30日前まで", "30 days before"},
	"60d_before":    {"60日前まで", "60 days before"},
	"14d":           {"事由発生から14日以内", "within 14 days of the event"},
	"30d":           {"30日以内", "within 30 days"},
	"06-30":         {"毎年6月30日まで", "by 30 June each year"},
}

// deadlines are the phrases of deadlines that differ from the interval of the same name.
var deadlines = map[string]Name{
	"1M": {"1か月以内", "within 1 month"},
	"1Y": {"1年以内", "within 1 year"},
}

// words are a cell of phrases in both languages.
func words(r *tsv.Row, column string) Name {
	var ja, en []string
	for _, token := range r.List(column, ";") {
		phrase, known := phrases[token]
		if of, is := deadlines[token]; is && column == "deadline" {
			phrase, known = of, true
		}
		if !known {
			r.Fail("%s: %q is no phrase", column, token)
		}
		ja, en = append(ja, phrase.Ja), append(en, phrase.En)
	}
	return Name{strings.Join(ja, "・"), strings.Join(en, ", ")}
}
