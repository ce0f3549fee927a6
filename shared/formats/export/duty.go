package export

import (
	"anzen/shared/domain/sds"
)

// Duty is something that has to be done with a sheet's product, in words of the table's
// language.
type Duty struct {
	Kind, What, Force, From, Condition, Interval, Deadline, Article, Verification, Because string
	Years                                                                                  int // for which records are kept; 0: nothing is said
}

func dutyColumn(id, ja, en string, width float64, cell func(d *Duty) Cell) Column {
	return Column{
		ID: id, Part: "15", Standard: true, label: label{ja, en}, width: width,
		cell: func(_ *View, s *Sheet, _ *sds.Row) Cell { return cell(s.duty) },
	}
}

var dutyColumns = []Column{
	dutyColumn("duty_kind", "区分", "Kind", 20, func(d *Duty) Cell { return TextOf(d.Kind) }),
	dutyColumn("duty", "実施すべきこと", "What has to be done", 50, func(d *Duty) Cell { return TextOf(d.What) }),
	dutyColumn("duty_force", "要否", "Required", 16, func(d *Duty) Cell { return TextOf(d.Force) }),
	dutyColumn("duty_from", "施行日", "From", 12, func(d *Duty) Cell { return DateOf(d.From) }),
	dutyColumn("duty_condition", "条件", "Condition", 50, func(d *Duty) Cell { return TextOf(d.Condition) }),
	dutyColumn("duty_interval", "頻度", "Interval", 24, func(d *Duty) Cell { return TextOf(d.Interval) }),
	dutyColumn("duty_years", "記録の保存（年）", "Records kept (years)", 12, func(d *Duty) Cell {
		if d.Years == 0 {
			return Cell{}
		}
		return number(d.Years)
	}),
	dutyColumn("duty_deadline", "期限", "Deadline", 18, func(d *Duty) Cell { return TextOf(d.Deadline) }),
	dutyColumn("duty_article", "根拠条文", "Article", 24, func(d *Duty) Cell { return TextOf(d.Article) }),
	dutyColumn("duty_verification", "条文の確認", "Verification", 16, func(d *Duty) Cell { return TextOf(d.Verification) }),
	dutyColumn("duty_because", "根拠となる該当", "Follows from", 50, func(d *Duty) Cell { return TextOf(d.Because) }),
}

// ofDuties is the operation with a row a duty.
func ofDuties() Operation {
	o := Operation{ID: Duties, label: label{"義務一覧（1行に1件の実施事項）", "Duties (one row per duty)"}, duties: true}
	o.Columns = append(identifying(), dutyColumns...)
	return o
}
