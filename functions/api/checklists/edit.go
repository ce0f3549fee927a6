package checklists

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/input"
	"anzen/shared/domain/plan"
	"anzen/shared/judgement/found"
	"anzen/shared/reference/regulation"
)

// EditRoute is the declaration of PUT dynamic_lists/{listId}.
var EditRoute = rest.Route{
	Method: "PUT", Path: "/dynamic_lists/{listId}", ID: "editChecklist", Tag: Tag, Rule: rest.Need(access.CheckListEdit),
	MaxBody: rest.ListBody, MaxValues: rest.ListValues,
	Summary: "Change a checklist. For a request the provider enters the definition by it: its state becomes created, its kind stays request; that is an option of the plan (402)",
	Grants:  []grant.Grant{grant.Table("PutItem", "DeleteItem")},
}

// Redefinition is the complete new definition of a checklist.
type Redefinition struct {
	Watching
	Targets []checklist.Target `json:"extraction_targets,omitempty" maxItems:"2" enum:"composition,section_15" doc:"required except for a pending request"`
	BuiltBy []string           `json:"dbt_types,omitempty" maxItems:"2" enum:"laws,substances" doc:"required except for a pending request"`
	State   checklist.State    `json:"state,omitempty" enum:"requested,in_preparation" doc:"of a pending request: whether the provider is working on it"`
}

// EditInput is a change.
type EditInput struct {
	OfList
	rest.Edited
	Body Redefinition
}

// Edit changes a checklist. Reviews stay; those whose ground has changed are flagged.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*ChecklistOutput, error) {
	l, err := read(ctx, call, in.List, in.IfMatch)
	if err != nil {
		return nil, err
	}
	set, before := regulation.Current(), l
	if err := in.Body.change(set, &l, func() error { return call.Option(plan.FeatureChecklists) }); err != nil {
		return nil, err
	}
	action, changed := changeOf(before, l)
	if len(changed) == 0 {
		return &ChecklistOutput{view(set, l)}, nil
	}
	x := call.Begin("checklist."+string(action), string(l.ID))
	l = x.WriteChecklist(l)
	x.NoteChange(l.ID, by(call, action, changed))
	out := &ChecklistOutput{view(set, l)}
	return out, x.Commit(ctx)
}

// read reads a checklist; table.ErrStale where its version is not that of ifMatch.
func read(ctx context.Context, call *rest.Call, id checklist.ID, ifMatch string) (checklist.List, error) {
	version, err := rest.Version(ifMatch)
	if err != nil {
		return checklist.List{}, err
	}
	l, err := call.Table.Checklist(ctx, call.CompanyID, id)
	if err == nil && l.Version != version {
		err = table.ErrStale
	}
	return l, err
}

// pending reports whether the checklist is a request without a definition yet.
func pending(l checklist.List) bool {
	return l.State == checklist.Requested || l.State == checklist.InPreparation
}

// changeOf is what has been done to a checklist, and to which of its fields.
func changeOf(before, l checklist.List) (checklist.Action, []checklist.FieldChange) {
	if pending(before) && !pending(l) {
		return checklist.ActionPrepared, changes(before, l)
	}
	return checklist.ActionEdited, changes(before, l)
}

// change applies the definition to the checklist, or returns all errors of the input. To define what a request is to be takes what
// mayDefine says.
func (r *Redefinition) change(set *regulation.Set, l *checklist.List, mayDefine func() error) error {
	d := Definition{r.Watching, r.Targets, r.BuiltBy}
	if pending(*l) && len(d.BuiltBy) == 0 {
		return r.describe(l)
	}
	if pending(*l) {
		if err := mayDefine(); err != nil {
			return err
		}
	}
	if err := d.apply(set, l); err != nil {
		return err
	}
	var wrong input.FieldErrors
	if len(d.Targets) == 0 {
		wrong.Add("extraction_targets", CodeNoPlace)
	}
	if len(d.BuiltBy) == 0 {
		wrong.Add("dbt_types", CodeNoTarget)
	}
	switch {
	case pending(*l):
		l.State = checklist.Created
	case r.State != "":
		wrong.Add("state", CodeStateOfOthers)
	}
	if l.Kind != checklist.ByRequest {
		l.Kind = d.kindOf()
	}
	return wrong.Err()
}

// describe changes a request that stays pending.
func (r *Redefinition) describe(l *checklist.List) error {
	var wrong input.FieldErrors
	l.Title, l.Description = title(&wrong, r.Title), lines(&wrong, "description", r.Description)
	if len(r.AllIDs)+len(r.LawIDs)+len(r.RegulationIDs)+len(r.Substances) > 0 {
		wrong.Add("dbt_types", CodeNotBuiltBy)
	}
	if r.State != "" {
		l.State = r.State
	}
	return wrong.Err()
}

// by is a history entry of the caller's.
func by(call *rest.Call, action checklist.Action, fields []checklist.FieldChange) checklist.Change {
	return checklist.Change{By: call.User, ByName: call.Name, Action: action, Fields: fields}
}

// changes are the fields that differ between a and b.
func changes(a, b checklist.List) (all []checklist.FieldChange) {
	one := func(field, from, to string) {
		if from != to {
			all = append(all, checklist.FieldChange{Field: field, From: filled(from), To: filled(to)})
		}
	}
	many := func(field string, from, to []string) {
		out, in := without(from, to), without(to, from)
		if len(out)+len(in) > 0 {
			all = append(all, checklist.FieldChange{Field: field, From: out, To: in})
		}
	}
	one(checklist.FieldTitle, a.Title, b.Title)
	one(checklist.FieldDescription, a.Description, b.Description)
	one(checklist.FieldState, string(a.State), string(b.State))
	many(checklist.FieldTargets, texts(a.Targets, func(t checklist.Target) string { return string(t) }), texts(b.Targets, func(t checklist.Target) string { return string(t) }))
	many(checklist.FieldLaws, texts(slices.Concat(a.LawIDs, a.RegulationIDs), strconv.Itoa), texts(slices.Concat(b.LawIDs, b.RegulationIDs), strconv.Itoa))
	many(checklist.FieldSubstances, texts(a.Substances, substanceText), texts(b.Substances, substanceText))
	return all
}

func filled(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

func without(all, taken []string) (rest []string) {
	for _, s := range all {
		if !slices.Contains(taken, s) {
			rest = append(rest, s)
		}
	}
	return rest
}

func texts[T any](all []T, text func(T) string) []string {
	out := make([]string, len(all))
	for i, v := range all {
		out[i] = text(v)
	}
	return out
}

// substanceText is a substance in the history: "71-43-2 ベンゼン >= 0.1 %".
func substanceText(s checklist.Substance) string {
	t := s.CAS
	if s.Name != "" {
		t += " " + s.Name
	}
	return t + " " + operatorOf(s) + " " + strconv.FormatFloat(s.Percent, 'f', -1, 64) + " %"
}

// DeleteRoute is the declaration of DELETE dynamic_lists/{listId}.
var DeleteRoute = rest.Route{
	Method: "DELETE", Path: "/dynamic_lists/{listId}", ID: "deleteChecklist", Tag: Tag, Rule: rest.Need(access.CheckListDelete),
	Summary: "Delete a checklist with its reviews and history", Status: 204, Timeout: rest.MaxTimeout,
	Grants: []grant.Grant{grant.Table("Query", "UpdateItem", "DeleteItem", "PutItem"), grant.Snapshots("DeleteObject")},
}

// DeleteInput names a checklist, with the version that the caller has read.
type DeleteInput struct {
	OfList
	rest.Edited
}

// Delete removes a checklist, then its results, reviews and history. Repeating an
// interrupted request removes what is left.
func Delete(ctx context.Context, call *rest.Call, in *DeleteInput) (*struct{}, error) {
	l, err := read(ctx, call, in.List, in.IfMatch)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		err = call.Begin("checklist.deleted", string(l.ID)).DeleteChecklist(l).Commit(ctx)
		if err != nil {
			return nil, err
		}
	}
	if failed := call.NightlyResults.Delete(ctx, found.Key(call.CompanyID, in.List)); failed != nil {
		return nil, failed
	}
	if failed := call.Table.EraseChecklist(ctx, call.CompanyID, in.List); failed != nil {
		return nil, failed
	}
	return nil, err
}
