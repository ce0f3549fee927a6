package sdses

import (
	"context"
	"slices"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/compare"
	"anzen/shared/judgement/duties"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/judgement/proofs"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
)

// LawsRoute is the declaration of GET sdses/{sdsId}/laws.
var LawsRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/sdses/{sdsId}/laws", ID: "getSheetLaws", Tag: "sdses", Memory: 1024,
	Rule: rest.Need(access.SDSRead), Summary: "Which regulations apply to a sheet's product, what has to be done, and what section 15 states about them", Grants: readTable,
}

// SheetLawsInput requests a sheet's verdicts on a day.
type SheetLawsInput struct {
	OfSheet
	AsOf string `query:"as_of" format:"date" doc:"YYYY-MM-DD; absent: today in Japan"`
	All  bool   `query:"all" doc:"include not_listed verdicts, and sets that are off by default"`
}

// SheetLawsOutput are a sheet's verdicts.
type SheetLawsOutput struct {
	Body struct {
		AsOf       string           `json:"as_of" format:"date"`
		SetVersion string           `json:"set_version" doc:"the last day up to as_of on which a list of the set changed"`
		Verdicts   []proofs.Proof   `json:"verdicts" doc:"law by law"`
		Comparison []ComparedLawRow `json:"comparison" doc:"the statements of section 15 compared with the verdicts"`
		Duties     []duties.DueView `json:"duties" doc:"what has to be done, by kind"`
		Numbers    SheetNumbers     `json:"numbers" doc:"by which Japanese law refers to the ingredients"`
	}
}

// ComparedLawRow compares section 15 with the verdict on one class.
type ComparedLawRow struct {
	ClassKey     string      `json:"class_key"`
	Law          string      `json:"law_code"`
	Category     string      `json:"category_code"`
	Class        string      `json:"class_code"`
	LawName      proofs.Name `json:"law_name"`
	CategoryName proofs.Name `json:"category_name"`
	ClassName    proofs.Name `json:"class_name"`

	Outcome compare.Outcome    `json:"outcome" enum:"agrees,found_not_stated,stated_not_found,outdated,not_judged"`
	Verdict verdict.Verdict    `json:"verdict" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies"`
	Stated  []StatedLaw        `json:"stated" doc:"the statements of section 15; where the outcome is found_not_stated, those that state the contrary"`
	Note    proofs.ProofReason `json:"note"`
}

// StatedLaw is a statement of section 15.
type StatedLaw struct {
	Code  string        `json:"code" doc:"of the regulation, or of the law where the sheet denies all of it"`
	Text  string        `json:"text"`
	Input verdict.Input `json:"input"`
}

var japan = time.FixedZone("Asia/Tokyo", 9*60*60)

// Laws answers which regulations apply to a sheet's product.
func Laws(ctx context.Context, call *rest.Call, in *SheetLawsInput) (*SheetLawsOutput, error) {
	record, err := call.Table.Sheet(ctx, call.CompanyID, in.SheetID)
	if err != nil {
		return nil, err
	}
	sections, err := call.Table.Sections(ctx, call.CompanyID, record.ID)
	if err != nil {
		return nil, err
	}
	day := in.AsOf
	if day == "" {
		day = call.Now().In(japan).Format(time.DateOnly)
	}
	set := regulation.Current()
	subject := lawcheck.Of(&record)
	found := lawcheck.Sheet(set, &subject, day)
	out := &SheetLawsOutput{}
	out.Body.AsOf, out.Body.SetVersion = day, set.Epoch(day)
	out.Body.Comparison = compared(call.Lang, set, found, sections, &record, day)
	out.Body.Duties = duties.Views(call.Lang, set, duty.Current(), duties.Of(duty.Current(), found, duties.CAS(&record), day))
	out.Body.Numbers = numbersOf(&record, day)
	if in.All {
		found = lawcheck.Complete(set, found, day)
	}
	lawcheck.Locate(found, sections)
	out.Body.Verdicts = proofs.View(set, call.Lang, inOrder(set, found, in.All))
	return out, nil
}

// inOrder are the proofs in the order of the set's classes; without all, only those of categories that are on by
// default, and not not_listed ones.
func inOrder(set *regulation.Set, found []verdict.Proof, all bool) []verdict.Proof {
	order := map[string]int{}
	for i, k := range set.Classes() {
		order[k.Key()] = i
	}
	found = slices.DeleteFunc(slices.Clone(found), func(p verdict.Proof) bool {
		return !all && (p.Verdict == verdict.NotListed || !set.Category(p.Law, p.Category).Default)
	})
	slices.SortStableFunc(found, func(a, b verdict.Proof) int { return order[a.Key()] - order[b.Key()] })
	return found
}

func compared(lang string, set *regulation.Set, found []verdict.Proof, sections []sds.Section, record *sds.Sheet, day string) []ComparedLawRow {
	revised := record.RevisedOn
	if revised == "" {
		revised = record.IssuedOn
	}
	rows := []ComparedLawRow{}
	for _, c := range compare.Section15(set, found, compare.Statements(sections), revised, day) {
		row := ComparedLawRow{
			ClassKey: c.ClassKey, Law: c.Law, Category: c.Category, Class: c.Class, Outcome: c.Outcome, Verdict: c.Verdict,
			Stated: []StatedLaw{}, Note: proofs.ProofReason{Code: c.Note.Code, Args: c.Note.Args, Text: c.Note.In(lang)},
		}
		row.LawName, row.CategoryName, row.ClassName = proofs.Names(set, c.Law, c.Category, c.Class)
		for _, s := range c.Stated {
			row.Stated = append(row.Stated, StatedLaw{s.Code, s.Text, verdict.Input{Section: 15, Field: s.Field, Text: s.Text, State: string(s.State), Sources: s.Sources}})
		}
		rows = append(rows, row)
	}
	return rows
}
