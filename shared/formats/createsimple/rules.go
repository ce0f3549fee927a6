package createsimple

import "slices"

// ruleNames are the rules as the tool shows them, in its order.
var ruleNames = []struct {
	key  string
	name words
}{
	{"skin", words{"皮膚等障害化学物質", "Substances harmful to the skin"}},
	{"carcinogen", words{"がん原性物質", "Carcinogenic substances"}},
	{"standard", words{"濃度基準値設定物質", "Substances with a concentration standard"}},
	{"tokka1", words{"特化則（第１類物質）", "Specified chemical substances, group 1"}},
	{"tokka2", words{"特化則（第２類物質）", "Specified chemical substances, group 2"}},
	{"tokka3", words{"特化則（第３類物質）", "Specified chemical substances, group 3"}},
	{"organic1", words{"有機則（第１種有機溶剤）", "Organic solvents, class 1"}},
	{"organic2", words{"有機則（第２種有機溶剤）", "Organic solvents, class 2"}},
	{"organic3", words{"有機則（第３種有機溶剤）", "Organic solvents, class 3"}},
	{"lead", words{"鉛等", "Lead and its compounds"}},
	{"tetraalkyl_lead", words{"四アルキル鉛等", "Tetraalkyl lead"}},
}

// rules are those that the table knows of a component's substance. Whether they hold
// for the product is for the law to decide: the note states the content it begins with.
func (b *builder) rules(c *component) []Line {
	var lines []Line
	for _, r := range ruleNames {
		v := Value{}
		if c.fact != nil {
			if i := slices.IndexFunc(c.fact.rules, func(of rule) bool { return of.key == r.key }); i >= 0 {
				v = text("該当", fromTool.in(b.lang), "")
				if above := c.fact.rules[i].above; above != nil {
					v.Note = words{"裾切値：{v} wt%", "Threshold: {v} wt%"}.in(b.lang, "{v}", plain(*above))
				}
			}
			if r.key == "standard" && c.fact.applies != "" && c.fact.applies <= b.today {
				v = text("該当", standard.in(b.lang, "{day}", b.day(c.fact.applies)), "")
			}
		}
		line(&lines, r.name, v)
	}
	return lines
}
