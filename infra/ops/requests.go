package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"anzen/functions/api/checklists"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// listRequests prints the checklists that companies have asked for and do not have yet, the longest waiting first.
func listRequests(ctx context.Context, o *operation) error {
	type request struct {
		company sds.CompanyID
		list    checklist.List
	}
	var all []request
	err := o.companies(ctx, func(c sds.CompanyID) error {
		lists, err := checklists.Pending(ctx, o.table, c)
		for _, l := range lists {
			all = append(all, request{c, l})
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b request) int { return a.list.CreatedAt.Compare(b.list.CreatedAt) })
	o.print("%d requested checklists\n", len(all))
	for _, r := range all {
		l := r.list
		o.print("-company %s %s  %s, %s, asked for on %s by %s\n", r.company, l.ID, l.Title, l.State, l.CreatedAt.In(japan).Format(time.DateOnly), l.CreatedByName)
		for line := range strings.Lines(l.RequestText) {
			o.print("    %s\n", strings.TrimRight(line, "\n"))
		}
	}
	return nil
}

// makeChecklist makes a requested checklist by a file, or notes, without one, that it is worked on.
func makeChecklist(ctx context.Context, o *operation) error {
	if o.company == "" {
		return misunderstood("checklist needs -company; `requests` lists them")
	}
	id := checklist.ID(o.args[0])
	l, err := o.table.Checklist(ctx, o.company, id)
	if err != nil {
		return fmt.Errorf("checklist %s of company %s: %w", id, o.company, err)
	}
	as := checklists.Redefinition{Watching: checklists.Watching{Title: l.Title, Description: l.Description}, State: checklist.InPreparation}
	what := "note that it is in preparation"
	if len(o.args) == 2 {
		if as, err = definition(o.args[1], l); err != nil {
			return err
		}
		what = "make it"
	}
	if err := o.confirm("%s: %s?", l.Title, what); err != nil {
		return err
	}
	l, err = checklists.Fulfil(ctx, o.table, o.company, id, as)
	if err != nil {
		return explained(err)
	}
	o.print("%s: %s\n", l.Title, l.State)
	return nil
}

// definition reads what a checklist is to watch, in the form of the API (PUT dynamic_lists/{listId}). What the request says stays
// where the file says nothing.
func definition(path string, l checklist.List) (checklists.Redefinition, error) {
	as := checklists.Redefinition{Watching: checklists.Watching{Title: l.Title, Description: l.Description}}
	text, err := os.ReadFile(path)
	if err != nil {
		return as, fmt.Errorf("read the definition: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&as); err != nil {
		return as, misunderstood("%s: %v", path, err)
	}
	for _, t := range as.Targets {
		if t != checklist.Composition && t != checklist.Section15 {
			return as, misunderstood("%s: %q is no extraction target", path, t)
		}
	}
	if len(as.BuiltBy) == 0 {
		return as, misunderstood("%s: dbt_types says what the checklist is built by: laws, substances", path)
	}
	return as, nil
}

// explained is an error with the texts of all that is wrong.
func explained(err error) error {
	var refused *message.Error
	if !errors.As(err, &refused) {
		return err
	}
	texts := []string{message.Text("en", refused.Code, refused.Args)}
	for _, f := range refused.Fields {
		texts = append(texts, f.Path+": "+message.Text("en", f.Code, f.Args))
	}
	return errors.New(strings.Join(texts, "\n  "))
}
