package sdses

import (
	"context"
	"slices"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/access"
	"anzen/shared/law/check"
	"anzen/shared/law/compare"
	"anzen/shared/law/regulation"
	"anzen/shared/message"
	"anzen/shared/sds"
)

// GettingLaws is the declaration of GET sdses/{sdsId}/laws.
var GettingLaws = rest.Route{
	Method: "GET", Path: "/companies/{id}/sdses/{sdsId}/laws", ID: "getSheetLaws", Tag: "sdses", Memory: 1024,
	Rule: rest.Need(access.SDSRead), Summary: "Which regulations apply to a sheet's product, and what section 15 says of them", Grants: readTable,
}

// LawsInput asks for a sheet's verdicts on a day.
type LawsInput struct {
	OfSheet
	AsOf string `query:"as_of" format:"date" doc:"YYYY-MM-DD; absent: today in Japan"`
	All  bool   `query:"all" doc:"those too that are not listed, and sets that are off by default"`
}

// LawsOutput are a sheet's verdicts.
type LawsOutput struct {
	Body struct {
		AsOf       string           `json:"as_of" format:"date"`
		SetVersion string           `json:"set_version" doc:"the last day up to as_of on which a list of the set changed"`
		Verdicts   []SheetVerdict   `json:"verdicts" doc:"law by law"`
		Comparison []ComparedLawRow `json:"comparison" doc:"what section 15 says beside the verdicts"`
	}
}

// RegulationName is a name in both languages.
type RegulationName struct {
	Ja string `json:"ja"`
	En string `json:"en"`
}

// ClassNames are the names of a class with those of what it is a part of.
type ClassNames struct {
	ClassKey     string         `json:"class_key"`
	LawName      RegulationName `json:"law_name"`
	CategoryName RegulationName `json:"category_name"`
	ClassName    RegulationName `json:"class_name"`
}

// SheetVerdict is a verdict with names.
type SheetVerdict struct {
	check.Proof
	ClassNames
}

// ComparedLawRow is what section 15 and the check say of one class.
type ComparedLawRow struct {
	ClassNames
	Law      string          `json:"law_code"`
	Category string          `json:"category_code"`
	Class    string          `json:"class_code"`
	Outcome  compare.Outcome `json:"outcome" enum:"agrees,found_not_stated,stated_not_found,outdated,not_judged"`
	Verdict  check.Verdict   `json:"verdict" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies"`
	Stated   []StatedLaw     `json:"stated" doc:"the statements of section 15; where the outcome is found_not_stated, those that say the contrary"`
	Note     check.Reason    `json:"note"`
}

// StatedLaw is a statement of section 15.
type StatedLaw struct {
	Code  string      `json:"code" doc:"of the regulation, or of the law where the sheet denies all of it"`
	Text  string      `json:"text"`
	Input check.Input `json:"input"`
}

var japan = time.FixedZone("Asia/Tokyo", 9*60*60)

// Laws answers which regulations apply to a sheet's product.
func Laws(ctx context.Context, call *rest.Call, in *LawsInput) (*LawsOutput, error) {
	head, err := call.Table.Sheet(ctx, call.Company, in.SheetID)
	if err != nil {
		return nil, err
	}
	sections, err := call.Table.Sections(ctx, call.Company, head.ID)
	if err != nil {
		return nil, err
	}
	day := in.AsOf
	if day == "" {
		day = call.Now().In(japan).Format(time.DateOnly)
	}
	set := regulation.Current()
	subject := check.Of(&head)
	proofs := check.Sheet(set, &subject, day)
	out := &LawsOutput{}
	out.Body.AsOf, out.Body.SetVersion = day, set.Epoch(day)
	out.Body.Comparison = compared(call.Lang, set, proofs, sections, &head, day)
	if in.All {
		proofs = check.Complete(set, proofs, day)
	}
	check.Locate(proofs, sections)
	out.Body.Verdicts = verdicts(call.Lang, set, proofs, in.All)
	return out, nil
}

// verdicts are the proofs in the order of the set's classes, the strongest of a class first.
func verdicts(lang string, set *regulation.Set, proofs []check.Proof, all bool) []SheetVerdict {
	order := map[string]int{}
	for i, k := range set.Classes() {
		order[k.Key()] = i
	}
	proofs = slices.DeleteFunc(slices.Clone(proofs), func(p check.Proof) bool {
		return !all && (p.Verdict == check.NotListed || !set.Category(p.Law, p.Category).Default)
	})
	slices.SortStableFunc(proofs, func(a, b check.Proof) int { return order[a.Key()] - order[b.Key()] })
	told := make([]SheetVerdict, len(proofs))
	for i, p := range proofs {
		p.Reason = worded(lang, p.Reason)
		told[i] = SheetVerdict{p, namesOf(set, p.Key())}
	}
	return told
}

func compared(lang string, set *regulation.Set, proofs []check.Proof, sections []sds.Section, head *sds.Sheet, day string) []ComparedLawRow {
	revised := head.RevisedOn
	if revised == "" {
		revised = head.IssuedOn
	}
	rows := []ComparedLawRow{}
	for _, c := range compare.Section15(set, proofs, compare.Statements(sections), revised, day) {
		row := ComparedLawRow{
			ClassNames: namesOf(set, c.ClassKey), Law: c.Law, Category: c.Category, Class: c.Class, Outcome: c.Outcome, Verdict: c.Verdict,
			Stated: []StatedLaw{}, Note: worded(lang, c.Note),
		}
		for _, s := range c.Stated {
			row.Stated = append(row.Stated, StatedLaw{s.Code, s.Text, check.Input{Section: 15, Field: s.Field, Text: s.Text, State: string(s.State), Sources: s.Sources}})
		}
		rows = append(rows, row)
	}
	return rows
}

func worded(lang string, r check.Reason) check.Reason {
	if message.Known(message.Code(r.Code)) {
		r.Text = r.In(lang)
	}
	return r
}

func namesOf(set *regulation.Set, key string) ClassNames {
	names := ClassNames{ClassKey: key}
	class := set.Class(key)
	if class == nil {
		return names
	}
	names.ClassName = RegulationName{class.Ja, class.En}
	if c := set.Category(class.Law, class.Category); c != nil {
		names.CategoryName = RegulationName{c.Ja, c.En}
	}
	laws := set.Laws()
	if i := slices.IndexFunc(laws, func(l regulation.Law) bool { return l.Code == class.Law }); i >= 0 {
		names.LawName = RegulationName{laws[i].Ja, laws[i].En}
	}
	return names
}
