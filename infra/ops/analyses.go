package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"anzen/functions/analysis/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// companies calls each with the companies that the operation is about.
func (o *operation) companies(ctx context.Context, each func(sds.CompanyID) error) error {
	if o.company != "" {
		if _, err := o.known(ctx, o.company); err != nil {
			return err
		}
		return each(o.company)
	}
	const page = 200
	for after := sds.CompanyID(""); ; {
		some, err := o.table.CompaniesAfter(ctx, after, page)
		if err != nil {
			return err
		}
		for _, c := range some {
			if err := each(c); err != nil {
				return err
			}
		}
		if len(some) < page {
			return nil
		}
		after = some[len(some)-1]
	}
}

// known is the company of an id. One that does not exist is refused: of it nothing has failed either.
func (o *operation) known(ctx context.Context, id sds.CompanyID) (company.Company, error) {
	c, err := o.table.Company(ctx, id)
	switch {
	case errors.Is(err, table.ErrNotFound):
		return c, misunderstood("there is no company %s; `companies` lists them", id)
	case err != nil:
		return c, fmt.Errorf("company %s: %w", id, err)
	}
	return c, nil
}

// failure is a sheet whose analysis has failed.
type failure struct {
	company sds.CompanyID
	sheet   sds.Sheet
}

// failures are the sheets whose analysis has failed since the time, with the reason where one is given.
func (o *operation) failures(ctx context.Context) (all []failure, err error) {
	err = o.companies(ctx, func(c sds.CompanyID) error {
		return o.table.EachSheet(ctx, c, func(s *sds.Sheet) error {
			broken := s.Status == sds.StatusImpossible || s.Status == sds.StatusReconfirmation
			if broken && s.DeletedAt == nil && !s.UpdatedAt.Before(o.since) && (o.reason == "" || o.reason == s.Reason) {
				all = append(all, failure{c, *s})
			}
			return nil
		})
	})
	return all, err
}

func failed(ctx context.Context, o *operation) error {
	all, err := o.failures(ctx)
	if err != nil {
		return err
	}
	o.print("%d analyses have failed since %s\n", len(all), o.since.Format("2006-01-02 15:04 MST"))
	o.byReason(all)
	return nil
}

// byReason prints how many failures there are of each reason, and in which companies.
func (o *operation) byReason(all []failure) {
	by := map[string]map[sds.CompanyID]int{}
	count := map[string]int{}
	for _, f := range all {
		if by[f.sheet.Reason] == nil {
			by[f.sheet.Reason] = map[sds.CompanyID]int{}
		}
		by[f.sheet.Reason][f.company]++
		count[f.sheet.Reason]++
	}
	reasons := slices.Sorted(maps.Keys(by))
	slices.SortStableFunc(reasons, func(a, b string) int { return count[b] - count[a] })
	for _, r := range reasons {
		o.print("%6d  %s\n", count[r], r)
		for _, c := range slices.Sorted(maps.Keys(by[r])) {
			o.print("        %6d  company %s\n", by[r][c], c)
		}
	}
}

// retry analyzes the sheets again, for the operator, as an administrator of the company could.
func retry(ctx context.Context, o *operation) error {
	all, err := o.failures(ctx)
	if err != nil {
		return err
	}
	o.byReason(all)
	if len(all) == 0 {
		o.print("nothing has failed since %s that could be analyzed again\n", o.since.Format("2006-01-02 15:04 MST"))
		return nil
	}
	if err := o.confirm("analyze these %d sheets again?", len(all)); err != nil {
		return err
	}
	r := sheets.Registrar{Store: o.table, Analyses: execution.Starter{Machine: o.analyses, Pauses: o.table}, Log: slog.New(slog.NewTextHandler(o.out, nil))}
	done := 0
	for i := range all {
		f := &all[i]
		settings, err := o.table.Company(ctx, f.company)
		if errors.Is(err, table.ErrNotFound) {
			continue // its account is being closed
		}
		if err != nil {
			return err
		}
		by := sheets.Actor{
			Principal: access.Principal{CompanyID: f.company, User: "operator", Name: "Operator", Role: access.Admin}, Settings: settings, Now: o.now(),
		}
		left, err := r.ReanalyzeAmong(ctx, by, &f.sheet, "")
		switch {
		case err != nil:
			return fmt.Errorf("sheet %s of company %s: %w", f.sheet.ID, f.company, err)
		case left != nil:
			o.print("left as it is: sheet %s of company %s\n", f.sheet.ID, f.company)
		default:
			done++
		}
	}
	o.print("%d of %d are analyzed again\n", done, len(all))
	return nil
}

func pause(ctx context.Context, o *operation) error { return o.turn(ctx, true) }

func resume(ctx context.Context, o *operation) error { return o.turn(ctx, false) }

func (o *operation) turn(ctx context.Context, on bool) error {
	was, err := o.table.AnalysesPause(ctx)
	if err != nil {
		return err
	}
	if was.On == on {
		o.print("it is so already\n")
		return o.paused(ctx)
	}
	question := "let the starting of analyses go on?"
	if on {
		question = "stop the starting of analyses, for all companies of " + o.stage + "? Uploads are accepted and wait."
	}
	if err := o.confirm("%s", question); err != nil {
		return err
	}
	if _, err := o.table.PauseAnalyses(ctx, on, o.by); err != nil {
		return err
	}
	return o.paused(ctx)
}

// paused prints whether the starting of analyses is paused.
func (o *operation) paused(ctx context.Context) error {
	p, err := o.table.AnalysesPause(ctx)
	if err != nil {
		return err
	}
	if p.On {
		o.print("the starting of analyses is paused, since %s, by %s\n", p.Since.Format("2006-01-02 15:04 MST"), p.By)
	} else {
		o.print("analyses start\n")
	}
	return nil
}

// seals compares audit records with their seals.
func seals(ctx context.Context, o *operation) error {
	broken, n := 0, 0
	check := func(c sds.CompanyID) error {
		v, err := o.table.VerifyAudits(ctx, c)
		if err != nil {
			return fmt.Errorf("company %s: %w", c, err)
		}
		state := "intact"
		if !v.Intact() {
			state = fmt.Sprintf("BROKEN at the seals %v", v.Broken)
			broken++
		}
		n++
		o.print("company %s: %s; %d seals of %d records, %d not sealed yet, last hash %s\n", c, state, v.Seals, v.Records, v.Open, v.Last.Hash)
		return nil
	}
	for _, id := range o.args {
		if !sds.ValidID(id) {
			return misunderstood("%q is not the id of a company", id)
		}
	}
	var err error
	if len(o.args) == 0 {
		err = o.companies(ctx, check)
	}
	for _, id := range o.args {
		if err == nil {
			if _, err = o.known(ctx, sds.CompanyID(id)); err == nil {
				err = check(sds.CompanyID(id))
			}
		}
	}
	if err == nil && broken > 0 {
		err = fmt.Errorf("the audit logs of %d of %d companies were changed", broken, n)
	}
	return err
}
