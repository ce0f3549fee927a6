package duties

import (
	"strings"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/export"
	"anzen/shared/judgement/duties"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/judgement/proofs"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
)

// Rows derives the duties of sheet records on a day, in words of a language ("ja" or "en").
// The set is read when the first sheet asks.
func Rows(set func() *regulation.Set, lang string, day time.Time) func(*sds.Sheet) []export.Duty {
	on := day.Format(time.DateOnly)
	return func(record *sds.Sheet) []export.Duty {
		if record.Status != sds.StatusCompleted && record.Status != sds.StatusReconfirmation {
			return nil
		}
		s := lawcheck.Of(record)
		all := duties.Of(duty.Current(), lawcheck.Sheet(set(), &s, on), duties.CAS(record), on)
		rows := make([]export.Duty, len(all))
		for i := range all {
			rows[i] = rowOf(set(), lang, &all[i])
		}
		return rows
	}
}

func rowOf(set *regulation.Set, lang string, d *duties.Due) export.Duty {
	row := Words(lang, d.Duty)
	row.Force, row.From = word(lang, "force."+string(d.Force)), d.From
	var classes []string
	seen := map[string]bool{}
	for _, p := range d.Because {
		if key := p.Key(); !seen[key] {
			seen[key] = true
			classes = append(classes, ClassText(set, lang, p.Law, p.Category, p.Class))
		}
	}
	row.Because = strings.Join(classes, "\n")
	return row
}

// Words is a duty in words of a language, whatever it follows from.
func Words(lang string, d *duty.Duty) export.Duty {
	in := func(n duty.Name) string { return proofs.Name(n).In(lang) }
	return export.Duty{
		Kind: word(lang, "kind."+string(d.Kind)), What: in(d.What), Condition: in(d.When), Interval: in(d.Interval), Years: d.Years,
		Deadline: in(d.Deadline), Article: duties.Cited(lang, d), Verification: word(lang, "verification."+string(d.Verification)),
	}
}

func word(lang, code string) string { return message.Text(lang, message.Code("duty."+code), nil) }

// ClassText is a class with its law and category: 労働安全衛生法 › 有機溶剤中毒予防規則 › ….
func ClassText(set *regulation.Set, lang, law, category, class string) string {
	a, b, c := proofs.Names(set, law, category, class)
	parts := []string{a.In(lang), b.In(lang)}
	if name := c.In(lang); name != "" && name != parts[1] {
		parts = append(parts, name)
	}
	return strings.Join(parts, " › ")
}

// Columns are those of the table of a summary.
var Columns = []export.Column{
	export.Plain("kind", "区分", "Kind", 24),
	export.Plain("duty", "実施すべきこと", "What has to be done", 50),
	export.Plain("condition", "条件", "Condition", 50),
	export.Plain("interval", "頻度", "Interval", 24),
	export.Plain("years", "記録の保存（年）", "Records kept (years)", 12),
	export.Plain("deadline", "期限", "Deadline", 18),
	export.Plain("article", "根拠条文", "Article", 24),
	export.Plain("verification", "条文の確認", "Verification", 16),
	export.Plain("sheets", "対象SDS数", "SDSs", 10),
	export.Plain("certain", "うち該当が確定", "Of these, certain", 12),
}

// Lines are the lines of the table, one for each duty.
func (s *Summary) Lines(lang string) []export.Row {
	rows := make([]export.Row, len(s.Duties))
	for i := range s.Duties {
		d := Words(lang, s.Duties[i].Duty)
		years := export.Cell{}
		if d.Years > 0 {
			years = export.NumberOf(float64(d.Years))
		}
		rows[i] = export.Row{
			export.TextOf(d.Kind), export.TextOf(d.What), export.TextOf(d.Condition), export.TextOf(d.Interval), years, export.TextOf(d.Deadline),
			export.TextOf(d.Article), export.TextOf(d.Verification), export.NumberOf(float64(s.Duties[i].Sheets)), export.NumberOf(float64(s.Duties[i].Certain)),
		}
	}
	return rows
}
