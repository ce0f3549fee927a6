package sdses

import (
	"context"

	"golang.org/x/sync/errgroup"

	"anzen/functions/api/rest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/proofs"
	"anzen/shared/library/versions"
	"anzen/shared/reference/regulation"
)

// ChangesRoute is the declaration of GET sdses/{sdsId}/changes.
var ChangesRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/sdses/{sdsId}/changes", ID: "getSheetChanges", Tag: "sdses", Memory: 1024,
	Rule: rest.Need(access.SDSRead), Summary: "What a version of a sheet changes compared with an older one, and what follows for laws and checklists",
	Grants: readTable,
}

// ChangesInput names two versions of a sheet.
type ChangesInput struct {
	OfSheet
	Since sds.SheetID `query:"since" format:"uuid" doc:"another version of the sheet; default: the one before"`
}

// ChangedValue is a value that differs between two versions.
type ChangedValue struct {
	Kind    versions.Kind `json:"kind" enum:"name,supplier,classification,composition,transport,laws,other" doc:"all but other are major"`
	Section int           `json:"section"`
	Group   string        `json:"group,omitempty"`
	Key     string        `json:"key"`
	Row     string        `json:"row,omitempty" doc:"by what the row is known: a CAS number, a hazard class, a law"`
	Was     *sds.Value    `json:"was,omitempty" doc:"absent: it is new"`
	Is      *sds.Value    `json:"is,omitempty" doc:"absent: it is gone"`
}

// ChangedLaw is a class of a law with another verdict.
type ChangedLaw struct {
	ClassKey     string          `json:"class_key"`
	LawName      proofs.Name     `json:"law_name"`
	CategoryName proofs.Name     `json:"category_name"`
	ClassName    proofs.Name     `json:"class_name"`
	Was          verdict.Verdict `json:"was" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies"`
	Is           verdict.Verdict `json:"is" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies"`
}

// ChangedChecklist is a checklist that finds the versions by different verdicts.
type ChangedChecklist struct {
	ID    checklist.ID    `json:"id"`
	Title string          `json:"title"`
	Was   verdict.Verdict `json:"was" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies"`
	Is    verdict.Verdict `json:"is" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies"`
}

// ChangesOutput are the changes from one version to another.
type ChangesOutput struct {
	Body struct {
		From       Version            `json:"from"`
		To         Version            `json:"to"`
		Values     []ChangedValue     `json:"values" doc:"major ones first"`
		Laws       []ChangedLaw       `json:"laws"`
		Checklists []ChangedChecklist `json:"checklists" doc:"empty without the permission to read checklists"`
	}
}

// CodeFirstVersion is the error for the changes of a sheet without another version.
const CodeFirstVersion message.Code = "sheet.first_version"

// Changes answers what a version of a sheet changes.
func Changes(ctx context.Context, call *rest.Call, in *ChangesInput) (*ChangesOutput, error) {
	is, err := call.Table.Sheet(ctx, call.CompanyID, in.SheetID)
	if err != nil {
		return nil, err
	}
	was, err := otherVersion(ctx, call, is, in.Since)
	if err != nil {
		return nil, err
	}
	var before, after []sds.Section
	var lists []checklist.List
	parts, ctx := errgroup.WithContext(ctx)
	parts.Go(func() (err error) {
		before, err = call.Table.Sections(ctx, call.CompanyID, was.ID)
		return err
	})
	parts.Go(func() (err error) {
		after, err = call.Table.Sections(ctx, call.CompanyID, is.ID)
		return err
	})
	if call.Role.Has(access.CheckListRead) {
		parts.Go(func() (err error) {
			lists, err = call.Table.Checklists(ctx, call.CompanyID)
			return err
		})
	}
	if err := parts.Wait(); err != nil {
		return nil, err
	}
	set, day := regulation.Current(), regulation.Day(call.Now())
	out := &ChangesOutput{}
	both := versionsOf(call, []sds.Sheet{was, is})
	out.Body.From, out.Body.To = both[0], both[1]
	for _, c := range versions.Compare(before, after) {
		out.Body.Values = append(out.Body.Values, ChangedValue(c))
	}
	for _, turn := range versions.Turns(set, &was, &is, day) {
		law := ChangedLaw{ClassKey: turn.Class.Key(), Was: turn.Was, Is: turn.Is}
		law.LawName, law.CategoryName, law.ClassName = proofs.Names(set, turn.Class.Law, turn.Class.Category, turn.Class.Code)
		out.Body.Laws = append(out.Body.Laws, law)
	}
	for _, turn := range versions.ListTurns(set, lists, &was, &is, day) {
		out.Body.Checklists = append(out.Body.Checklists, ChangedChecklist{turn.List.ID, turn.List.Title, turn.Was, turn.Is})
	}
	return out, nil
}

// otherVersion is the version of a sheet with an id; without one, that before it.
func otherVersion(ctx context.Context, call *rest.Call, of sds.Sheet, id sds.SheetID) (sds.Sheet, error) {
	if id == "" {
		id = of.Older
	}
	if id == "" {
		return of, message.New(message.NotFound, CodeFirstVersion)
	}
	all, err := call.Table.Versions(ctx, call.CompanyID, of)
	if err != nil {
		return of, err
	}
	for _, v := range all {
		if v.ID == id && v.ID != of.ID {
			return v, nil
		}
	}
	return of, message.New(message.NotFound, message.CodeNotFound)
}
